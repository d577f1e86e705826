package dev.frazil.engine.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/// Files that parquet-java writes, with all that it knows: indexes, bloom filters, several pages
/// and row groups.
final class ForeignFile {
  static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          "message m { required int64 id; optional binary name (STRING); optional group tags (LIST)"
              + " { repeated group list { optional int32 element; } } }");

  private ForeignFile() {}

  /// Rows `from .. to`: row `i` has id `i`, name `name<i % 100>` unless `i % 7` is 0, and `i % 3`
  /// tags.
  static void write(Path file, int from, int to) throws IOException {
    Files.deleteIfExists(file);
    SimpleGroupFactory factory = new SimpleGroupFactory(SCHEMA);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_2_0)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withPageRowCountLimit(50)
            .withRowGroupRowCountLimit(200)
            .withBloomFilterEnabled("id", true)
            .withBloomFilterEnabled("name", true)
            .build()) {
      for (int i = from; i < to; i++) {
        Group group = factory.newGroup().append("id", (long) i);
        if (i % 7 != 0) {
          group.append("name", "name" + i % 100);
        }
        Group tags = group.addGroup("tags");
        for (int tag = 0; tag < i % 3; tag++) {
          tags.addGroup("list").append("element", tag);
        }
        writer.write(group);
      }
    }
  }

  static ParquetFileReader open(Path file) throws IOException {
    return ParquetFileReader.open(new LocalInputFile(file));
  }
}
