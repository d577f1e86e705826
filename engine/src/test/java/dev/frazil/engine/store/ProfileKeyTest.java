package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which keys name a profile, and where it is.
class ProfileKeyTest {
  @TempDir private Path directory;
  private Path root;

  @BeforeEach
  void root() throws IOException {
    root = Files.createDirectory(directory.resolve("data"));
  }

  @Test
  void partsAndPathsNameTheSameProfile() throws IOException {
    ProfileKey parts = ProfileKey.of("sales", "2024", "orders");
    assertEquals(parts, ProfileKey.of("sales/2024", "orders"));
    assertEquals(parts.hashCode(), ProfileKey.of("sales/2024/orders").hashCode());
    assertEquals(List.of("sales", "2024", "orders"), ProfileKey.of("sales/2024/orders").parts());
    assertNotEquals(parts, ProfileKey.of("sales", "2024"));
    assertEquals(root.resolve("sales/2024/orders"), parts.directory(root, new NioFileCalls()));
  }

  /// As Python 3 shows tuples of these strings.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sales|('sales',)",
        "it's|(\"it's\",)",
        "it's \"so\"|('it\\'s \"so\"',)",
        "é ü|('é ü',)"
      })
  void aKeyIsShownAsPythonDoes(String key, String shown) {
    assertEquals(shown, ProfileKey.of(key).toString());
  }

  @Test
  void severalKeysAreShownAsGiven() {
    assertEquals("('sales', 'orders')", ProfileKey.of("sales", "orders").toString());
    assertEquals("('sales/orders',)", ProfileKey.of("sales/orders").toString());
  }

  @Test
  void atLeastOneKeyIsRequired() {
    Throwable refused = assertThrows(InvalidKeyException.class, ProfileKey::of);
    assertEquals("At least one key is required", refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a/",
        "a//b",
        "v0",
        "v17",
        "V3",
        "a/v2",
        "v2/a",
        ".hidden",
        "a/.tok",
        "manifest.json",
        "Manifest.JSON",
        "manifest.json.write_lock",
        "a\\b",
        "a\0b",
        "a\nb",
        "con",
        "NUL.txt",
        "a/LPT1",
        "a.",
        "a ",
        "a/../b",
        "a/./b",
        "./a"
      })
  void whatNamesSomethingElseIsRefused(String key) {
    Throwable refused = assertThrows(InvalidKeyException.class, () -> ProfileKey.of(key));
    assertFalse(Objects.requireNonNull(refused.getMessage()).contains("\n"), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"version", "v", "v1a", "va1", "manifest", "console", "a.b", "a b", "--x"})
  void whatIsOnlySimilarIsAKey(String key) {
    assertEquals(List.of(key), ProfileKey.of(key).parts());
  }

  @ParameterizedTest
  @CsvSource({
    "..,../data/..",
    "a/..,../data/a/..",
    "../data/a,../data/../data/a",
    "/etc,/etc",
    ".,../data/."
  })
  void whatLeadsOutOfTheDirectoryIsRefusedInTheOriginalsWords(String key, String shown)
      throws IOException {
    Path given = directory.resolve("x").relativize(root);
    ProfileKey escaping = ProfileKey.of(key);
    Throwable refused =
        assertThrows(
            EscapedKeyException.class, () -> escaping.directory(given, new NioFileCalls()));
    assertEquals(
        "Profile directory " + shown + " is not within data directory ../data",
        refused.getMessage());
    DatasetStore store = DatasetStore.open(root, StoreOptions.DEFAULT);
    assertThrows(EscapedKeyException.class, () -> store.latest(escaping));
    assertThrows(
        EscapedKeyException.class,
        () -> store.write(escaping, StoreRows.ids(1), WriteRequest.DEFAULT));
  }

  @Test
  void aSymbolicLinkMayNotLeadOut() throws IOException {
    Path outside = Files.createDirectory(directory.resolve("outside"));
    Files.createDirectory(root.resolve("inside"));
    Files.createSymbolicLink(root.resolve("out"), outside);
    Files.createSymbolicLink(root.resolve("self"), root);
    Files.createSymbolicLink(root.resolve("in"), root.resolve("inside"));
    DatasetStore store = DatasetStore.open(root, StoreOptions.DEFAULT);
    for (String key : List.of("out", "out/a", "self")) {
      assertThrows(
          EscapedKeyException.class,
          () -> store.write(ProfileKey.of(key), StoreRows.ids(1), WriteRequest.DEFAULT),
          key);
    }
    store.write(ProfileKey.of("in", "a"), StoreRows.ids(1), WriteRequest.DEFAULT);
    assertEquals(
        0, store.latest(ProfileKey.of("inside", "a")).orElse(-1), "the same profile by its link");
  }
}
