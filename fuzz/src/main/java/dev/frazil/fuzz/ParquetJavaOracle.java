package dev.frazil.fuzz;

import dev.frazil.fuzz.readers.BrotliCodecs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/// parquet-java as the judge of a file: it reads every value with its checksums verified, and what
/// it reads, what its footer says and what the engine's receipt says must be what was put in.
///
/// Failures are `AssertionError`s that name the column, what was expected and what was found.
public final class ParquetJavaOracle {
  private ParquetJavaOracle() {}

  /// Compares a file with what must be in it.
  ///
  /// @param written the file and its receipt
  /// @param expected values, types and limits
  static void verify(WrittenFile written, ExpectedFile expected) throws IOException {
    FileMetaData footer = new FooterCheck(written.bytes(), expected).verify();
    ReceiptCheck.verify(written, expected, footer);
    try (ParquetFileReader reader = open(written.bytes())) {
      MessageType schema = reader.getFileMetaData().getSchema();
      Expect.equal("schema", expected.schema().getFields(), schema.getFields());
      verifyStatistics(reader.getRowGroups(), footer);
      List<LeafSlots> leaves = slots(reader);
      for (int c = 0; c < expected.leaves().size(); c++) {
        verifySlots(expected.leaves().get(c), leaves.get(c));
      }
    }
  }

  /// Reads the slots of all leaves.
  ///
  /// @param file the whole file
  /// @return the slots of each leaf: `Boolean`, `Long` (INT32, INT64, and the raw bits of FLOAT and
  ///   DOUBLE), `byte[]`, or null where a slot has no value
  /// @throws IOException if parquet-java cannot read it
  public static List<List<@Nullable Object>> read(byte[] file) throws IOException {
    try (ParquetFileReader reader = open(file)) {
      return slots(reader).stream().map(LeafSlots::values).toList();
    }
  }

  /// Reads the slots of all leaves with their levels.
  ///
  /// @param file the whole file
  static List<LeafSlots> slots(byte[] file) throws IOException {
    try (ParquetFileReader reader = open(file)) {
      return slots(reader);
    }
  }

  /// Checks that every value of a column annotated as text is UTF-8.
  ///
  /// @param file the whole file
  /// @throws IOException if parquet-java cannot read it, or a value is not UTF-8
  static void verifyText(byte[] file) throws IOException {
    try (ParquetFileReader reader = open(file)) {
      List<ColumnDescriptor> columns = reader.getFileMetaData().getSchema().getColumns();
      List<LeafSlots> leaves = slots(reader);
      for (int c = 0; c < leaves.size(); c++) {
        if (LogicalTypeAnnotation.stringType()
            .equals(columns.get(c).getPrimitiveType().getLogicalTypeAnnotation())) {
          for (Object value : leaves.get(c).values()) {
            if (value instanceof byte[] bytes) {
              StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            }
          }
        }
      }
    }
  }

  /// The rows that a reader of one split of a file gets.
  ///
  /// @param file the whole file
  /// @param start first byte of the split
  /// @param end byte behind the split
  /// @return a count
  static long rowsOfSplit(byte[] file, long start, long end) throws IOException {
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            new MemoryInputFile(file),
            ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withRange(start, end)
                .build())) {
      return reader.getRecordCount();
    }
  }

  private static ParquetFileReader open(byte[] file) throws IOException {
    return ParquetFileReader.open(
        new MemoryInputFile(file),
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .usePageChecksumVerification(true)
            .withCodecFactory(new BrotliCodecs())
            .build());
  }

  /// The slots of a leaf as they were read.
  record LeafSlots(
      List<Integer> repetitions, List<Integer> definitions, List<@Nullable Object> values) {
    LeafSlots() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  private static List<LeafSlots> slots(ParquetFileReader reader) throws IOException {
    MessageType schema = reader.getFileMetaData().getSchema();
    List<ColumnDescriptor> columns = schema.getColumns();
    List<LeafSlots> leaves = columns.stream().map(_ -> new LeafSlots()).toList();
    for (PageReadStore pages = reader.readNextRowGroup();
        pages != null;
        pages = reader.readNextRowGroup()) {
      ColumnReadStoreImpl store =
          new ColumnReadStoreImpl(
              pages,
              new DummyRecordConverter(schema).getRootConverter(),
              schema,
              reader.getFileMetaData().getCreatedBy());
      for (int c = 0; c < leaves.size(); c++) {
        read(store.getColumnReader(columns.get(c)), pages.getRowCount(), leaves.get(c));
      }
    }
    return leaves;
  }

  /// Behind the last slot of a chunk the repetition level is that of a row.
  private static void read(ColumnReader reader, long rows, LeafSlots slots) {
    int present = reader.getDescriptor().getMaxDefinitionLevel();
    for (long row = 0; row < rows; row++) {
      do {
        slots.repetitions().add(reader.getCurrentRepetitionLevel());
        slots.definitions().add(reader.getCurrentDefinitionLevel());
        slots.values().add(reader.getCurrentDefinitionLevel() < present ? null : value(reader));
        reader.consume();
      } while (reader.getCurrentRepetitionLevel() > 0);
    }
  }

  private static Object value(ColumnReader reader) {
    return switch (reader.getDescriptor().getPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> reader.getBoolean();
      case INT32 -> (long) reader.getInteger();
      case INT64 -> reader.getLong();
      case FLOAT -> (long) Float.floatToRawIntBits(reader.getFloat());
      case DOUBLE -> Double.doubleToRawLongBits(reader.getDouble());
      case BINARY, FIXED_LEN_BYTE_ARRAY -> reader.getBinary().getBytes();
      case INT96 -> throw new AssertionError("INT96: expected never to be written");
    };
  }

  /// parquet-java must see the bounds that the footer holds, and not set them aside.
  private static void verifyStatistics(List<BlockMetaData> groups, FileMetaData footer) {
    for (int g = 0; g < groups.size(); g++) {
      for (int c = 0; c < groups.get(g).getColumns().size(); c++) {
        Statistics<?> seen = groups.get(g).getColumns().get(c).getStatistics();
        org.apache.parquet.format.Statistics written =
            Expect.present(
                "statistics",
                FooterCheck.chunk(FooterCheck.groups(footer).get(g), c).getStatistics());
        Expect.equal("nulls seen", written.getNull_count(), seen.getNumNulls());
        Expect.equal("bounds seen", written.isSetMin_value(), seen.hasNonNullValue());
        if (written.isSetMin_value()) {
          Expect.equal("min seen", written.getMin_value(), seen.getMinBytes());
          Expect.equal("max seen", written.getMax_value(), seen.getMaxBytes());
        }
      }
    }
  }

  private static void verifySlots(ExpectedLeaf expected, LeafSlots actual) {
    ColumnDescriptor leaf = expected.column().descriptor();
    Expect.equal("slots of " + leaf, expected.size(), actual.values().size());
    for (int i = 0; i < expected.size(); i++) {
      String slot = "slot %d of %s".formatted(i, leaf);
      if (!Objects.deepEquals(expected.values().get(i), actual.values().get(i))) {
        Expect.equal(slot, expected.values().get(i), actual.values().get(i));
      }
      if (!expected.repetitions().get(i).equals(actual.repetitions().get(i))) {
        Expect.equal(
            "repetition level of " + slot,
            expected.repetitions().get(i),
            actual.repetitions().get(i));
      }
      if (!expected.definitions().get(i).equals(actual.definitions().get(i))) {
        Expect.equal(
            "definition level of " + slot,
            expected.definitions().get(i),
            actual.definitions().get(i));
      }
    }
  }
}
