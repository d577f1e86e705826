package dev.frazil.engine.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/// A file of parquet-java with everything that it can write: pages of ten rows, indexes, bloom
/// filters, checksums, size statistics.
final class SampleFile {
  static final int ROWS = 40;
  static final int ROWS_PER_PAGE = 10;

  static final int ID = 0;
  static final int NAME = 1;
  static final int RATIO = 2;
  static final int LIST = 3;
  static final int KIND = 4;

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message schema {
            required int64 id;
            optional binary name (STRING);
            optional double ratio;
            optional group list (LIST) { repeated group list { optional int32 element; } }
            required binary kind (STRING);
          }
          """);

  private SampleFile() {}

  /// Writes the file.
  ///
  /// @param version of the data pages
  static byte[] write(Path folder, ParquetProperties.WriterVersion version) throws IOException {
    Path file = Files.createTempFile(folder, "sample", ".parquet");
    Files.delete(file);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withWriterVersion(version)
            .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
            .withDictionaryEncoding(false)
            .withDictionaryEncoding("kind", true)
            .withPageRowCountLimit(ROWS_PER_PAGE)
            .withMinRowCountForPageSizeCheck(1)
            .withMaxBloomFilterBytes(1024)
            .withBloomFilterEnabled("name", true)
            .withBloomFilterEnabled("id", true)
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        writer.write(row(row));
      }
    }
    return Files.readAllBytes(file);
  }

  /// Rows ascend by id and by kind; the third page has no ratio and no name; page 1 has NaN.
  private static Group row(int row) {
    Group group = new SimpleGroup(SCHEMA);
    group.add("id", (long) row);
    int page = row / ROWS_PER_PAGE;
    if (page != 2) {
      group.add("name", "name " + row % 7);
      group.add("ratio", row == 15 ? Double.NaN : row / 4.0 - 2);
    }
    if (row % 5 != 0) {
      Group list = group.addGroup("list");
      for (int i = 0; i < row % 5 - 1; i++) {
        Group element = list.addGroup("list");
        if (i != 1) {
          element.add("element", row * 10 + i);
        }
      }
    }
    group.add("kind", "kind " + (char) ('a' + page));
    return group;
  }
}
