package dev.frazil.jmh;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchmarkFilesTest {
  private static final Path FLIGHTS = Path.of("..", "engine", "samples", "flights-100k.arrow");
  private static final int ROWS = 25_000;

  @ParameterizedTest
  @CsvSource({
    "taxi,uncompressed",
    "taxi,snappy",
    "taxi,zstd:1",
    "flights,uncompressed",
    "flights,snappy",
    "flights,zstd:1",
    "nested,uncompressed",
    "nested,snappy",
    "strings,uncompressed",
    "strings,snappy",
    "ints,uncompressed",
    "doubles,snappy",
    "strings_low,zstd:1",
    "strings_high,snappy"
  })
  void bothWritersWriteTheSameRows(String input, String codec, @TempDir Path folder)
      throws IOException {
    try (Batches batches = Batches.of(input, FLIGHTS, ROWS)) {
      verify(batches, codec, folder);
    }
  }

  @Test
  void theSampleIsRepeatedAndCut() throws IOException {
    try (Batches batches = Batches.file(FLIGHTS, 130_001)) {
      List<VectorSchemaRoot> roots = batches.roots();
      assertEquals(130_001, roots.stream().mapToInt(VectorSchemaRoot::getRowCount).sum());
      assertEquals(
          roots.getFirst().getVector("origin").getObject(7),
          roots.get(5).getVector("origin").getObject(7));
    }
  }

  private static void verify(Batches batches, String codec, Path folder) throws IOException {
    MemoryOutputFile peer = new MemoryOutputFile();
    new ParquetJavaWriter(batches.roots(), codec).write(peer);
    List<String> expected = records(folder.resolve("peer.parquet"), peer.bytes());
    assertEquals(ROWS, expected.size());
    try (FrazilWriter frazil = new FrazilWriter(batches, codec)) {
      // The second file comes from memory that was used before.
      for (int i = 0; i < 2; i++) {
        frazil.write();
        byte[] file = frazil.sink().segment().toArray(JAVA_BYTE);
        assertEquals(expected, records(folder.resolve(i + ".parquet"), file));
        assertTrue(
            file.length < 1.05 * peer.length(),
            () -> file.length + " bytes against " + peer.length());
      }
    }
  }

  private static List<String> records(Path path, byte[] file) throws IOException {
    Files.write(path, file);
    List<String> records = new ArrayList<>();
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            new LocalInputFile(path),
            ParquetReadOptions.builder(new PlainParquetConfiguration())
                .usePageChecksumVerification(true)
                .build())) {
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
