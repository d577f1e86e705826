package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Writing, reading and choosing versions, as one process sees it.
class DatasetStoreTest extends StoreTestCase {
  @Test
  void theLayoutIsThatOfTheOriginalPlusHiddenFiles() throws IOException {
    WriteResult written = store.write(KEY, StoreRows.ids(1, 2), WriteRequest.DEFAULT);
    store.append(KEY, StoreRows.ids(3), AppendRequest.DEFAULT);
    Path file = profile("v0", "0.parquet");
    assertEquals(new WriteResult(KEY, 0, 2, Files.size(file), false, false, false), written);
    assertEquals("{\"latest_data_dir\": \"v0\"}", Files.readString(profile("manifest.json")));
    assertEquals(List.of("manifest.json", "v0"), names(profile()));
    assertEquals(
        List.of(".1.parquet.claim", ".commit", ".lease", ".writer", "0.parquet", "1.parquet"),
        names(profile("v0")).stream().filter(name -> !name.contains("stats")).toList());
    for (String name : List.of("0.parquet", "1.parquet")) {
      String permissions =
          PosixFilePermissions.toString(Files.getPosixFilePermissions(profile("v0", name)));
      assertFalse(permissions.contains("w"), permissions);
    }
  }

  @Test
  void aLaterVersionTakesThePlaceOfTheOneBeforeWhichStays() throws IOException {
    store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
    store.append(KEY, StoreRows.ids(2), AppendRequest.DEFAULT);
    WriteResult second = store.write(KEY, StoreRows.ids(7), WriteRequest.DEFAULT.withNote("new"));
    assertEquals(1, second.version());
    assertEquals(OptionalLong.of(1), store.latest(KEY));
    assertEquals(List.of(7L), ids(ReadRequest.latest()));
    assertEquals(List.of(1L, 2L), ids(ReadRequest.version(0)));
  }

  @Test
  void aTokenReadsTheSameFilesAgain() throws IOException {
    store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
    store.append(KEY, StoreRows.ids(2), AppendRequest.DEFAULT);
    String token;
    try (Snapshot snapshot = store.read(KEY, ReadRequest.latest())) {
      token = snapshot.token();
      assertEquals(List.of(0L, 1L), List.copyOf(snapshot.indexes()));
      assertEquals(DataFormat.PARQUET, snapshot.format());
      assertEquals(KEY, snapshot.key());
    }
    assertEquals("v0:0-1", token);
    store.append(KEY, StoreRows.ids(3), AppendRequest.DEFAULT);
    store.write(KEY, StoreRows.ids(9), WriteRequest.DEFAULT);
    assertEquals(List.of(1L, 2L), ids(ReadRequest.token(token)));
    assertEquals(List.of(1L, 2L, 3L), ids(ReadRequest.version(0)));
    String message =
        assertThrows(
                VersionPrunedException.class, () -> store.read(KEY, ReadRequest.token("v0:0-3")))
            .getMessage();
    assertTrue(
        Objects.requireNonNull(message).contains("v0:0-3") && message.contains("v0:0-2"), message);
  }

  @Test
  void textsThatAreNoTokensAreRefused() throws IOException {
    store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
    for (String text : List.of("", "v0", "0:1", "v0:", "v0:1-", "v0:2-1", "v00:1", "v0:a", "v:1")) {
      assertThrows(
          InvalidTokenException.class, () -> store.read(KEY, ReadRequest.token(text)), text);
    }
    assertEquals("v3:0-17,19", SnapshotToken.parse("v3:0-17,19").text());
  }

  @Test
  void whatIsNotThereIsSaidInTheOriginalsWords() throws IOException {
    Throwable read =
        assertThrows(
            ProfileNotFoundException.class,
            () -> store.read(ProfileKey.of("sales"), ReadRequest.latest()));
    assertEquals("Cannot find files for ('sales',)", read.getMessage());
    Throwable append =
        assertThrows(
            ProfileNotFoundException.class,
            () -> store.append(KEY, StoreRows.ids(1), AppendRequest.DEFAULT));
    assertEquals("Cannot find files for ('sales', 'orders')", append.getMessage());
    assertEquals(OptionalLong.empty(), store.latest(KEY));
    assertFalse(Files.exists(directory.resolve("sales")));
    store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
    assertThrows(VersionNotFoundException.class, () -> store.read(KEY, ReadRequest.version(5)));
    assertThrows(
        ProfileNotFoundException.class,
        () -> store.read(KEY, ReadRequest.latest().withFormat(DataFormat.CSV)));
  }

  @Test
  void aVersionOfOneFormatDoesNotHideThoseOfTheOther() throws IOException {
    store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
    store.write(KEY, StoreRows.ids(2), CSV);
    store.write(KEY, StoreRows.ids(3), CSV);
    store.append(KEY, StoreRows.ids(4), AppendRequest.DEFAULT);
    assertEquals(List.of(3L, 4L), ids(ReadRequest.latest()));
    assertEquals(List.of(1L), ids(ReadRequest.latest().withFormat(DataFormat.PARQUET)));
    assertTrue(names(profile("v2")).containsAll(List.of("0.csv", "1.csv", ".1.csv.claim")));
  }

  @Test
  void aFailedWriteLeavesNoDataAndIsNeverRead() throws IOException {
    store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
    Throwable failure =
        assertThrows(
            IOException.class,
            () -> store.write(KEY, StoreRows.failing("source broke", 2), WriteRequest.DEFAULT));
    assertEquals("source broke", failure.getMessage());
    assertEquals(List.of(".commit", ".lease", ".writer"), names(profile("v1")));
    assertEquals(List.of(1L), ids(ReadRequest.latest()));
    assertThrows(VersionNotFoundException.class, () -> store.read(KEY, ReadRequest.version(1)));
    assertEquals(2, store.write(KEY, StoreRows.ids(3), WriteRequest.DEFAULT).version());
    assertEquals(List.of(3L), ids(ReadRequest.latest()));
  }

  @Test
  void anExpectedParentMustBeTheLatestVersion() throws IOException {
    WriteRequest first = WriteRequest.DEFAULT.withExpectedParent(WriteRequest.NO_VERSION);
    assertEquals(0, store.write(KEY, StoreRows.ids(1), first).version());
    String message =
        assertThrows(
                VersionConflictException.class, () -> store.write(KEY, StoreRows.ids(2), first))
            .getMessage();
    assertTrue(
        Objects.requireNonNull(message).endsWith("expected none to be the latest version, got v0"),
        message);
    WriteRequest next = WriteRequest.DEFAULT.withExpectedParent(0);
    assertEquals(1, store.write(KEY, StoreRows.ids(3), next).version());
    assertThrows(VersionConflictException.class, () -> store.write(KEY, StoreRows.ids(4), next));
    assertEquals(List.of(3L), ids(ReadRequest.latest()));
    assertEquals(List.of("manifest.json", "v0", "v1"), names(profile()));
  }

  @Test
  void aWriteWithATokenHappensOnce() throws IOException {
    WriteRequest request = WriteRequest.DEFAULT.withToken("job 17");
    WriteResult first = store.write(KEY, StoreRows.ids(1, 2), request);
    WriteResult again = store.write(KEY, StoreRows.ids(1, 2), request);
    assertFalse(first.alreadyApplied());
    assertTrue(again.alreadyApplied());
    assertEquals(first.version(), again.version());
    assertEquals(OptionalLong.of(0), store.latest(KEY));
    String message =
        assertThrows(
                TokenConflictException.class, () -> store.write(KEY, StoreRows.ids(1, 3), request))
            .getMessage();
    assertTrue(Objects.requireNonNull(message).contains("job 17"), message);
    AppendRequest append = AppendRequest.DEFAULT.withToken("job 17");
    assertThrows(
        TokenConflictException.class, () -> store.append(KEY, StoreRows.ids(1, 2), append));
    assertTrue(names(profile("v0")).stream().noneMatch(name -> name.endsWith(".tmp")));
  }

  @Test
  void aTokenIsNotAppliedBeforeTheParentThatItsRetryExpects() throws IOException {
    store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
    WriteRequest request = WriteRequest.DEFAULT.withToken("t");
    AtomicBoolean done = new AtomicBoolean();
    FileCalls files =
        HookedFileCalls.of(call -> {
          if (call.name().equals("createDirectory")
              && call.argument(0).toString().endsWith("v1")
              && done.compareAndSet(false, true)) {
            store.write(KEY, StoreRows.ids(7), WriteRequest.DEFAULT);
          }
          return call.proceed();
        });
    DatasetStore overtaken =
        DatasetStore.open(
            directory, StoreOptions.DEFAULT, files, new LinuxProcessTable(), LeaseTable.PROCESS);
    assertThrows(
        VersionConflictException.class,
        () -> overtaken.write(KEY, StoreRows.ids(2), request.withExpectedParent(0)));
    assertEquals(3, store.write(KEY, StoreRows.ids(8), WriteRequest.DEFAULT).version());
    WriteRequest next = request.withExpectedParent(3);
    assertEquals(4, store.write(KEY, StoreRows.ids(2), next).version());
    assertTrue(store.write(KEY, StoreRows.ids(2), next).alreadyApplied());
    assertEquals(List.of(2L), ids(ReadRequest.latest()));
  }

  @Test
  void aVersionOfTheOriginalCountsOnceTheManifestNamesIt() throws IOException {
    store.write(KEY, StoreRows.ids(1), WriteRequest.DEFAULT);
    Path foreign = directory.resolve("copied/v3");
    Files.createDirectories(foreign);
    Files.copy(profile("v0", "0.parquet"), foreign.resolve("0.parquet"));
    ProfileKey copied = ProfileKey.of("copied");
    assertEquals(OptionalLong.empty(), store.latest(copied));
    Files.writeString(directory.resolve("copied/manifest.json"), "{\"latest_data_dir\": \"v3\"}");
    assertEquals(OptionalLong.of(3), store.latest(copied));
    assertEquals(4, store.write(copied, StoreRows.ids(5), WriteRequest.DEFAULT).version());
    assertEquals(OptionalLong.of(4), store.latest(copied));
  }
}
