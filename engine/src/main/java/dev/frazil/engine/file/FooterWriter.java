package dev.frazil.engine.file;

import dev.frazil.encoders.ValueOrder;
import dev.frazil.engine.arrow.ArrowSchemaMessage;
import dev.frazil.engine.schema.ParquetLeaf;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.IEEE754TotalOrder;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/// The footer of a file: `FileMetaData` in the Thrift compact protocol, its length in four bytes,
/// little-endian, and the magic number (parquet.thrift and README.md of the format).
///
/// @param schema the root and the fields below it, each group before its members
/// @param columnOrders one a leaf, or null to state none
/// @param keyValueMetadata pairs in the order in which they are written
record FooterWriter(
    List<SchemaElement> schema,
    @Nullable List<ColumnOrder> columnOrders,
    List<KeyValue> keyValueMetadata) {
  /// The first and the last four bytes of every file.
  static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /// The footer's version of the format. It says nothing about what a reader must know, and every
  /// reader accepts 1.
  private static final int VERSION = 1;

  /// @param leaves those of the schema, with the orders of their bounds
  static FooterWriter of(ParquetSchema schema, List<ParquetLeaf> leaves, WriterOptions options) {
    return new FooterWriter(
        SchemaElements.of(schema),
        leaves.stream().map(FooterWriter::order).toList(),
        pairs(keyValueMetadata(schema, options)));
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

  private static List<KeyValue> pairs(Map<String, String> metadata) {
    List<KeyValue> pairs = new ArrayList<>(metadata.size());
    metadata.forEach((key, value) -> pairs.add(new KeyValue(key).setValue(value)));
    return pairs;
  }

  /// The value of the key of Arrow's schema, or null when there is none.
  @Nullable String arrowSchema() {
    for (KeyValue pair : keyValueMetadata) {
      if (ArrowSchemaMessage.KEY.equals(pair.getKey())) {
        return pair.getValue();
      }
    }
    return null;
  }

  /// Appends the footer.
  ///
  /// @param output where it goes
  /// @param rowGroups the row groups of the file, in order
  /// @return bytes of the Thrift structure, without its length and the magic number
  int write(SlabOutputStream output, List<RowGroup> rowGroups) throws IOException {
    long start = output.size();
    Util.writeFileMetaData(fileMetaData(rowGroups), output);
    long length = output.size() - start;
    if (length > Integer.MAX_VALUE) {
      throw new IOException(
          "footer: expected at most " + Integer.MAX_VALUE + " bytes, got " + length);
    }
    output.writeIntLittleEndian((int) length);
    output.write(MAGIC);
    return (int) length;
  }

  private FileMetaData fileMetaData(List<RowGroup> rowGroups) {
    long rows = 0;
    for (RowGroup rowGroup : rowGroups) {
      rows += rowGroup.getNum_rows();
    }
    FileMetaData metaData =
        new FileMetaData(VERSION, schema, rows, rowGroups).setCreated_by(CreatedBy.TEXT);
    if (columnOrders != null) {
      metaData.setColumn_orders(columnOrders);
    }
    if (!keyValueMetadata.isEmpty()) {
      metaData.setKey_value_metadata(keyValueMetadata);
    }
    return metaData;
  }
}
