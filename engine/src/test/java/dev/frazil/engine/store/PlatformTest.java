package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is done where a platform lacks something, each lack forced.
class PlatformTest {
  private static final ProfileKey KEY = ProfileKey.of("sales");

  @TempDir private Path directory;

  private DatasetStore store(HookedFileCalls.Hook hook) throws IOException {
    StoreOptions options = StoreOptions.builder().lockLease(Duration.ofSeconds(20)).build();
    return DatasetStore.open(
        directory, options, HookedFileCalls.of(hook), new LinuxProcessTable(), new LeaseTable());
  }

  private static HookedFileCalls.Hook failing(String name, IOException error) {
    return call -> {
      if (call.name().equals(name)) {
        throw error;
      }
      return call.proceed();
    };
  }

  private List<Long> ids(DatasetStore store) throws IOException {
    return StoreRows.ids(store, directory, KEY, ReadRequest.latest());
  }

  private List<String> names(String path) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve(path))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /// Everything a store decides, once.
  private void writeAppendAndRetry(DatasetStore store) throws IOException {
    assertFalse(store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT).publishDeferred());
    AppendRequest append = AppendRequest.DEFAULT.withToken("once");
    assertFalse(store.append(KEY, StoreRows.ids(2), append).alreadyApplied());
    assertTrue(store.append(KEY, StoreRows.ids(2), append).alreadyApplied());
    assertEquals(List.of(1L, 2L), ids(store));
    assertFalse(store.write(KEY, StoreRows.ids(3), WriteRequest.DEFAULT).publishDeferred());
    assertEquals(List.of(3L), ids(store));
    assertEquals(
        "{\"latest_data_dir\": \"v1\"}",
        Files.readString(directory.resolve("sales/manifest.json")));
    assertFalse(Files.exists(directory.resolve("sales/manifest.json.write_lock")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Operation not permitted", "Operation not supported", "Function not implemented"})
  void withoutHardLinksAMarkerIsCreatedAndTheFileRenamed(String reason) throws IOException {
    AtomicInteger links = new AtomicInteger();
    DatasetStore store =
        store(call -> {
          if (call.name().equals("link")) {
            links.incrementAndGet();
            throw new FileSystemException(call.argument(1).toString(), null, reason);
          }
          return call.proceed();
        });
    writeAppendAndRetry(store);
    assertEquals(1, links.get(), "tried once");
    assertTrue(names("sales/v0").stream().noneMatch(name -> name.endsWith(".put")));
  }

  @Test
  void withoutHardLinksOneOfManyWins() throws Exception {
    DatasetStore store =
        store(call -> {
          if (call.name().equals("link")) {
            throw new UnsupportedOperationException();
          }
          return call.proceed();
        });
    store.write(KEY, StoreRows.ids(0), WriteRequest.DEFAULT);
    List<Future<?>> appends = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 1; i <= 40; i++) {
        long id = i / 2;
        AppendRequest request = AppendRequest.DEFAULT.withToken("row " + id);
        appends.add(threads.submit(() -> store.append(KEY, StoreRows.ids(id), request)));
      }
      for (Future<?> append : appends) {
        append.get();
      }
    }
    List<Long> found = new ArrayList<>(ids(store));
    assertEquals(22, found.size(), found.toString());
    assertEquals(21, new TreeSet<>(found).size(), found.toString());
  }

  @Test
  void aMarkerThatWasLeftBehindIsTakenAwayWhenItIsOld() throws IOException {
    DatasetStore store =
        store(call -> {
          if (call.name().equals("link")) {
            throw new UnsupportedOperationException();
          }
          return call.proceed();
        });
    store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
    Path marker = directory.resolve("sales/v0/.1.parquet.put");
    Files.createFile(marker);
    assertThrows(
        IOException.class, () -> store.append(KEY, StoreRows.ids(2), AppendRequest.DEFAULT));
    Files.createFile(directory.resolve("sales/v0/.2.parquet.put"));
    Files.setLastModifiedTime(
        directory.resolve("sales/v0/.2.parquet.put"),
        FileTime.from(Instant.now().minusSeconds(60)));
    assertEquals(2, store.append(KEY, StoreRows.ids(3), AppendRequest.DEFAULT).index());
    assertEquals(List.of(1L, 3L), ids(store));
  }

  @Test
  void aFileWithTooManyLinksIsRenamedAndOthersAreLinked() throws IOException {
    AtomicInteger links = new AtomicInteger();
    DatasetStore store =
        store(call -> {
          if (call.name().equals("link") && links.incrementAndGet() % 2 == 1) {
            throw new FileSystemException("f", null, "Too many links");
          }
          return call.proceed();
        });
    writeAppendAndRetry(store);
    assertTrue(links.get() > 4, links.toString());
  }

  @Test
  void aLinkThatWasMadeThoughTheServerSaysOtherwiseCounts() throws IOException {
    DatasetStore store =
        store(call -> {
          Object result = call.proceed();
          if (call.name().equals("link")) {
            throw new FileAlreadyExistsException(call.argument(1).toString());
          }
          return result;
        });
    writeAppendAndRetry(store);
  }

  @Test
  void whereDirectoriesCannotBeForcedContentIs() throws IOException {
    List<String> calls = Collections.synchronizedList(new ArrayList<>());
    DatasetStore store =
        store(call -> {
          calls.add(call.name());
          if (call.name().equals("forceDirectory")) {
            throw new AccessDeniedException(call.argument(0).toString());
          }
          return call.proceed();
        });
    assertEquals(Durability.CONTENT, store.durability());
    writeAppendAndRetry(store);
    assertEquals(1, calls.stream().filter("forceDirectory"::equals).count(), "found out once");
    assertTrue(calls.contains("force"));
    assertEquals(
        Durability.CONTENT_AND_NAMES,
        DatasetStore.open(directory, StoreOptions.DEFAULT).durability());
  }

  @Test
  void filesThatCannotBeDeletedAreInNobodysWay() throws IOException {
    DatasetStore store =
        store(call -> {
          if (call.name().equals("delete") && call.argument(0).toString().endsWith(".tmp")) {
            throw new AccessDeniedException(call.argument(0).toString());
          }
          return call.proceed();
        });
    writeAppendAndRetry(store);
    assertTrue(names("sales/v0").stream().anyMatch(name -> name.endsWith(".tmp")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nfs", "nfs4", "ext4"})
  void onTheThirdVersionOfNfsTheServersClockTicksAfterEachPublication(String type)
      throws IOException {
    List<String> calls = Collections.synchronizedList(new ArrayList<>());
    DatasetStore store =
        store(call -> {
          switch (call.name()) {
            case "fileSystemType" -> {
              return type;
            }
            case "link", "touch" ->
                calls.add(
                    call.name()
                        + " "
                        + directory.relativize(
                            (Path) call.argument(call.name().equals("link") ? 1 : 0)));
            case "pause" -> calls.add("pause " + call.argument(0));
            default -> {}
          }
          return call.proceed();
        });
    store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
    boolean ticks = type.equals("nfs");
    List<String> after = calls.subList(calls.indexOf("link sales/v0/.commit"), calls.size());
    assertEquals(ticks, after.contains("pause PT0.012S"), calls.toString());
    assertEquals(ticks, after.contains("touch sales/v0"), calls.toString());
    assertEquals(ticks, after.contains("touch sales"), calls.toString());
    calls.clear();
    store.append(KEY, StoreRows.ids(2), AppendRequest.DEFAULT);
    after = calls.subList(calls.indexOf("link sales/v0/1.parquet"), calls.size());
    assertEquals(ticks, after.contains("touch sales/v0"), calls.toString());
  }

  @Test
  void noSpaceLeavesOldDataAndNoTrace() throws IOException {
    DatasetStore sound = DatasetStore.open(directory, StoreOptions.DEFAULT);
    sound.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
    DatasetStore full = store(failing("write", new IOException("No space left on device")));
    String message =
        assertThrows(
                IOException.class, () -> full.write(KEY, StoreRows.ids(2), WriteRequest.DEFAULT))
            .getMessage();
    assertTrue(
        Objects.requireNonNull(message).startsWith("write: " + directory.resolve("sales/v1")),
        message);
    assertTrue(message.endsWith(": No space left on device"), message);
    assertThrows(
        IOException.class, () -> full.append(KEY, StoreRows.ids(2), AppendRequest.DEFAULT));
    assertEquals(List.of(1L), ids(sound));
    assertTrue(names("sales/v0").stream().noneMatch(name -> name.endsWith(".tmp")));
    assertTrue(
        names("sales/v1").stream()
            .allMatch(name -> name.equals(".writer") || name.equals(".lease")));
    sound.append(KEY, StoreRows.ids(3), AppendRequest.DEFAULT);
    assertEquals(List.of(1L, 3L), ids(sound));
    sound.write(KEY, StoreRows.ids(4), WriteRequest.DEFAULT);
    assertEquals(List.of(4L), ids(sound));
  }

  @Test
  void anErrorBeforeTheCommitIsAFailureAndOneAfterItIsNot() throws IOException {
    DatasetStore sound = DatasetStore.open(directory, StoreOptions.DEFAULT);
    sound.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
    DatasetStore before =
        store(call -> {
          if (call.name().equals("link") && call.argument(1).toString().endsWith(".commit")) {
            throw new FileSystemException(call.argument(1).toString(), null, "Input/output error");
          }
          return call.proceed();
        });
    String message =
        assertThrows(
                IOException.class, () -> before.write(KEY, StoreRows.ids(2), WriteRequest.DEFAULT))
            .getMessage();
    assertTrue(Objects.requireNonNull(message).contains(".commit: Input/output error"), message);
    assertEquals(List.of(1L), ids(sound));
    DatasetStore after =
        store(call -> {
          if (call.name().equals("rename")) {
            throw new FileSystemException("f", null, "Input/output error");
          }
          return call.proceed();
        });
    WriteResult result = after.write(KEY, StoreRows.ids(3), WriteRequest.DEFAULT);
    assertTrue(result.publishDeferred());
    assertEquals(
        "{\"latest_data_dir\": \"v0\"}",
        Files.readString(directory.resolve("sales/manifest.json")));
    assertEquals(List.of(3L), ids(sound));
    assertEquals(
        "{\"latest_data_dir\": \"v" + result.version() + "\"}",
        Files.readString(directory.resolve("sales/manifest.json")),
        "mended by the reader");
  }
}
