package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Finding profiles, and reading several of them as one.
class ProfilesTest extends StoreTestCase {
  private static final ProfileKey SALES = ProfileKey.of("sales");
  private static final ProfileKey RETURNS = ProfileKey.of("sales/returns");
  private static final ProfileKey STOCK = ProfileKey.of("stock");

  private void write(ProfileKey key, long... ids) throws IOException {
    store.write(key, StoreRows.ids(ids), CSV);
  }

  @Test
  void profilesAreFoundAtAndBelowAKeyInTheOrderOfTheirNames() throws IOException {
    write(STOCK, 1);
    write(RETURNS, 2);
    write(SALES, 3);
    write(KEY, 4);
    assertEquals(List.of(SALES, KEY, RETURNS, STOCK), store.profiles());
    assertEquals(List.of(SALES, KEY, RETURNS), store.profiles(SALES));
    assertEquals(List.of(KEY), store.profiles(KEY));
    assertEquals(List.of(), store.profiles(ProfileKey.of("none", "at", "all")));
    assertThrows(EscapedKeyException.class, () -> store.profiles(ProfileKey.of("..")));
  }

  @Test
  void theWalkEntersNoVersionNoHiddenDirectoryAndNoLink() throws IOException {
    write(KEY, 1);
    Path inside = profile("v0");
    for (Path path :
        List.of(inside, directory.resolve(".hidden"), directory.resolve("elsewhere"))) {
      Files.createDirectories(path.resolve("decoy"));
      Files.writeString(path.resolve("decoy/manifest.json"), Manifest.text(0));
    }
    Files.createSymbolicLink(directory.resolve("loop"), directory);
    Files.createSymbolicLink(directory.resolve("sales/up"), directory.resolve("elsewhere"));
    assertEquals(List.of(ProfileKey.of("elsewhere/decoy"), KEY), store.profiles());
  }

  @Test
  void aLinkThatLeadsNowhereHidesNoProfile() throws IOException {
    write(KEY, 1);
    Files.createSymbolicLink(directory.resolve("around"), Path.of("around"));
    Files.createSymbolicLink(directory.resolve("sales/gone"), Path.of("nothing"));
    assertEquals(List.of(KEY), store.profiles());
    try (SnapshotSet set = store.readAll(ReadRequest.latest())) {
      assertEquals(List.of(1L), scanned(set.scan()));
    }
  }

  @Test
  void aProfileWhoseOnlyVersionIsNotYetInAManifestIsOne() throws IOException {
    write(KEY, 1);
    Files.delete(profile("manifest.json"));
    Files.createDirectories(directory.resolve("stock/v0"));
    assertEquals(List.of(KEY), store.profiles());
  }

  @Test
  void severalProfilesAreReadInTheOrderOfTheirNames() throws IOException {
    write(RETURNS, 20, 21);
    write(KEY, 10);
    store.append(KEY, StoreRows.ids(11), AppendRequest.DEFAULT);
    write(STOCK, 30);
    try (SnapshotSet set = store.readAll(SALES, ReadRequest.latest())) {
      assertEquals(List.of(KEY, RETURNS), set.snapshots().stream().map(Snapshot::key).toList());
      assertEquals(List.of("id"), set.schema().fields().stream().map(ArrowField::name).toList());
      assertEquals(List.of(10L, 11L, 20L, 21L), scanned(set.scan()));
    }
    try (SnapshotSet set = store.readAll(ReadRequest.latest())) {
      assertEquals(List.of(10L, 11L, 20L, 21L, 30L), scanned(set.scan()));
    }
  }

  @Test
  void profilesOfOtherColumnsOrTypesAreRefusedByName() throws IOException {
    write(KEY, 1);
    store.write(RETURNS, StoreRows.column("other", 2), CSV);
    try (SnapshotSet set = store.readAll(SALES, ReadRequest.latest())) {
      assertEquals(2, set.snapshots().size());
      SchemaException error = assertThrows(SchemaException.class, set::scan);
      assertTrue(
          Objects.requireNonNull(error.getMessage()).startsWith("read: id: expected ")
              && error
                  .getMessage()
                  .endsWith(
                      "as in ('sales', 'orders'), got no such column in ('sales', 'returns')"),
          error::toString);
    }
  }

  @Test
  void aReadOfSeveralProfilesHoldsTheirFiles() throws IOException {
    write(KEY, 1);
    write(RETURNS, 2);
    PruneRequest all = PruneRequest.builder().olderThan(Duration.ZERO).build();
    try (SnapshotSet set = store.readAll(SALES, ReadRequest.latest())) {
      write(KEY, 3);
      assertEquals(List.of(0L), store.prune(KEY, all).held());
      assertEquals(List.of(1L, 2L), scanned(set.scan()));
    }
    assertEquals(List.of(0L), store.prune(KEY, all).pruned());
  }

  @Test
  void aTimeLeavesOutProfilesThatCameLaterAndATagMustBeEverywhere() throws IOException {
    write(KEY, 1);
    date(0, Instant.parse("2026-03-01T12:00:00Z"));
    write(RETURNS, 2);
    try (SnapshotSet set =
        store.readAll(SALES, ReadRequest.asOf(Instant.parse("2026-03-01T13:00:00Z")))) {
      assertEquals(List.of(1L), scanned(set.scan()));
    }
    store.tag(KEY, "a", 0);
    assertThrows(TagNotFoundException.class, () -> store.readAll(SALES, ReadRequest.tag("a")));
    store.tag(RETURNS, "a", 0);
    try (SnapshotSet set = store.readAll(SALES, ReadRequest.tag("a"))) {
      assertEquals(List.of(1L, 2L), scanned(set.scan()));
    }
    assertThrows(
        InvalidTokenException.class, () -> store.readAll(SALES, ReadRequest.token("v0:0")));
  }

  @Test
  void profilesWithoutTheFormatAreLeftOutAndNoneIsAnError() throws IOException {
    write(KEY, 1);
    ReadRequest parquet = ReadRequest.latest().withFormat(DataFormat.PARQUET);
    ProfileNotFoundException error =
        assertThrows(ProfileNotFoundException.class, () -> store.readAll(SALES, parquet));
    assertEquals("Cannot find files for ('sales',)", error.getMessage());
    store.write(RETURNS, StoreRows.ids(2), WriteRequest.DEFAULT);
    try (SnapshotSet set = store.readAll(SALES, parquet)) {
      assertEquals(List.of(RETURNS), set.snapshots().stream().map(Snapshot::key).toList());
    }
  }

  @Test
  void aCommitOfSeveralProfilesIsReadWholeOrNotAtAll() throws Exception {
    commit(0);
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
      Future<?> writer =
          executor.submit(() -> {
            for (int i = 1; i <= 20; i++) {
              commit(i);
            }
            done.set(true);
            return null;
          });
      while (!done.get() && !writer.isDone()) {
        try (SnapshotSet set = store.readAll(SALES, ReadRequest.latest())) {
          List<Long> ids = scanned(set.scan());
          assertEquals(ids.getFirst(), ids.getLast());
        }
      }
      writer.get();
    }
  }

  private void commit(long id) throws IOException {
    store.commit(Map.of(KEY, StoreRows.ids(id), RETURNS, StoreRows.ids(id)), CSV);
  }
}
