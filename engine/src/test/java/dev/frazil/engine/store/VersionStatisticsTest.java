package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.Bounds;
import dev.frazil.engine.scan.ColumnStatistics;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.FileStatistics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionStatisticsTest {
  @TempDir Path directory;
  private final AtomicInteger reads = new AtomicInteger();
  private VersionDirectory version;
  private boolean readOnly;

  @BeforeEach
  void open() throws IOException {
    FileCalls counted =
        HookedFileCalls.of(call -> {
          if (call.name().equals("read")) {
            reads.incrementAndGet();
          }
          if (readOnly && call.isChange()) {
            throw new IOException("read-only");
          }
          return call.proceed();
        });
    Platform platform =
        Platform.open(
            directory, StoreOptions.DEFAULT, counted, new LinuxProcessTable(), LeaseTable.PROCESS);
    version = new VersionDirectory(platform, 3, Files.createDirectory(directory.resolve("v3")));
  }

  private static FileStatistics statistics(long index) {
    byte[] bound = ByteBuffer.allocate(8).putLong(Long.reverseBytes(index)).array();
    return new FileStatistics(
        index,
        Map.of(
            "x",
            new ColumnStatistics(
                "int64",
                OptionalLong.of(0),
                OptionalLong.of(0),
                new Bounds(bound, bound.clone()),
                true)));
  }

  private void file(long index, int size) throws IOException {
    Files.write(version.data(index, DataFormat.PARQUET), new byte[size]);
  }

  private void sidecar(long index, int size) throws IOException {
    Files.writeString(
        version.statistics(index),
        new StatisticsSidecar(new FileFacts(index, size, 0), statistics(index)).text());
  }

  private static SortedSet<Long> indexes(long end) {
    return new TreeSet<>(LongStream.range(1, end).boxed().toList());
  }

  private @Nullable FileStatistics of(SortedSet<Long> indexes, long index) {
    return new VersionStatistics(version, DataFormat.PARQUET, indexes, null).of(index);
  }

  private List<Path> caches() throws IOException {
    try (Stream<Path> files = Files.list(version.path())) {
      return files.filter(file -> file.getFileName().toString().startsWith(".bounds-")).toList();
    }
  }

  @Test
  void tenThousandFilesArePlannedByOneCache() throws IOException {
    int end = 10_000;
    for (int i = 1; i < end + 10; i++) {
      file(i, i % 100);
      sidecar(i, i % 100);
    }
    assertEquals(statistics(77), of(indexes(end), 77));
    assertEquals(1, caches().size());
    reads.set(0);
    VersionStatistics again =
        new VersionStatistics(version, DataFormat.PARQUET, indexes(end), null);
    for (long index : indexes(end)) {
      assertEquals(statistics(index), again.of(index));
    }
    assertEquals(1, reads.get());
    reads.set(0);
    assertEquals(statistics(end + 5), of(indexes(end + 10), end + 5));
    assertEquals(11, reads.get(), "the cache of the smaller set, and the files that came after");
    assertEquals(1, caches().size());
  }

  @Test
  void aCacheOfMoreFilesTakesThePlaceOfTheOneBefore() throws IOException {
    int many = VersionStatistics.SIDECARS + 2;
    for (int i = 1; i < 2 * many; i++) {
      file(i, 1);
      sidecar(i, 1);
    }
    assertEquals(statistics(1), of(indexes(many), 1));
    Path first = caches().getFirst();
    assertEquals(statistics(1), of(indexes(2L * many), 1));
    assertEquals(1, caches().size());
    assertTrue(Files.notExists(first));
    reads.set(0);
    assertEquals(statistics(2), of(indexes(many), 2), "a later snapshot token names fewer files");
    assertNull(of(indexes(many), 2 * many - 1));
    assertEquals(2, reads.get());
  }

  @Test
  void nothingIsKnownOfFilesWithoutAnHonestSidecar() throws IOException {
    file(1, 10);
    file(2, 10);
    sidecar(2, 11);
    file(3, 10);
    sidecar(3, 10);
    byte[] damaged = Files.readAllBytes(version.statistics(3));
    damaged[damaged.length / 2] ^= 1;
    Files.write(version.statistics(3), damaged);
    sidecar(4, 10);
    file(5, 10);
    sidecar(5, 10);
    for (long index = 1; index < 5; index++) {
      assertNull(of(indexes(6), index), "index " + index);
    }
    assertEquals(statistics(5), of(indexes(6), 5));
    assertNull(new VersionStatistics(version, DataFormat.CSV, indexes(6), null).of(5));
  }

  @Test
  void filesOfWhichNothingIsKnownAreInTheCacheToo() throws IOException {
    int many = VersionStatistics.SIDECARS + 2;
    for (int i = 1; i < many; i++) {
      file(i, 1);
    }
    assertNull(of(indexes(many), 1));
    for (int i = 1; i < many; i++) {
      sidecar(i, 1);
    }
    assertNull(of(indexes(many), 1));
  }

  @Test
  void aDamagedCacheIsMadeAnew() throws IOException {
    int many = VersionStatistics.SIDECARS + 2;
    for (int i = 1; i < many; i++) {
      file(i, 1);
      sidecar(i, 1);
    }
    assertEquals(statistics(1), of(indexes(many), 1));
    Path cache = caches().getFirst();
    byte[] good = Files.readAllBytes(cache);
    for (int at : new int[] {0, 9, good.length / 2, good.length - 2}) {
      byte[] damaged = good.clone();
      damaged[at] ^= 1;
      Files.write(cache, damaged);
      assertEquals(statistics(1), of(indexes(many), 1));
      assertEquals(List.of(cache), caches());
      assertEquals(-1, Arrays.mismatch(good, Files.readAllBytes(cache)));
    }
    Files.move(cache, version.path().resolve(".bounds-" + "0".repeat(32)));
    assertEquals(statistics(1), of(indexes(many), 1));
    assertEquals(List.of(cache), caches(), "a cache of another set than its name says is no cache");
  }

  @Test
  void whereNothingCanBeWrittenSidecarsAreRead() throws IOException {
    int many = VersionStatistics.SIDECARS + 2;
    for (int i = 1; i < many; i++) {
      file(i, 1);
      sidecar(i, 1);
    }
    readOnly = true;
    assertEquals(statistics(1), of(indexes(many), 1));
    assertEquals(List.of(), caches());
    Files.move(version.path(), directory.resolve("gone"));
    assertNull(of(indexes(many), 1), "a version that was pruned under a reader without a lease");
  }

  @Test
  void thousandColumnsAreFine() throws IOException {
    Map<String, ColumnStatistics> columns = new HashMap<>();
    for (int i = 0; i < 1000; i++) {
      columns.put("c" + i, statistics(i).columns().get("x"));
    }
    FileStatistics wide = new FileStatistics(1, columns);
    file(1, 10);
    String text = new StatisticsSidecar(new FileFacts(1, 10, 0), wide).text();
    Files.writeString(version.statistics(1), text);
    assertEquals(wide, of(indexes(2), 1));
    assertTrue(text.length() < 64_000, text.length() + " characters");
  }
}
