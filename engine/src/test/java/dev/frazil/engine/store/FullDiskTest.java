package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk that is full or may only be read, and directories that others take away or close. The
/// disk is one of memory, which only root can make; where that cannot be, its tests are skipped.
class FullDiskTest {
  private static final ProfileKey P = ProfileKey.of("p");
  private static final PruneRequest EVERYTHING =
      PruneRequest.builder().olderThan(Duration.ZERO).build();

  @TempDir Path folder;

  private Path disk = Path.of("");
  private boolean mounted;

  /// Makes a disk of one megabyte.
  private DatasetStore mount() throws Exception {
    disk = Files.createDirectory(folder.resolve("disk"));
    mounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString());
    assumeTrue(mounted, "skipped: only root can mount a small disk");
    DatasetStore store = DatasetStore.open(disk.resolve("store"), StoreOptions.DEFAULT);
    write(store, 1);
    append(store, 2);
    return store;
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertTrue(run("umount", disk.toString()));
    }
  }

  private static void write(DatasetStore store, long stamp) throws IOException {
    store.write(P, StampedRows.source(stamp), WriteRequest.DEFAULT);
  }

  private static void append(DatasetStore store, long stamp) throws IOException {
    store.append(P, StampedRows.source(stamp), AppendRequest.DEFAULT);
  }

  private static List<String> latest(DatasetStore store) throws IOException {
    return CrashScenario.latest(store, P);
  }

  /// Fills the disk to the last byte.
  private void fill() throws IOException {
    try (OutputStream file = Files.newOutputStream(disk.resolve("filler"))) {
      byte[] page = new byte[4096];
      for (int i = 0; i < 1 << 10; i++) {
        file.write(page);
      }
    } catch (IOException full) {
      return;
    }
    throw new IOException("the disk is not full");
  }

  private void assertFails(org.junit.jupiter.api.function.Executable call) {
    IOException error = assertThrows(IOException.class, call);
    assertTrue(String.valueOf(error.getMessage()).contains(disk.toString()), error::toString);
  }

  @Test
  void aFullDiskTakesNothingAndLosesNothing() throws Exception {
    DatasetStore store = mount();
    fill();
    Set<String> before = files();
    assertFails(() -> write(store, 3));
    assertFails(() -> append(store, 4));
    assertFails(() -> store.compact(P, CompactRequest.DEFAULT));
    assertEquals(List.of("1", "2"), latest(store));
    Set<String> left = files();
    left.removeIf(name -> before.contains(name) || !name.endsWith(".tmp"));
    assertEquals(Set.of(), left);
    Files.delete(disk.resolve("filler"));
    append(store, 5);
    store.compact(P, CompactRequest.DEFAULT);
    assertEquals(List.of("1", "2", "5"), latest(store));
    write(store, 6);
    assertEquals(List.of("6"), latest(store));
  }

  @Test
  void aFullDiskCanBePruned() throws Exception {
    DatasetStore store = mount();
    write(store, 3);
    fill();
    assertEquals(List.of(0L), store.prune(P, EVERYTHING).pruned());
    assertEquals(List.of("3"), latest(store));
    write(store, 4); // in the place that became free
    assertEquals(List.of("4"), latest(store));
  }

  @Test
  void aDiskThatMayOnlyBeReadIsRead() throws Exception {
    DatasetStore store = mount();
    assertTrue(run("mount", "-o", "remount,ro", disk.toString()));
    DatasetStore other = DatasetStore.open(disk.resolve("store"), StoreOptions.DEFAULT);
    assertEquals(List.of("1", "2"), latest(other));
    assertFails(() -> write(store, 3));
    assertFails(() -> append(store, 4));
    assertFails(() -> store.rollback(P, 0));
    assertTrue(run("mount", "-o", "remount,rw", disk.toString()));
    append(store, 5);
    assertEquals(List.of("1", "2", "5"), latest(store));
  }

  @Test
  void aDirectoryThatMayNotBeEnteredIsAnError() throws Exception {
    assumeTrue(!System.getProperty("user.name").equals("root"), "skipped: root may do everything");
    disk = folder;
    DatasetStore store = DatasetStore.open(folder, StoreOptions.DEFAULT);
    write(store, 1);
    Path profile = folder.resolve("p");
    for (String permissions : List.of("r-xr-xr-x", "---------")) {
      Files.setPosixFilePermissions(profile, PosixFilePermissions.fromString(permissions));
      assertFails(() -> write(store, 2));
    }
    Files.setPosixFilePermissions(profile, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertEquals(List.of("1"), latest(store));
    write(store, 3);
    assertEquals(List.of("3"), latest(store));
  }

  @Test
  void directoriesThatOthersDeleteAreMadeAnew() throws Exception {
    disk = folder;
    Path directory = folder.resolve("store");
    DatasetStore store = DatasetStore.open(directory, StoreOptions.DEFAULT);
    write(store, 1);
    append(store, 2);
    write(store, 3);
    delete(directory.resolve("p/v0"));
    assertThrows(
        VersionPrunedException.class, () -> CrashScenario.stamps(store, P, ReadRequest.version(0)));
    assertEquals(List.of("3"), latest(store));
    delete(directory.resolve("p/v1"));
    assertThrows(DamagedStoreException.class, () -> store.read(P, ReadRequest.latest()).close());
    write(store, 4);
    assertEquals(List.of("4"), latest(store));
    delete(directory.resolve("p"));
    assertThrows(ProfileNotFoundException.class, () -> store.read(P, ReadRequest.latest()));
    write(store, 5);
    assertEquals(List.of("5"), latest(store));
    delete(directory);
    assertThrows(ProfileNotFoundException.class, () -> store.read(P, ReadRequest.latest()));
    write(store, 6);
    append(store, 7);
    assertEquals(List.of("6", "7"), latest(store));
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.toList().reversed()) {
        Files.delete(file);
      }
    }
  }

  private Set<String> files() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(disk)) {
      files.forEach(file -> names.add(file.toString()));
    }
    return names;
  }
}
