package dev.frazil.engine.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Arrays.asList;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import com.google.flatbuffers.FlatBufferBuilder;
import dev.frazil.encoders.ColumnChunkEncoder;
import io.airlift.compress.v3.Compressor;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.arrow.flatbuf.Schema;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.xerial.snappy.Snappy;

/// Who only writes Parquet files from C structs needs the archives of this test and no other: no
/// Iceberg, of Arrow only the classes of its schemas, nothing of the command line.
class OptionalDependenciesIT {
  private static final List<Class<?>> NEEDED =
      List.of(
          LeanWriter.class,
          ParquetFileWriter.class,
          ColumnChunkEncoder.class,
          Util.class,
          Logger.class,
          Zstd.class,
          Snappy.class,
          Compressor.class,
          Schema.class,
          FlatBufferBuilder.class);

  private static final List<String> MISSING =
      List.of(
          "org.apache.iceberg.Table",
          "com.fasterxml.jackson.databind.ObjectMapper",
          "picocli.CommandLine",
          "org.sqlite.JDBC",
          "org.slf4j.nop.NOPServiceProvider",
          "dev.hardwood.reader.ParquetFileReader",
          "de.siegmar.fastcsv.reader.CsvReader",
          "org.apache.arrow.memory.RootAllocator",
          "org.apache.arrow.vector.VectorSchemaRoot",
          "org.apache.hadoop.conf.Configuration");

  @TempDir private Path directory;

  @Test
  void aFileIsWrittenWithoutThem() throws Exception {
    Path file = directory.resolve("f.parquet");
    String classPath =
        NEEDED.stream().map(this::archive).collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            classPath,
            LeanWriter.class.getName(),
            file.toString()));
    command.addAll(MISSING);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), output);
    assertEquals(asList("1", null, "3"), ParquetFiles.column(file, "i"));
    assertEquals(asList("a", "b", null), ParquetFiles.column(file, "s"));
    assertEquals(asList("0.5", "1.5", null), ParquetFiles.column(file, "d"));
    assertTrue(
        Objects.requireNonNull(ParquetFiles.footer(file).getKey_value_metadata()).stream()
            .anyMatch(pair -> "ARROW:schema".equals(pair.getKey())));
  }

  /// Where a class comes from. Archives are copied to a place of their own: the engine's names
  /// others that would be found beside it.
  private String archive(Class<?> type) {
    try {
      Path archive = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      return Files.isDirectory(archive)
          ? archive.toString()
          : Files.copy(archive, directory.resolve(type.getSimpleName() + ".jar")).toString();
    } catch (IOException | URISyntaxException e) {
      throw new AssertionError(type.getName(), e);
    }
  }
}
