package dev.frazil.engine.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.RowValues;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Scans over several files: what is read, in which order, and what is not.
class ScanTest {
  private static final ArrowSchema SCHEMA =
      new ArrowSchema(
          List.of(
              new ArrowField("id", new ArrowType.Int(32, true), true),
              new ArrowField("name", new ArrowType.Utf8(false), true)));

  @TempDir Path directory;

  /// A file of the ids `from` to `end - 1`, whose names are `n<id>`, null where the id ends in 3.
  private ScanFile file(String name, int from, int end) throws IOException {
    Integer[] ids = IntStream.range(from, end).boxed().toArray(Integer[]::new);
    @Nullable String[] names =
        Arrays.stream(ids).map(id -> id % 10 == 3 ? null : "n" + id).toArray(String[]::new);
    return ScanFiles.write(
        directory.resolve(name),
        ids.length,
        CDataColumn.ints("id", ids),
        CDataColumn.strings("name", names));
  }

  private ScanFile missing() {
    return new ScanFile(directory.resolve("missing.parquet"), DataFormat.PARQUET);
  }

  @Test
  void aDescriptionLooksAtNoFile() {
    Scan scan =
        Scan.of(SCHEMA, List.of(missing()))
            .where(Filter.parse("id > 5"))
            .select("name")
            .limit(3)
            .parallelism(2);
    assertEquals(new ArrowSchema(List.of(SCHEMA.fields().getLast())), scan.schema());
    IOException e = assertThrows(IOException.class, () -> ScanFiles.rows(scan));
    assertTrue(Objects.requireNonNull(e.getMessage()).contains("missing.parquet"), e.getMessage());
  }

  @Test
  void columnsComeInTheOrderInWhichTheyAreSelected() throws IOException {
    Scan scan = Scan.of(SCHEMA, List.of(file("0", 2, 5)));
    assertEquals(
        List.of(List.of("n2", 2), Arrays.asList(null, 3), List.of("n4", 4)),
        ScanFiles.rows(scan.select("name", "id")));
    assertEquals(List.of(List.of(), List.of(), List.of()), ScanFiles.rows(scan.select()));
    assertEquals(
        List.of("n4"), ScanFiles.values(scan.select("name").where(Filter.greater("id", 3))));
  }

  @Test
  void unknownColumnsAndRepeatedOnesAreRefused() {
    Scan scan = Scan.of(SCHEMA, List.of());
    assertEquals(
        "select: nam: expected one of id, name, got none of them",
        assertThrows(SchemaException.class, () -> scan.select("nam")).getMessage());
    assertEquals(
        "select: id: expected each column once, got it twice",
        assertThrows(SchemaException.class, () -> scan.select("id", "id")).getMessage());
    assertEquals(
        "select: name: expected one of id, got none of them",
        assertThrows(SchemaException.class, () -> scan.select("id").select("name")).getMessage());
    assertEquals(
        "filter: nam: expected one of id, name, got none of them",
        assertThrows(SchemaException.class, () -> scan.where(Filter.isNull("nam"))).getMessage());
    assertThrows(IllegalArgumentException.class, () -> scan.limit(-1));
    assertThrows(IllegalArgumentException.class, () -> scan.parallelism(0));
  }

  @Test
  void filtersAddUp() throws IOException {
    Scan scan =
        Scan.of(SCHEMA, List.of(file("0", 0, 10), file("1", 10, 20)))
            .where(Filter.greater("id", 7))
            .where(Filter.isNull("name").not())
            .where(Filter.parse("id < 15"));
    assertEquals(List.of(8, 9, 10, 11, 12, 14), ScanFiles.values(scan));
  }

  @Test
  void filesThatHoldNoWantedRowAreNotOpened() throws IOException {
    ScanFile low = file("0", 0, 10);
    ScanFile middle = file("1", 10, 20);
    ScanFile high = file("2", 20, 30);
    Files.delete(low.path());
    Files.delete(high.path());
    Scan scan = Scan.of(SCHEMA, List.of(low, middle, high));
    assertEquals(List.of(15), ScanFiles.values(scan.where(Filter.equal("id", 15))));
    Files.delete(middle.path());
    for (String none :
        List.of(
            "id > 29",
            "id is null",
            "name = 'x'",
            "starts_with(name, 'm')",
            "not (id between 0 and 29)",
            "id in (-1, 30, 1e20)",
            "id = 9223372036854775808",
            "id = 5.5",
            "not (id >= 0 or name is null)")) {
      assertEquals(List.of(), ScanFiles.rows(scan.where(Filter.parse(none))), none);
    }
    assertThrows(IOException.class, () -> ScanFiles.rows(scan.where(Filter.parse("name is null"))));
  }

  @Test
  void aLimitEndsReading() throws IOException {
    ScanFile first = file("0", 0, 10);
    Scan scan = Scan.of(SCHEMA, List.of(first, missing()));
    assertEquals(List.of(0, 1, 2), ScanFiles.values(scan.limit(3)));
    assertEquals(List.of(0, 1, 2), ScanFiles.values(scan.limit(3).limit(5)));
    assertEquals(10, ScanFiles.rows(scan.limit(10)).size());
    assertThrows(IOException.class, () -> ScanFiles.rows(scan.limit(11)));
    assertEquals(List.of(), ScanFiles.rows(Scan.of(SCHEMA, List.of(missing())).limit(0)));
    assertEquals(List.of(4, 5), ScanFiles.values(scan.where(Filter.greater("id", 3)).limit(2)));
  }

  @Test
  void filesAreBroughtToTheSchema() throws IOException {
    ArrowSchema wide =
        new ArrowSchema(
            List.of(
                new ArrowField("name", new ArrowType.Utf8(true), true),
                new ArrowField("id", new ArrowType.Int(64, true), true),
                new ArrowField("late", new ArrowType.FloatingPoint(64), true)));
    ScanFile file = file("0", 2, 5);
    Scan scan = Scan.of(wide, List.of(file));
    assertEquals(
        List.of(
            Arrays.asList("n2", 2L, null),
            Arrays.asList(null, 3L, null),
            Arrays.asList("n4", 4L, null)),
        ScanFiles.rows(scan));
    assertEquals(List.of("n4"), ScanFiles.values(scan.where(Filter.parse("id > 3"))));
    assertEquals(3, ScanFiles.rows(scan.where(Filter.parse("late is null"))).size());
    assertEquals(0, ScanFiles.rows(scan.where(Filter.parse("late > 0 or id > 9"))).size());
    ArrowSchema other =
        new ArrowSchema(List.of(new ArrowField("name", new ArrowType.Int(32, true), true)));
    SchemaException e =
        assertThrows(SchemaException.class, () -> ScanFiles.rows(Scan.of(other, List.of(file))));
    assertTrue(
        Objects.requireNonNull(e.getMessage()).contains(file.path() + ": cast: name: "),
        e.getMessage());
  }

  @Test
  void rowsComeInTheOrderOfTheFilesHoweverManyThreadsRead() throws IOException {
    List<ScanFile> files = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      files.add(file(String.valueOf(i), i * 100, i * 100 + (i * 37) % 100));
    }
    Scan scan = Scan.of(SCHEMA, files).where(Filter.parse("id not in (500, 700) and id < 1850"));
    List<@Nullable Object> expected = ScanFiles.values(scan);
    assertEquals(expected, ScanFiles.values(scan.parallelism(4)));
    assertEquals(expected.subList(0, 300), ScanFiles.values(scan.parallelism(4).limit(300)));
  }

  @Test
  void nestedColumnsAreFilteredWithTheOthers() throws IOException {
    CDataColumn ids = CDataColumn.ints("id", 1, 2, 3, 4);
    CDataColumn list =
        CDataNested.list(
            "tags",
            "v.vv",
            new int[] {0, 2, 2, 2, 3},
            CDataColumn.strings("element", "a", "b", "c"));
    CDataColumn struct =
        CDataNested.struct("s", "vvv.", CDataColumn.strings("m", "x", null, "y", "z"));
    ScanFile file = ScanFiles.write(directory.resolve("n"), 4, ids, list, struct);
    Scan scan = Scan.ofFiles(List.of(file.path()), DataFormat.PARQUET);
    assertEquals(
        List.of(Arrays.asList(2, null, member(null)), Arrays.asList(4, List.of("c"), null)),
        ScanFiles.rows(scan.where(Filter.in("id", List.of(2, 4)))));
    assertEquals(List.of(3), ScanFiles.values(scan.where(Filter.parse("s.m = 'y'"))));
    assertEquals(List.of(2, 4), ScanFiles.values(scan.where(Filter.parse("s.m is null"))));
    assertEquals(List.of(4), ScanFiles.values(scan.where(Filter.parse("s is null"))));
    assertEquals(List.of(2), ScanFiles.values(scan.where(Filter.parse("tags is null"))));
    assertEquals(
        "filter: tags: expected a type that is compared with literals, got list, which can only be"
            + " IS NULL",
        assertThrows(SchemaException.class, () -> scan.where(Filter.equal("tags", 1)))
            .getMessage());
    assertEquals(
        "filter: id.x: expected id to be a struct, got int32",
        assertThrows(SchemaException.class, () -> scan.where(Filter.equal("id.x", 1)))
            .getMessage());
  }

  private static Map<String, @Nullable Object> member(@Nullable String value) {
    Map<String, @Nullable Object> member = new HashMap<>();
    member.put("m", value);
    return member;
  }

  @Test
  void csvFilesAreReadAtTheTypesOfTheSchema() throws IOException {
    Path path = directory.resolve("0.csv");
    Files.writeString(path, "name,id\nn1,1\n,2\nn3,3\n");
    Scan scan = Scan.of(SCHEMA, List.of(new ScanFile(path, DataFormat.CSV)));
    assertEquals(
        List.of(List.of(1, "n1"), List.of(3, "n3")),
        ScanFiles.rows(scan.where(Filter.parse("name is not null"))));
    assertEquals(Arrays.asList("n1", null), ScanFiles.values(scan.select("name").limit(2)));
    Scan inferred = Scan.ofFiles(List.of(path, path), DataFormat.CSV);
    assertEquals(List.of("name", "id"), names(inferred.schema()));
    assertEquals(
        List.of(3L, 3L), ScanFiles.values(inferred.where(Filter.greater("id", 2)).select("id")));
    assertThrows(IllegalArgumentException.class, () -> Scan.ofFiles(List.of(), DataFormat.CSV));
  }

  private static List<String> names(ArrowSchema schema) {
    return schema.fields().stream().map(ArrowField::name).toList();
  }

  @Test
  void batchesOutliveTheirSourceAndOneAnother() throws IOException {
    List<ScanFile> files = List.of(file("0", 0, 10), file("1", 10, 20), file("2", 20, 30));
    List<RecordBatch> batches = new ArrayList<>();
    try (RecordBatchSource source =
        Scan.of(SCHEMA, files).where(Filter.parse("id not in (5, 15, 25)")).open()) {
      for (RecordBatch b = source.next(); b != null; b = source.next()) {
        batches.add(b);
      }
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (RecordBatch batch : batches) {
      rows.addAll(RowValues.of(batch));
    }
    assertEquals(27, rows.stream().map(List::getFirst).distinct().count());
    assertEquals(List.of(24, "n24"), rows.get(22));
    batches.forEach(RecordBatch::close);
  }

  @Test
  void aClosedScanIsReadNoFurther() throws IOException {
    RecordBatchSource source = Scan.of(SCHEMA, List.of(file("0", 0, 10))).open();
    Objects.requireNonNull(source.next()).close();
    source.close();
    source.close();
    assertThrows(IllegalStateException.class, source::next);
  }

  @Test
  void anOwnerLastsAsLongAsWhatIsOpen() throws Exception {
    ScanFile file = file("0", 0, 10);
    @Nullable Object lease = new Object();
    WeakReference<Object> owner = new WeakReference<>(lease);
    RecordBatchSource source = Scan.of(SCHEMA, List.of(file)).heldBy(lease).select("id").open();
    lease = null;
    System.gc();
    assertNotNull(owner.get());
    Objects.requireNonNull(source.next()).close();
    source.close();
    source = Scan.of(SCHEMA, List.of(file)).open();
    for (int i = 0; i < 50 && owner.get() != null; i++) {
      System.gc();
      Thread.onSpinWait();
    }
    assertNull(owner.get());
    source.close();
  }
}
