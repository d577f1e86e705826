package dev.frazil.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.frazil.engine.arrow.ArrowSchemaMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.CorruptStatistics;
import org.apache.parquet.VersionParser;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;

/// The Thrift footer of a file and the page headers behind it, against what must stand there.
final class FooterCheck {
  private static final byte[] MAGIC = "PAR1".getBytes(US_ASCII);
  private static final int TRAILER = 8;

  private final byte[] file;
  private final ExpectedFile expected;

  FooterCheck(byte[] file, ExpectedFile expected) {
    this.file = file;
    this.expected = expected;
  }

  /// Reads the footer.
  ///
  /// @param file a whole file
  /// @return the footer
  static FileMetaData read(byte[] file) throws IOException {
    Expect.equal("magic", MAGIC, Arrays.copyOf(file, 4));
    Expect.equal("magic", MAGIC, Arrays.copyOfRange(file, file.length - 4, file.length));
    int start = footerStart(file);
    return Util.readFileMetaData(
        new ByteArrayInputStream(file, start, file.length - TRAILER - start));
  }

  /// The row groups of a footer.
  static List<RowGroup> groups(FileMetaData footer) {
    return Expect.present("row groups", footer.getRow_groups());
  }

  /// The metadata of a column chunk.
  static ColumnMetaData chunk(RowGroup group, int column) {
    return Expect.present("metadata of a chunk", chunks(group).get(column).getMeta_data());
  }

  private static List<ColumnChunk> chunks(RowGroup group) {
    return Expect.present("columns of a row group", group.getColumns());
  }

  private static int footerStart(byte[] file) {
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - TRAILER);
    return file.length - TRAILER - length;
  }

  /// Checks the whole footer.
  ///
  /// @return the footer
  FileMetaData verify() throws IOException {
    FileMetaData footer = read(file);
    Expect.equal("version", 1, footer.getVersion());
    Expect.equal("num_rows", (long) expected.rowCount(), footer.getNum_rows());
    verifyCreator(Expect.present("created_by", footer.getCreated_by()));
    verifySchema(Expect.present("schema", footer.getSchema()));
    verifyOrders(Expect.present("column orders", footer.getColumn_orders()));
    Map<String, String> pairs = new HashMap<>();
    List<KeyValue> written = footer.getKey_value_metadata();
    if (written != null) {
      written.forEach(pair -> pairs.put(pair.getKey(), pair.getValue()));
    }
    Expect.equal(
        "Arrow schema present",
        expected.options().arrowSchema(),
        pairs.remove(ArrowSchemaMessage.KEY) != null);
    Expect.equal("key-value metadata", expected.options().keyValueMetadata(), pairs);
    verifyRowGroups(groups(footer));
    return footer;
  }

  private void verifyOrders(List<ColumnOrder> orders) {
    Expect.equal("column orders", expected.leaves().size(), orders.size());
    for (int i = 0; i < orders.size(); i++) {
      boolean total = expected.leaves().get(i).column().totalOrder();
      Expect.equal("IEEE_754_TOTAL_ORDER", total, orders.get(i).isSetIEEE_754_TOTAL_ORDER());
      Expect.equal("TYPE_ORDER", !total, orders.get(i).isSetTYPE_ORDER());
    }
  }

  private static void verifyCreator(String creator) {
    try {
      VersionParser.ParsedVersion version = VersionParser.parse(creator);
      Expect.equal("application of created_by", "frazil", version.application);
      Expect.that("version of created_by: " + creator, version.hasSemanticVersion());
    } catch (VersionParser.VersionParseException e) {
      throw new AssertionError("created_by: " + creator, e);
    }
    Expect.that(
        "created_by: expected statistics to be trusted",
        !CorruptStatistics.shouldIgnoreStatistics(
            creator, org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY));
  }

  /// What parquet-java does not tell about the schema that it read.
  private void verifySchema(List<SchemaElement> schema) {
    SchemaElement root = schema.getFirst();
    Expect.that("root repetition: expected none", !root.isSetRepetition_type());
    Expect.equal("root children", expected.schema().getFieldCount(), root.getNum_children());
    for (SchemaElement element : schema) {
      boolean fixed = element.getType() == org.apache.parquet.format.Type.FIXED_LEN_BYTE_ARRAY;
      Expect.that("type or children", element.isSetType() != element.isSetNum_children());
      Expect.equal("type_length present", fixed, element.isSetType_length());
    }
  }

  private void verifyRowGroups(List<RowGroup> groups) throws IOException {
    FileLayout layout = new FileLayout(MAGIC.length, footerStart(file));
    int row = 0;
    for (int g = 0; g < groups.size(); g++) {
      RowGroup group = groups.get(g);
      int rows = Math.toIntExact(group.getNum_rows());
      Expect.that(
          "rows of a row group: expected 1 to the limit, got " + rows,
          rows >= 1 && rows <= expected.options().rowGroupTargetRows());
      Expect.equal("columns of a row group", expected.leaves().size(), group.getColumnsSize());
      Expect.equal(
          "file_offset of the row group", PageWalk.start(chunk(group, 0)), group.getFile_offset());
      Expect.equal("ordinal", (short) g, group.getOrdinal());
      long compressed = 0;
      long uncompressed = 0;
      for (int c = 0; c < group.getColumnsSize(); c++) {
        ColumnMetaData meta = chunk(group, c);
        layout.add(chunks(group).get(c));
        compressed += meta.getTotal_compressed_size();
        uncompressed += meta.getTotal_uncompressed_size();
        verifyChunk(g, expected.leaves().get(c).rows(row, row + rows), chunks(group).get(c));
      }
      Expect.equal("total_compressed_size", compressed, group.getTotal_compressed_size());
      Expect.equal("total_byte_size", uncompressed, group.getTotal_byte_size());
      row += rows;
    }
    Expect.equal("rows of all row groups", expected.rowCount(), row);
    layout.verify();
  }

  private void verifyChunk(int group, ExpectedLeaf leaf, ColumnChunk chunk) throws IOException {
    try {
      new ChunkCheck(expected, leaf).verify(file, chunk);
    } catch (AssertionError e) {
      throw new AssertionError(
          "row group %d, column %s: %s"
              .formatted(group, leaf.column().descriptor(), e.getMessage()),
          e);
    }
  }
}
