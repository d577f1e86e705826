package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `frazil store versions`, `profiles`, `tag`, `rollback`, `prune` and `compact`.
class StoreVersionsCommandTest {
  @TempDir private Path temporary = Path.of("");
  private StoreFolder store = new StoreFolder(temporary);

  @BeforeEach
  void prepare() {
    store = new StoreFolder(temporary.resolve("data"));
  }

  private void writeVersions(int count) {
    for (int i = 0; i < count; i++) {
      store.putCsv("id\n" + i + "\n", "write", "p");
    }
  }

  @Test
  void versionsAreListedWithWhatTheyAre() throws Exception {
    store.putCsv("id\n1\n", "write", "p", "--note", "as\nreceived");
    store.putCsv("id\n2\n", "append", "p");
    store.putCsv("id\n3\n", "write", "p", "--format", "csv");
    store.out("tag", "p", "--name", "audited", "--version", "0");
    store.out("rollback", "p", "--to", "v0");
    List<String> lines = store.out("versions", "p").lines().toList();
    assertTrue(lines.getFirst().startsWith("version  format   files"), lines.toString());
    assertTrue(lines.get(1).matches("v0 +parquet +2 .* audited +as received"), lines.get(1));
    assertTrue(lines.get(2).matches("v1 +csv +1 .*Z"), lines.get(2));
    assertTrue(lines.get(3).matches("v2 +parquet +2 .*rollback to v0.*"), lines.get(3));
    JsonNode versions = store.run("versions", "p", "--json").succeeded().json().get("versions");
    assertEquals(3, versions.size());
    assertEquals("as\nreceived", versions.at("/0/note").asText());
    assertEquals("audited", versions.at("/0/tags/0").asText());
    assertEquals(0, versions.at("/2/rollbackOf").asLong());
    assertEquals(1, versions.at("/2/parent").asLong());
    assertTrue(versions.at("/0/parent").isNull());
    Instant committed = Instant.parse(versions.at("/2/committedAt").asText());
    assertTrue(Duration.between(committed, Instant.now()).abs().toMinutes() < 5, "" + committed);
    assertEquals(
        Files.size(store.folder().resolve("p/v1/0.csv")), versions.at("/1/bytes").asLong());
  }

  @Test
  void profilesAreListedBelowAKey() throws Exception {
    for (String key : List.of("sales/orders", "sales", "stock")) {
      store.putCsv("id\n1\n", "write", key);
    }
    assertEquals("sales\nsales/orders\nstock\n", store.out("profiles"));
    assertEquals("sales\nsales/orders\n", store.out("profiles", "sales"));
    assertEquals(
        "sales/orders",
        store
            .run("profiles", "sales", "orders", "--json")
            .succeeded()
            .json()
            .at("/profiles/0")
            .asText());
  }

  @Test
  void tagsAreGivenListedAndTakenAway() throws Exception {
    writeVersions(2);
    assertEquals(
        "tag    version\nfirst  v0\n", store.out("tag", "p", "--name", "first", "--version", "0"));
    store.out("tag", "p", "--name", "last");
    JsonNode tags = store.run("tag", "p", "--json").succeeded().json().get("tags");
    assertEquals(
        "[{\"name\":\"first\",\"version\":0},{\"name\":\"last\",\"version\":1}]", tags.toString());
    String failure = store.run("tag", "p", "--name", "first").failure(Main.FAILURE);
    assertTrue(failure.contains("first"), failure);
    assertEquals("tag   version\nlast  v1\n", store.out("tag", "p", "--delete", "first"));
    store.run("tag", "p", "--delete", "first").failure(Main.FAILURE);
    store.run("tag", "p", "--version", "1").failure(Main.USAGE);
    store.run("tag", "p", "--name", "a", "--delete", "b").failure(Main.USAGE);
    store.run("tag", "q", "--name", "a").failure(Main.FAILURE);
  }

  @Test
  void rollbackMakesAnOldVersionTheLatest() throws Exception {
    writeVersions(2);
    String out = store.out("rollback", "p", "--to", "0");
    assertTrue(out.startsWith("p v2: 1 row, "), out);
    assertEquals("id\n0\n", store.out("read", "p", "--csv"));
    assertEquals("id\n1\n", store.out("read", "p", "--csv", "--version", "1"));
    assertEquals(
        "0",
        DuckDb.value("SELECT id FROM rows", List.of(store.folder().resolve("p/v2/0.parquet"))));
    store.run("rollback", "p", "--to", "9").failure(Main.FAILURE);
  }

  @Test
  void pruneDeletesWhatEveryRuleLetsGo() throws Exception {
    writeVersions(4);
    store.out("tag", "p", "--name", "keep", "--version", "0");
    assertEquals("p: nothing to prune\n", store.out("prune", "p"));
    String[] rules = {"p", "--keep", "2", "--older-than", "0s", "--dry-run"};
    assertEquals("p: would prune v1\n", store.out("prune", rules));
    assertEquals(List.of("manifest.json", "v0", "v1", "v2", "v3"), store.visible("p"));
    JsonNode report =
        store
            .run("prune", "--recursive", "--keep", "2", "--older-than", "0s", "--json")
            .succeeded()
            .json();
    assertEquals(
        "[{\"profile\":\"p\",\"pruned\":[1],\"held\":[]}]", report.get("profiles").toString());
    assertEquals(List.of("manifest.json", "v0", "v2", "v3"), store.visible("p"));
    assertEquals(
        "p: pruned v0, v2\n", store.out("prune", "p", "--older-than", "0s", "--drop-tagged"));
    assertEquals("id\n3\n", store.out("read", "p", "--csv"));
    String failure = store.run("read", "p", "--version", "0").failure(Main.FAILURE);
    assertFalse(failure.contains("unexpected failure"), failure);
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "d", "-1d", "1y"})
  void anAgeIsANumberWithAUnit(String age) {
    String failure = store.run("prune", "p", "--older-than", age).failure(Main.USAGE);
    assertTrue(failure.contains("7d"), failure);
  }

  @Test
  void compactMergesTheFilesOfTheLatestVersion() throws Exception {
    writeVersions(1);
    assertEquals("p: v0 has 1 file, nothing to compact\n", store.out("compact", "p"));
    for (int i = 1; i < 4; i++) {
      store.putCsv("id\n" + i + "\n", "append", "p");
    }
    assertEquals(
        "p: v0 has 4 files, nothing to compact\n", store.out("compact", "p", "--min-files", "5"));
    assertEquals("p: v1 has the rows of v0 in 1 file\n", store.out("compact", "p"));
    assertEquals("id\n0\n1\n2\n3\n", store.out("read", "p", "--csv"));
    assertEquals(
        "0123",
        DuckDb.value(
            "SELECT string_agg(id, '') FROM rows",
            List.of(store.folder().resolve("p/v1/0.parquet"))));
    store.run("compact", "p", "--min-files", "1").failure(Main.USAGE);
    JsonNode report = store.run("compact", "-r", "--json").succeeded().json();
    assertEquals(1, report.at("/profiles/0/filesBefore").asInt());
  }

  @Test
  void commandsThatReadMakeNoDirectory() {
    for (String command : List.of("read", "versions", "tag", "prune", "compact", "snapshot")) {
      store.run(command, "p").failure(Main.FAILURE);
    }
    store.run("rollback", "p", "--to", "0").failure(Main.FAILURE);
    store.run("profiles").failure(Main.FAILURE);
    store.runWithInput("id\n1\n", "append", "p", "--input", "-").failure(Main.FAILURE);
    assertFalse(Files.exists(store.folder()));
  }
}
