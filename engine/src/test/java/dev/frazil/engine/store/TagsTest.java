package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Names of versions.
class TagsTest extends StoreTestCase {
  @Test
  void aTagNamesAVersionAfterOthersHaveCome() throws IOException {
    write(1);
    store.tag(KEY, "release 1", 0);
    write(2);
    assertEquals(List.of(1L), ids(ReadRequest.tag("release 1")));
    assertEquals(Map.of("release 1", 0L), store.tags(KEY));
  }

  @Test
  void aTagKeepsItsVersionUntilItIsTakenAway() throws IOException {
    write(1);
    write(2);
    store.tag(KEY, "a", 0);
    store.tag(KEY, "a", 0);
    TagConflictException error =
        assertThrows(TagConflictException.class, () -> store.tag(KEY, "a", 1));
    assertTrue(
        Objects.requireNonNull(error.getMessage()).endsWith("expected a free name, got that of v0"),
        error::toString);
    store.untag(KEY, "a");
    store.tag(KEY, "a", 1);
    assertEquals(List.of(2L), ids(ReadRequest.tag("a")));
  }

  @Test
  void aTagThatIsNotThereIsAnError() throws IOException {
    assertEquals(Map.of(), store.tags(KEY));
    write(1);
    assertThrows(TagNotFoundException.class, () -> store.untag(KEY, "a"));
    assertThrows(TagNotFoundException.class, () -> ids(ReadRequest.tag("a")));
  }

  @Test
  void onlyAVersionThatCanBeReadIsTagged() throws IOException {
    write(1);
    write(2);
    write(3);
    store.prune(KEY, PruneRequest.builder().olderThan(Duration.ZERO).keep(2).build());
    assertThrows(VersionPrunedException.class, () -> store.tag(KEY, "a", 0));
    assertThrows(VersionNotFoundException.class, () -> store.tag(KEY, "a", 3));
    assertThrows(VersionNotFoundException.class, () -> store.tag(ProfileKey.of("none"), "a", 0));
    assertEquals(Map.of(), store.tags(KEY));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".hidden", "..", "a/b", "a\\b", "a\u0000b", "a:b", " a", "a ", "a.", "*"})
  void aNameThatNoFileCanHaveIsRefused(String name) throws IOException {
    write(1);
    assertThrows(InvalidTagException.class, () -> store.tag(KEY, name, 0));
    assertThrows(InvalidTagException.class, () -> ids(ReadRequest.tag(name)));
  }

  @Test
  void aVersionThatIsPrunedWhileItIsTaggedWhereThereAreNoLocksKeepsNoTag() throws IOException {
    write(1);
    write(2);
    FileCalls files =
        beforeLinkWithoutLocks((_, name) -> {
          if (name.endsWith("a")) {
            store.prune(
                KEY, PruneRequest.builder().olderThan(Duration.ZERO).keepTags(false).build());
          }
        });
    DatasetStore tagging = other(files, FewProcesses.of(1));
    assertThrows(VersionPrunedException.class, () -> tagging.tag(KEY, "a", 0));
    assertEquals(Map.of(), store.tags(KEY));
  }
}
