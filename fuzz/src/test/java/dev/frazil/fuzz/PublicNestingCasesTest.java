package dev.frazil.fuzz;

import static dev.frazil.fuzz.Cases.BOOL;
import static dev.frazil.fuzz.Cases.INT32;
import static dev.frazil.fuzz.Cases.INT64;
import static dev.frazil.fuzz.Cases.PLAIN_BYTES;
import static dev.frazil.fuzz.Cases.UTF8;
import static dev.frazil.fuzz.Cases.batch;
import static dev.frazil.fuzz.Cases.chunk;
import static dev.frazil.fuzz.Cases.column;
import static dev.frazil.fuzz.Cases.field;
import static dev.frazil.fuzz.Cases.list;
import static dev.frazil.fuzz.Cases.map;
import static dev.frazil.fuzz.Cases.pages;
import static dev.frazil.fuzz.Cases.statistics;
import static dev.frazil.fuzz.Cases.struct;
import static dev.frazil.fuzz.Cases.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.encoders.PageVersion;
import dev.frazil.engine.FrazilException;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Defects that other writers once had, in lists, maps and structs: the oracle compares the levels,
/// the pages and the footer of every file besides.
@DisabledOnOs(OS.WINDOWS)
class PublicNestingCasesTest {

  private static List<@Nullable Object> items(@Nullable Object... items) {
    return Arrays.asList(items);
  }

  private static Map<String, @Nullable Object> member(String name, @Nullable Object value) {
    Map<String, @Nullable Object> struct = new LinkedHashMap<>();
    struct.put(name, value);
    return struct;
  }

  private static WriterOptions.Builder options() {
    return PLAIN_BYTES.toBuilder();
  }

  /// Null, empty, null element and present element are four things.
  @Test
  @PublicCase("nested-list-struct")
  void listsOfStructsHaveTheirLevels() throws IOException {
    WrittenFile file =
        write(
            column(
                list("l", struct("item", field("a", INT32))),
                items(
                    items(member("a", 1L)),
                    items(),
                    null,
                    items(null, null),
                    items(member("a", null)),
                    items(member("a", 2L)))));
    ParquetJavaOracle.LeafSlots slots = ParquetJavaOracle.slots(file.bytes()).getFirst();
    assertEquals(List.of(4, 1, 0, 2, 2, 3, 4), slots.definitions());
    assertEquals(List.of(0, 0, 0, 0, 1, 0, 0), slots.repetitions());
  }

  /// Lists of nothing but nulls, in every place that a null type can stand.
  @Test
  @PublicCase("nested-null-type")
  void columnsWithoutTypeHaveOnlyLevels() throws IOException {
    ArrowField none = field("f", new ArrowType.Null());
    WrittenFile file =
        write(
            column(struct("s", none), items(member("f", null), null, member("f", null))),
            column(list("l", none), items(items(), null, items(null, null))));
    List<ParquetJavaOracle.LeafSlots> slots = ParquetJavaOracle.slots(file.bytes());
    assertEquals(List.of(1, 0, 1), slots.get(0).definitions());
    assertEquals(List.of(1, 0, 2, 2), slots.get(1).definitions());
    assertEquals(List.of(0, 0, 0, 1), slots.get(1).repetitions());
  }

  /// Keys are required in the file, and a null key is refused.
  @Test
  @PublicCase("map-key-required")
  void keysOfMapsAreNeverNull() throws IOException {
    ArrowField map = map("m", UTF8, field("value", INT32));
    Map<String, @Nullable Object> one = member("k", null);
    write(column(map, items(items(), null, new ArrayList<>(one.entrySet()))));
    Map<@Nullable String, @Nullable Object> none = new LinkedHashMap<>();
    none.put(null, 1L);
    ColumnValues bad = column(map, items(new ArrayList<>(none.entrySet())));
    FrazilException e =
        assertThrows(
            FrazilException.class,
            () ->
                EngineRun.write(
                    List.of(BatchValues.of(bad)), PLAIN_BYTES, new SplittableRandom(7)));
    assertTrue(String.valueOf(e.getMessage()).contains("m.key_value.key"), e.getMessage());
  }

  /// Elements below a null list of one size are passed over.
  @Test
  @PublicCase("arrow-fsl-null")
  void nullListsOfOneSizeKeepTheirRow() throws IOException {
    ArrowField field =
        new ArrowField("x", new ArrowType.FixedSizeList(2), true, List.of(field("item", INT64)));
    WrittenFile file = write(column(field, items(items(1L, 2L), null, items(3L, 4L))));
    assertEquals(3, file.receipt().rowCount());
    assertEquals(1, statistics(file, 0).getNull_count());
    assertEquals(5, chunk(file, 0, 0).getNum_values());
  }

  /// Null lists count as well as null elements.
  @Test
  @PublicCase("nullcount-list")
  void nullsOfListsAreSlotsWithoutValues() throws IOException {
    ColumnValues lists =
        column(list("l", field("item", INT64)), items(items(0L, 1L), null, items(2L, null, 3L)));
    for (PageVersion version : PageVersion.values()) {
      WrittenFile file = write(options().pageVersion(version).build(), batch(lists));
      assertEquals(6, chunk(file, 0, 0).getNum_values());
      assertEquals(2, statistics(file, 0).getNull_count());
    }
  }

  /// Pages that end inside a batch keep their share of the values and of the nulls.
  @Test
  @PublicCase("nullcount-list-split")
  void pagesOfManyListsCountTheirOwnNulls() throws IOException {
    List<@Nullable Object> rows = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(11);
    for (int row = 0; row < 9_530; row++) {
      List<@Nullable Object> list = new ArrayList<>();
      for (int i = random.nextInt(21); i > 0; i--) {
        list.add(random.nextInt(5) == 0 ? null : "value " + random.nextInt(10_000));
      }
      rows.add(list);
    }
    WrittenFile file =
        write(
            options()
                .pageTargetBytes(4096)
                .encoding(new EncodingPolicy.Fixed(Encoding.DELTA_LENGTH_BYTE_ARRAY))
                .build(),
            batch(column(list("l", field("item", UTF8)), rows)));
    assertTrue(pages(file, 0).pages().size() > 100);
  }

  /// A slice of a list of dictionary values counts only its own nulls.
  @Test
  @PublicCase("nullcount-list-cat")
  void slicesOfListsOfCodedTextCountTheirOwnNulls() throws IOException {
    ArrowField element = new ArrowField("item", UTF8, true, Map.of(), new ArrowType.Int(8, true));
    ArrowField list = list("l", element);
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      elements.add(i < 40 || i >= 80 ? null : (Object) (i % 2 == 0 ? "a" : "b"));
    }
    List<@Nullable Object> rows = new ArrayList<>();
    byte[] offsets = new byte[4 * 61];
    for (int row = 0; row <= 60; row++) {
      FixedLayout.putNumber(FixedLayout.view(offsets), 4 * row, 4, 2L * row);
      if (row >= 20 && row < 40) {
        rows.add(elements.subList(2 * row, 2 * row + 2));
      }
    }
    ArrayData middle =
        new ArrayData(
            20,
            0,
            20,
            Arrays.asList(null, offsets),
            List.of(Cases.layout().of(element, elements)),
            null);
    WrittenFile file =
        write(PLAIN_BYTES, BatchData.of(BatchValues.of(column(list, rows)), List.of(middle)));
    assertEquals(0, statistics(file, 0).getNull_count());
  }

  /// A page of version 2 never starts inside a row.
  @Test
  @PublicCase("page-row-boundary-v2")
  void pagesOfVersion2StartWithARow() throws IOException {
    ArrowField list = list("c1", field("item", BOOL));
    WrittenFile file =
        write(
            options().pageVersion(PageVersion.V2).pageTargetBytes(1).build(),
            batch(column(list, items(items(true, null)))),
            batch(column(list, items(items(true)))));
    assertEquals(2, pages(file, 0).pages().size());
  }

  /// A page of version 1 never starts inside a row either: its index counts rows.
  @Test
  @PublicCase("page-row-boundary-v1-index")
  void indexedPagesOfVersion1StartWithARow() throws IOException {
    ArrowField list = list("l", field("item", INT32));
    List<BatchData> batches = new ArrayList<>();
    for (long row = 0; row < 1000; row += 7) {
      List<@Nullable Object> rows = new ArrayList<>();
      for (long r = row; r < Math.min(row + 7, 1000); r++) {
        rows.add(new ArrayList<>(LongStream.range(4 * r, 4 * r + 4).boxed().toList()));
      }
      batches.add(batch(column(list, rows)));
    }
    WrittenFile file =
        write(
            options().pageTargetBytes(1024).dictionary(false).build(),
            batches.toArray(BatchData[]::new));
    int count = 0;
    for (RowGroup group : FooterCheck.groups(FooterCheck.read(file.bytes()))) {
      count += PageWalk.of(file.bytes(), FooterCheck.chunk(group, 0)).pages().size();
    }
    assertTrue(count > 16, count + " pages");
  }

  /// A row larger than a page gets a page of its own, however large.
  @Test
  @PublicCase("huge-row-list")
  void aRowIsNeverSplit() throws IOException {
    List<@Nullable Object> large = new ArrayList<>();
    for (int i = 0; i < 300_000; i++) {
      large.add("element %012d".formatted(i));
    }
    List<@Nullable Object> rows = new ArrayList<>(List.of(large));
    for (int i = 0; i < 10; i++) {
      rows.add(items("small", Integer.toString(i)));
    }
    WrittenFile file =
        write(
            options().pageTargetBytes(65_536).dictionary(false).build(),
            batch(column(list("l", field("item", UTF8)), rows)));
    assertEquals(300_000, pages(file, 0).pages().getFirst().slots());
  }

  /// The limit of values, scaled down from that of a 32-bit count: nulls alone must reach it, as
  /// they take next to no bytes.
  @Test
  @PublicCase("overflow-page-values")
  void pagesEndByTheirValuesToo() throws IOException {
    List<@Nullable Object> nulls = Collections.nCopies(110, null);
    List<@Nullable Object> rows = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      rows.add(nulls);
    }
    WriterOptions.Builder options = options();
    options.encoder().pageTargetValues(1000);
    WrittenFile file =
        write(options.build(), batch(column(list("l", field("item", Cases.BINARY)), rows)));
    pages(file, 0).pages().forEach(page -> assertTrue(page.slots() < 1000 + 110));
    assertTrue(pages(file, 0).pages().size() >= 20);
  }

  /// A dot in a name is no step down.
  @Test
  @PublicCase("dotted-names")
  void aDottedNameIsNotAPath() throws IOException {
    WrittenFile file =
        write(
            column("a.b", INT32, 1L),
            column(struct("a", field("b", INT32)), items(member("b", 2L))));
    assertEquals(List.of("a.b"), chunk(file, 0, 0).getPath_in_schema());
    assertEquals(List.of("a", "b"), chunk(file, 0, 1).getPath_in_schema());
  }

  /// A group without members is as unreadable as a file without columns.
  @Test
  @PublicCase("zero-columns")
  void structsWithoutMembersAreRefused() {
    ArrowSchema none = new ArrowSchema(List.of(struct("s")));
    SchemaException e = assertThrows(SchemaException.class, () -> ParquetSchema.of(none));
    assertTrue(String.valueOf(e.getMessage()).contains("s"), e.getMessage());
  }

  /// Members of one name below one struct cannot be told apart either.
  @Test
  @PublicCase("dup-names")
  void membersOfOneNameAreRefused() {
    ArrowSchema twice = new ArrowSchema(List.of(struct("s", field("a", INT32), field("a", INT64))));
    SchemaException e = assertThrows(SchemaException.class, () -> ParquetSchema.of(twice));
    assertTrue(String.valueOf(e.getMessage()).contains("s.a"), e.getMessage());
  }

  /// A null parent masks what stands below it, and a sliced struct shifts its members.
  @Test
  @PublicCase("offset-slice-validity")
  void nullStructsMaskTheirMembers() throws IOException {
    List<@Nullable Object> members = new ArrayList<>();
    List<@Nullable Object> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Long member = i % 4 == 0 ? null : (long) i;
      members.add(member);
      rows.add(i % 3 == 0 ? null : member("a", member));
    }
    ArrowField child = field("a", INT32);
    ArrowField field = struct("s", child);
    ArrayData inner = Cases.layout().leaf(child, new Slots(members, 0));
    ArrayData outer =
        new ArrayData(
            27,
            -1,
            13,
            Collections.singletonList(
                Expect.present("bits", Cases.layout().validity(new Slots(rows, 0)))),
            List.of(inner),
            null);
    write(
        PLAIN_BYTES,
        BatchData.of(BatchValues.of(column(field, rows.subList(13, 40))), List.of(outer)));
  }

  /// A required member without a value is refused where its struct is there.
  @Test
  void aNullInARequiredMemberIsRefused() {
    ArrowField field = struct("s", new ArrowField("a", INT32, false));
    ColumnValues bad = column(field, items(member("a", 1L), null, member("a", null)));
    WriteException e =
        assertThrows(
            WriteException.class,
            () ->
                EngineRun.write(
                    List.of(BatchValues.of(bad)), PLAIN_BYTES, new SplittableRandom(7)));
    assertTrue(String.valueOf(e.getMessage()).contains("s.a"), e.getMessage());
  }
}
