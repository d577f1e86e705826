package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.doubles;
import static dev.frazil.engine.arrow.CDataColumn.ints;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.LeafStatistics;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppendRowGroupsTest {
  @TempDir private Path directory;
  @AutoClose private final CDataBuilder producer = new CDataBuilder();
  private Path file;
  private Path other;

  @BeforeEach
  void nameFiles() {
    file = directory.resolve("f.parquet");
    other = directory.resolve("o.parquet");
  }

  /// Rows that are written, rows of the other file, rows that are written.
  private FileReceipt sandwich(CDataColumn before, CDataColumn after) throws IOException {
    try (ParquetFileWriter writer =
            new ParquetFileWriter(
                ChannelSink.open(file), ParquetFiles.schema(before), WriterOptions.DEFAULT);
        ByteSource source = ByteSource.ofPath(other)) {
      writer.append(ParquetFiles.batch(producer, before));
      writer.appendRowGroups(source);
      writer.append(ParquetFiles.batch(producer, after));
      return writer.finish();
    }
  }

  private void duckdb(String select) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("copy (" + select + ") to '" + other + "' (format parquet)");
    }
  }

  @Test
  void appendedAndWrittenRowGroupsStandInOneFile() throws Exception {
    ParquetFiles.write(
        other,
        WriterOptions.builder().rowGroupTargetRows(2).build(),
        batch(3, ints("i", 10, null, 12), strings("s", "x", "zz", null)));
    FileReceipt receipt =
        sandwich(
            batch(2, ints("i", 1, 2), strings("s", "a", "b")),
            batch(1, ints("i", -5), strings("s", "m")));
    assertEquals(6, receipt.rowCount());
    assertEquals(4, receipt.splitOffsets().size());
    assertEquals(Files.size(file), receipt.length());
    assertEquals(Arrays.asList("1", "2", "10", null, "12", "-5"), ParquetFiles.column(file, "i"));
    assertEquals(Arrays.asList("a", "b", "x", "zz", null, "m"), ParquetFiles.column(file, "s"));
    assertEquals(6, ParquetFiles.parquetJava(file).size());
    LeafStatistics ints = Objects.requireNonNull(receipt.leaves().getFirst().statistics());
    assertEquals(6, ints.valueCount());
    assertEquals(1, ints.nullCount());
    assertEquals(new Bounds(little(-5), little(12)), ints.bounds());
    assertEquals(
        new Bounds(new byte[] {'a'}, new byte[] {'z', 'z'}),
        Objects.requireNonNull(receipt.leaves().getLast().statistics()).bounds());
  }

  private static byte[] little(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  @Test
  void filesOfOtherWritersAreAppended() throws Exception {
    duckdb("select x::int as i, 's' || x as s from range(1000) t(x)");
    CDataColumn rows = batch(1, ints("i", -1), strings("s", "t"));
    // DuckDB annotates INT32 with its width.
    try (ByteSource source = ByteSource.ofPath(other)) {
      assertEquals("INT(32,true)", FileMetadata.read(source).schema().getFirst().annotation());
    }
    SchemaException e = assertThrows(SchemaException.class, () -> sandwich(rows, rows));
    assertEquals(
        "append row groups: %s: i: expected optional INT32 without field id, got optional INT32"
                .formatted(other)
            + " INT(32,true) without field id",
        e.getMessage());
    assertFalse(Files.exists(file));
  }

  @Test
  void whatAFooterDoesNotSayIsNotInTheReceipt() throws Exception {
    // DuckDB does not count NaNs, and has no bounds where there is one.
    duckdb("select 1.5::double as d, 'x' as s union all select 'NaN'::double, 'y'");
    FileReceipt receipt =
        sandwich(
            batch(1, doubles("d", 0.5), strings("s", "t")),
            batch(1, doubles("d", 2.5), strings("s", "u")));
    assertNull(receipt.leaves().getFirst().statistics());
    assertEquals(
        new Bounds(new byte[] {'t'}, new byte[] {'y'}),
        Objects.requireNonNull(receipt.leaves().getLast().statistics()).bounds());
  }

  @Test
  void aChunkWithoutBoundsLeavesTheFileWithoutThem() throws Exception {
    ParquetFiles.write(other, WriterOptions.DEFAULT, batch(2, doubles("d", Double.NaN, 7.0)));
    FileReceipt receipt = sandwich(batch(1, doubles("d", 1.0)), batch(1, doubles("d", 2.0)));
    LeafStatistics statistics = Objects.requireNonNull(receipt.leaves().getFirst().statistics());
    assertEquals(1, statistics.nanCount());
    assertNull(statistics.bounds());
  }

  @Test
  void damagedBoundsAreNotInTheReceipt() throws Exception {
    CDataColumn rows = batch(2, ints("i", 1, 2), doubles("d", 1.0, 2.0));
    ParquetFiles.write(other, WriterOptions.DEFAULT, rows);
    editFooter(footer -> {
      RowGroup rowGroup = Objects.requireNonNull(footer.getRow_groups()).getFirst();
      for (ColumnChunk chunk : Objects.requireNonNull(rowGroup.getColumns())) {
        ColumnMetaData metaData = Objects.requireNonNull(chunk.getMeta_data());
        Objects.requireNonNull(metaData.getStatistics()).setMin_value(new byte[0]);
      }
    });
    FileReceipt receipt = sandwich(rows, rows);
    for (FileReceipt.LeafReceipt leaf : receipt.leaves()) {
      assertNull(Objects.requireNonNull(leaf.statistics()).bounds());
    }
  }

  @Test
  void aChunkThatNamesAnotherColumnIsRefused() throws Exception {
    CDataColumn rows = batch(2, ints("i", 1, 2));
    ParquetFiles.write(other, WriterOptions.DEFAULT, rows);
    editFooter(footer -> {
      RowGroup rowGroup = Objects.requireNonNull(footer.getRow_groups()).getFirst();
      ColumnChunk chunk = Objects.requireNonNull(rowGroup.getColumns()).getFirst();
      Objects.requireNonNull(chunk.getMeta_data()).setPath_in_schema(List.of("j"));
    });
    SchemaException e = assertThrows(SchemaException.class, () -> sandwich(rows, rows));
    assertEquals(
        "append row groups: %s: i: expected column chunks of this path, got one of j"
            .formatted(other),
        e.getMessage());
  }

  private void editFooter(Consumer<FileMetaData> edit) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(other)).order(ByteOrder.LITTLE_ENDIAN);
    int start = bytes.capacity() - 8 - bytes.getInt(bytes.capacity() - 8);
    FileMetaData footer =
        Util.readFileMetaData(
            new ByteArrayInputStream(bytes.array(), start, bytes.capacity() - 8 - start));
    edit.accept(footer);
    ByteArrayOutputStream edited = new ByteArrayOutputStream();
    edited.write(bytes.array(), 0, start);
    Util.writeFileMetaData(footer, edited);
    edited.write(little(edited.size() - start));
    edited.write(FooterWriter.MAGIC);
    Files.write(other, edited.toByteArray());
  }

  @Test
  void anOrderOfBoundsThatNobodyKnowsIsRefused() throws Exception {
    CDataColumn rows = batch(2, ints("i", 1, 2));
    ParquetFiles.write(other, WriterOptions.DEFAULT, rows);
    byte[] bytes = Files.readAllBytes(other);
    // The footer ends with the union of the only column's order: field 1, an empty structure.
    int union = bytes.length - 8 - 4;
    assertEquals(0x1c, bytes[union]);
    bytes[union] = 0x7c;
    Files.write(other, bytes);
    SchemaException e = assertThrows(SchemaException.class, () -> sandwich(rows, rows));
    assertEquals(
        "append row groups: %s: expected known orders of bounds, got an unknown one"
            .formatted(other),
        e.getMessage());
    assertThrows(
        SchemaException.class,
        () -> {
          try (FileConcatenation files = new FileConcatenation(ChannelSink.open(file));
              ByteSource source = ByteSource.ofPath(other)) {
            files.append(source);
          }
        });
    assertFalse(Files.exists(file));
  }

  @Test
  void aRefusedFileFailsTheWriter() throws Exception {
    ParquetFiles.write(other, WriterOptions.DEFAULT, batch(1, strings("i", "a")));
    CDataColumn rows = batch(1, ints("i", 1));
    try (ParquetFileWriter writer =
            new ParquetFileWriter(
                ChannelSink.open(file), ParquetFiles.schema(rows), WriterOptions.DEFAULT);
        ByteSource source = ByteSource.ofPath(other)) {
      assertThrows(SchemaException.class, () -> writer.appendRowGroups(source));
      assertThrows(WriteException.class, writer::finish);
    }
    try (var files = Files.list(directory)) {
      assertEquals(List.of(other), files.toList());
    }
  }
}
