package dev.frazil.jmh;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.engine.file.ChannelSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every writer writes the rows of the others, in row groups of the same rows.
class PeerFilesTest {
  private static final int ROWS = 25_000;
  private static final int GROUP = 10_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "taxi/snappy",
        "taxi/zstd:1",
        "ints/uncompressed",
        "doubles/uncompressed",
        "strings_low/snappy",
        "strings_high/uncompressed",
        "nested/snappy"
      })
  void allWritersWriteTheSameRows(String data, @TempDir Path folder)
      throws IOException, SQLException {
    DataSet set = DataSet.parse(data);
    try (Batches batches = Batches.of(set.input(), folder, ROWS, GROUP);
        FrazilWriter frazil =
            new FrazilWriter(batches, set.options(new EncodingPolicy.Compatible(), GROUP))) {
      MemoryOutputFile memory = new MemoryOutputFile();
      new ParquetJavaWriter(batches.roots(), set.codec(), GROUP).write(memory);
      List<String> expected = records(memory, folder.resolve("parquet-java"), GROUP);
      assertEquals(ROWS, expected.size());

      frazil.write();
      Path file = folder.resolve("frazil");
      Files.write(file, frazil.sink().segment().toArray(JAVA_BYTE));
      assertEquals(expected, records(file, GROUP));
      frazil.writeExported();
      Files.write(file, frazil.sink().segment().toArray(JAVA_BYTE));
      assertEquals(expected, records(file, GROUP));
      frazil.write(ChannelSink.open(folder.resolve("channel")));
      assertEquals(expected, records(folder.resolve("channel"), GROUP));

      assertEquals(
          ROWS, new IcebergWriter(batches.roots(), set.codec(), GROUP).write(memory).recordCount());
      assertEquals(expected, records(memory, folder.resolve("iceberg"), GROUP));
      new TrinoWriter(batches.roots(), set.codec(), GROUP).write(memory.create(0));
      assertEquals(expected, records(memory, folder.resolve("trino"), GROUP));
      duckDb(batches, set, folder.resolve("duckdb"), expected);
      if (set.codec().equals("uncompressed")) {
        Path own = Files.createDirectory(folder.resolve("dataset"));
        ArrowDatasetWriter dataset = new ArrowDatasetWriter(batches, own);
        dataset.write();
        assertEquals(expected.size(), records(dataset.file(), GROUP).size());
      }
    }
  }

  private static void duckDb(Batches batches, DataSet set, Path file, List<String> expected)
      throws IOException, SQLException {
    try (DuckDbWriter writer = new DuckDbWriter(batches, set.codec(), GROUP, file)) {
      writer.write();
      writer.write();
    }
    assertEquals(expected, records(file, GROUP));
  }

  private static List<String> records(MemoryOutputFile memory, Path path, int group)
      throws IOException {
    Files.write(path, memory.bytes());
    return records(path, group);
  }

  private static List<String> records(Path path, int group) throws IOException {
    List<String> records = new ArrayList<>();
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            new LocalInputFile(path),
            ParquetReadOptions.builder(new PlainParquetConfiguration()).build())) {
      assertEquals(
          group,
          reader.getRowGroups().stream().mapToLong(BlockMetaData::getRowCount).max().orElse(0),
          path::toString);
      MessageType schema = reader.getFileMetaData().getSchema();
      for (PageReadStore pages = reader.readNextRowGroup();
          pages != null;
          pages = reader.readNextRowGroup()) {
        RecordReader<Group> rows =
            new ColumnIOFactory()
                .getColumnIO(schema)
                .getRecordReader(pages, new GroupRecordConverter(schema));
        for (long i = 0; i < pages.getRowCount(); i++) {
          records.add(rows.read().toString());
        }
      }
    }
    return records;
  }
}
