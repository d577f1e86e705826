package dev.frazil.fuzz.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.CompressionPolicy.Codec;
import dev.frazil.encoders.Encoding;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The registry leaves nothing out: no type, no value of another axis, no two of them together, and
/// no cell that a second reader has not confirmed.
class CoverageTest {
  private static final List<Cell> ALL = Cells.all();
  private static final List<Cell> COVERING = Cells.covering();

  @Test
  void theSelectionBringsEveryTwoValuesTogether() {
    Set<Cell.Pair> missing = Cells.pairs(ALL);
    missing.removeAll(Cells.pairs(COVERING));
    assertEquals(Set.of(), missing);
  }

  @Test
  void theSelectionHoldsNoCellTwice() {
    assertEquals(COVERING.size(), new HashSet<>(COVERING).size());
    assertTrue(ALL.containsAll(COVERING));
  }

  @Test
  void everyArrowTypeHasACell() {
    Set<Class<?>> missing = new HashSet<>(Arrays.asList(ArrowType.class.getPermittedSubclasses()));
    ALL.stream()
        .map(cell -> cell.shape().column("c", cell.type(), cell.nullability()))
        .flatMap(CoverageTest::below)
        .forEach(field -> missing.remove(field.type().getClass()));
    assertEquals(Set.of(), missing);
  }

  private static Stream<ArrowField> below(ArrowField field) {
    return Stream.concat(Stream.of(field), field.children().stream().flatMap(CoverageTest::below));
  }

  @Test
  void everyEncodingHasACell() {
    assertEquals(
        Set.of(Encoding.values()), ALL.stream().map(Cell::encoding).collect(Collectors.toSet()));
  }

  @Test
  void everyCodecHasACell() {
    assertEquals(Set.of(Codec.values()), ALL.stream().map(Cell::codec).collect(Collectors.toSet()));
  }

  @Test
  void everyCellHasTwoReadersOrAWaiver() {
    List<Cell> alone =
        ALL.stream()
            .filter(cell -> Limit.openers(cell).size() < 2 && Waiver.of(cell).isEmpty())
            .toList();
    assertEquals(List.of(), alone);
  }

  @Test
  void everyWaiverAndEveryLimitIsNeeded() {
    for (Waiver waiver : Waiver.ALL) {
      assertTrue(
          ALL.stream()
              .anyMatch(cell -> waiver.cells().test(cell) && Limit.openers(cell).size() < 2),
          waiver.reason());
    }
    for (Limit limit : Limit.ALL) {
      assertTrue(ALL.stream().anyMatch(limit.cells()), limit.reason());
    }
  }

  @Test
  void noTwoTypesShareAName() {
    assertEquals(
        CellTypes.ALL.size(), CellTypes.ALL.stream().map(CellType::name).distinct().count());
  }
}
