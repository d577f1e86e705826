package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The checker finds no fault with what the store promises, and finds each fault by itself.
class HistoryCheckTest {
  /// Lines without ` ;`, separated by `|`; `#` stands for the fields of an operation on profile p.
  private static List<String> check(String history) {
    List<String> lines =
        history.lines().map(line -> line.strip().replace("#", "profile=p") + " ;").toList();
    return HistoryCheck.violations(Operation.parse(lines));
  }

  private static final String WRITTEN =
      """
      B op=w kind=WRITE # stamp=1
      E op=w version=0
      B op=a kind=APPEND # stamp=2
      B op=b kind=APPEND # stamp=3
      E op=a version=0 index=2
      B op=r kind=READ #
      E op=b version=0 index=1
      E op=r version=0 stamps=1,2
      B op=s kind=READ #
      E op=s version=0 stamps=1,3,2
      """;

  @Test
  void whatIsPromisedIsNoViolation() {
    String rest =
        """
        B op=c kind=COMPACT # source=0
        E op=c version=1
        B op=d kind=APPEND # stamp=4
        E op=d version=1 index=1
        B op=o kind=APPEND # stamp=6 at=0
        E op=o version=0 index=3
        B op=y kind=READ # at=0
        E op=y version=0 stamps=1,3,2,6
        B op=t kind=READ #
        E op=t version=1 stamps=1,3,2,4
        B op=k kind=ROLLBACK # source=0
        B op=g kind=TAG #
        E op=k version=2
        E op=g version=1
        B op=u kind=READ #
        E op=u version=2 stamps=1,3,2,6
        B op=q kind=PRUNE #
        E op=q removed=0
        B op=v kind=WRITE # stamp=5
        B op=x kind=READ #
        E op=x version=3 stamps=5
        N op=v why=not
        """;
    List<String> violations = check(WRITTEN + rest.replace("N op=v why=not\n", "E op=v version=3"));
    assertEquals(List.of(), violations);
    assertFalse(check(WRITTEN + rest).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // acknowledged, but not read
        "B op=z kind=READ #|E op=z version=0 stamps=1,2",
        "B op=z kind=APPEND # stamp=9|E op=z version=0 index=3|B op=y kind=READ #|E op=y version=0"
            + " stamps=1,3,2",
        // twice, half, in another order, too early, from nowhere
        "B op=z kind=READ #|E op=z version=0 stamps=1,3,2,2",
        "B op=z kind=READ #|E op=z version=0 stamps=1,3,!2",
        "B op=z kind=READ #|E op=z version=0 stamps=1,2,3",
        "B op=z kind=READ #|E op=z version=0 stamps=1,3,2,8|B op=y kind=APPEND # stamp=8",
        "B op=z kind=READ #|E op=z version=0 stamps=1,3,2,77",
        // no two states of one growing set
        "B op=z kind=APPEND # stamp=8|B op=y kind=APPEND # stamp=9|B op=m kind=READ #|B op=n"
            + " kind=READ #|E op=m version=0 stamps=1,3,2,8|E op=n version=0 stamps=1,3,2,9",
        // versions that go back, or belong to two
        "B op=z kind=WRITE # stamp=9|E op=z version=0",
        "B op=z kind=WRITE # stamp=9|E op=z version=1|B op=y kind=READ #|E op=y version=0"
            + " stamps=1,3,2",
        "B op=z kind=WRITE # stamp=9|B op=y kind=WRITE # stamp=8|E op=z version=1|E op=y version=1",
        // an index, a token, that belongs to two
        "B op=z kind=APPEND # stamp=9|E op=z version=0 index=2",
        "B op=z kind=APPEND # stamp=3 again=1|E op=z version=0 index=4",
        // rows in two versions
        "B op=z kind=WRITE # stamp=9|E op=z version=1|B op=y kind=READ #|E op=y version=1"
            + " stamps=9,3",
        // a compaction that loses rows, or turns them round; a rollback that loses rows
        "B op=z kind=COMPACT # source=0|E op=z version=1|B op=y kind=READ #|E op=y version=1"
            + " stamps=1,2",
        "B op=z kind=COMPACT # source=0|E op=z version=1|B op=y kind=READ #|E op=y version=1"
            + " stamps=1,2,3",
        "B op=z kind=ROLLBACK # source=0|E op=z version=1|B op=y kind=READ #|E op=y version=1"
            + " stamps=1,3",
        // a copy that nobody made
        "B op=y kind=READ #|E op=y version=1 stamps=1,3,2",
        // pruned, but read; tagged, but pruned
        "B op=z kind=PRUNE #|E op=z removed=0|B op=y kind=READ # at=0|E op=y version=0"
            + " stamps=1,3,2",
        "B op=y kind=TAG #|E op=y version=0|B op=z kind=PRUNE #|E op=z removed=0",
        // refused, but read; failed; one half of a commit
        "B op=z kind=APPEND # stamp=9|N op=z why=no|B op=y kind=READ #|E op=y version=0"
            + " stamps=1,3,2,9",
        "B op=z kind=READ #|F op=z why=no",
        "B op=z kind=READ #|E op=z version=0 stamps=1,3,2 other=1,3",
      })
  void eachFaultIsFound(String fault) {
    assertEquals(List.of(), check(WRITTEN));
    List<String> violations = check(WRITTEN + fault.replace('|', '\n'));
    assertFalse(violations.isEmpty());
  }

  @Test
  void aLineThatWasCutOffIsNoLine(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("history");
    try (History history = History.open(file, "one")) {
      String operation = history.begin(Operation.Kind.WRITE, "p", "stamp=1");
      Files.writeString(file, "\nE op=" + operation, StandardOpenOption.APPEND);
      String read = history.begin(Operation.Kind.READ, "p");
      history.end(read, "version=0", "stamps=1");
    }
    List<Operation> operations = Operation.parse(Files.readAllLines(file, StandardCharsets.UTF_8));
    assertEquals(2, operations.size());
    assertEquals(Operation.Outcome.UNKNOWN, operations.getFirst().outcome());
    assertTrue(HistoryCheck.violations(operations).isEmpty());
  }
}
