package dev.frazil.fuzz.registry;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Every cell of the registry, read back and searched by every reader that opens it. By default the
/// cells are a selection that brings every two values of two axes together; `-Dfrazil.registry=all`
/// takes all of them.
@DisabledOnOs(OS.WINDOWS)
class RegistryTest {
  @TempDir private static Path folder;

  private static CellCheck check;

  @BeforeAll
  static void open() throws IOException {
    check = new CellCheck(folder);
  }

  @AfterAll
  static void close() throws IOException {
    check.close();
  }

  @TestFactory
  Stream<DynamicTest> everyReaderShowsAndFindsTheValues() {
    List<Cell> cells =
        "all".equals(System.getProperty("frazil.registry")) ? Cells.all() : Cells.covering();
    return cells.stream()
        .map(cell -> DynamicTest.dynamicTest(cell.toString(), () -> check.verify(cell)));
  }

  @TestFactory
  Stream<DynamicTest> everySearchLimitIsReal() {
    return SearchLimit.ALL.stream()
        .map(limit ->
            DynamicTest.dynamicTest(
                limit.peer() + ": " + limit.reason(), () -> assertTrue(check.holds(limit))));
  }
}
