package dev.frazil.engine.file;

import dev.frazil.encoders.ValueOrder;
import dev.frazil.encoders.memory.CompactWriter;
import dev.frazil.encoders.memory.Layouts;
import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.arrow.ArrowSchemaMessage;
import dev.frazil.engine.schema.ParquetLeaf;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.IEEE754TotalOrder;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TypeDefinedOrder;
import org.jspecify.annotations.Nullable;

/// The footer of a file: `FileMetaData` in the Thrift compact protocol, its length in four bytes,
/// little-endian, and the magic number (parquet.thrift and README.md of the format). What is the
/// same in every file, all but rows and row groups, is serialised once.
final class FooterWriter {
  /// The first and the last four bytes of every file.
  static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /// The footer's version of the format. It says nothing about what a reader must know, and every
  /// reader accepts 1.
  private static final int VERSION = 1;

  private final List<SchemaElement> schema;
  private final @Nullable List<ColumnOrder> columnOrders;
  private final Map<String, String> keyValueMetadata;

  /// The fields before the count of rows, and those behind the row groups.
  private final byte[] head;

  private final byte[] rest;

  /// @param schema the root and the fields below it, each group before its members
  /// @param columnOrders one a leaf, or null to state none
  /// @param keyValueMetadata pairs in the order in which they are written
  FooterWriter(
      List<SchemaElement> schema,
      @Nullable List<ColumnOrder> columnOrders,
      Map<String, String> keyValueMetadata)
      throws IOException {
    this.schema = schema;
    this.columnOrders = columnOrders;
    this.keyValueMetadata = keyValueMetadata;
    try (Slab slab = new Slab()) {
      CompactWriter writer = new CompactWriter(slab);
      writeHead(writer);
      head = writer.bytes().toArray(Layouts.BYTE);
      writer.size(0);
      writeRest(writer);
      rest = writer.bytes().toArray(Layouts.BYTE);
    }
  }

  /// @param leaves those of the schema, with the orders of their bounds
  static FooterWriter of(ParquetSchema schema, List<ParquetLeaf> leaves, WriterOptions options)
      throws IOException {
    return new FooterWriter(
        SchemaElements.of(schema),
        leaves.stream().map(FooterWriter::order).toList(),
        keyValueMetadata(schema, options));
  }

  private static ColumnOrder order(ParquetLeaf leaf) {
    return leaf.column().order() == ValueOrder.IEEE_754_TOTAL_ORDER
        ? ColumnOrder.IEEE_754_TOTAL_ORDER(new IEEE754TotalOrder())
        : ColumnOrder.TYPE_ORDER(new TypeDefinedOrder());
  }

  private static Map<String, String> keyValueMetadata(ParquetSchema schema, WriterOptions options) {
    if (!options.arrowSchema() || options.keyValueMetadata().containsKey(ArrowSchemaMessage.KEY)) {
      return options.keyValueMetadata();
    }
    Map<String, String> metadata = new TreeMap<>(options.keyValueMetadata());
    metadata.put(ArrowSchemaMessage.KEY, ArrowSchemaMessage.base64(schema.source()));
    return metadata;
  }

  private void writeHead(CompactWriter writer) throws IOException {
    writer.begin();
    writer.i32(1, VERSION);
    writer.list(2, CompactWriter.STRUCT, schema.size());
    for (SchemaElement element : schema) {
      writer.raw(ThriftWriter.bytes(element));
    }
  }

  private void writeRest(CompactWriter writer) throws IOException {
    writer.after(4);
    if (!keyValueMetadata.isEmpty()) {
      writer.list(5, CompactWriter.STRUCT, keyValueMetadata.size());
      for (Map.Entry<String, String> pair : keyValueMetadata.entrySet()) {
        writer.begin();
        writer.binary(1, pair.getKey().getBytes(StandardCharsets.UTF_8));
        writer.binary(2, pair.getValue().getBytes(StandardCharsets.UTF_8));
        writer.end();
      }
      writer.after(5);
    }
    writer.binary(6, CreatedBy.TEXT.getBytes(StandardCharsets.UTF_8));
    if (columnOrders != null) {
      writer.list(7, CompactWriter.STRUCT, columnOrders.size());
      for (ColumnOrder order : columnOrders) {
        writer.raw(ThriftWriter.bytes(order));
      }
    }
    writer.end();
  }

  /// The root and the fields below it.
  List<SchemaElement> schema() {
    return schema;
  }

  /// One a leaf, or null where none are stated.
  @Nullable List<ColumnOrder> columnOrders() {
    return columnOrders;
  }

  /// The value of the key of Arrow's schema, or null when there is none.
  @Nullable String arrowSchema() {
    return keyValueMetadata.get(ArrowSchemaMessage.KEY);
  }

  /// Appends the footer.
  ///
  /// @param writer where it goes
  /// @param rowGroups the row groups of the file
  /// @param columnIndex where the first column index stands in the file
  /// @param offsetIndex where the first offset index stands
  /// @return bytes of the Thrift structure, without its length and the magic number
  int write(CompactWriter writer, RowGroupSection rowGroups, long columnIndex, long offsetIndex)
      throws IOException {
    long start = writer.size();
    writer.raw(head);
    writer.after(2);
    writer.i64(3, rowGroups.rowCount());
    writer.list(4, CompactWriter.STRUCT, rowGroups.count());
    rowGroups.write(writer, columnIndex, offsetIndex);
    writer.raw(rest);
    long length = writer.size() - start;
    if (length > Integer.MAX_VALUE) {
      throw new IOException(
          "footer: expected at most " + Integer.MAX_VALUE + " bytes, got " + length);
    }
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      writer.raw((int) length >>> shift);
    }
    writer.raw(MAGIC);
    return (int) length;
  }
}
