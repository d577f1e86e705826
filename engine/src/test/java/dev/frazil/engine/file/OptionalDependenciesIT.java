package dev.frazil.engine.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Arrays.asList;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.Zstd;
import com.google.flatbuffers.FlatBufferBuilder;
import dev.frazil.encoders.ColumnChunkEncoder;
import dev.hardwood.reader.ParquetFileReader;
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

/// Who only writes Parquet files from C structs, or keeps them in a store, needs the archives of
/// this test and no other: no Iceberg, of Arrow only the classes of its schemas, nothing of the
/// command line.
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

  /// What a store of Parquet files needs beside.
  private static final List<Class<?>> NEEDED_BY_STORES =
      List.of(ParquetFileReader.class, ObjectMapper.class, JsonFactory.class, JsonProperty.class);

  private static final List<String> MISSING =
      List.of(
          "org.apache.iceberg.Table",
          "picocli.CommandLine",
          "org.sqlite.JDBC",
          "org.slf4j.nop.NOPServiceProvider",
          "de.siegmar.fastcsv.reader.CsvReader",
          "org.apache.arrow.memory.RootAllocator",
          "org.apache.arrow.vector.VectorSchemaRoot",
          "org.apache.hadoop.conf.Configuration");

  private static final List<String> MISSING_BUT_FOR_STORES =
      List.of(
          "com.fasterxml.jackson.databind.ObjectMapper", "dev.hardwood.reader.ParquetFileReader");

  @TempDir private Path directory;

  @Test
  void aFileIsWrittenWithoutThem() throws Exception {
    Path file = directory.resolve("f.parquet");
    List<String> arguments = new ArrayList<>(List.of(file.toString()));
    arguments.addAll(MISSING);
    arguments.addAll(MISSING_BUT_FOR_STORES);
    run(LeanWriter.class, NEEDED, arguments);
    assertEquals(asList("1", null, "3"), ParquetFiles.column(file, "i"));
    assertEquals(asList("a", "b", null), ParquetFiles.column(file, "s"));
    assertEquals(asList("0.5", "1.5", null), ParquetFiles.column(file, "d"));
    assertTrue(
        Objects.requireNonNull(ParquetFiles.footer(file).getKey_value_metadata()).stream()
            .anyMatch(pair -> "ARROW:schema".equals(pair.getKey())));
  }

  @Test
  void aStoreOfParquetFilesIsWrittenAndReadWithoutThem() throws Exception {
    Path store = directory.resolve("store");
    List<Class<?>> needed = new ArrayList<>(NEEDED);
    needed.addAll(NEEDED_BY_STORES);
    List<String> arguments = new ArrayList<>(List.of(store.toString()));
    arguments.addAll(MISSING);
    String output = run(LeanStore.class, needed, arguments);
    assertTrue(output.endsWith("v0:0-1 [3, 5]\n"), output);
    assertEquals(asList("1", null, "3"), ParquetFiles.column(store.resolve("p/v0/0.parquet"), "i"));
  }

  /// Runs a program in a JVM that has the archives of some classes alone.
  private String run(Class<?> program, List<Class<?>> needed, List<String> arguments)
      throws IOException, InterruptedException {
    String classPath =
        needed.stream().map(this::archive).collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath, program.getName()));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
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
