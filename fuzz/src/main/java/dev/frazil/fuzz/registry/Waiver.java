package dev.frazil.fuzz.registry;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Cells that fewer than two readers show, and why they are written all the same.
///
/// @param cells which cells
/// @param reason what stands in for the second reader
public record Waiver(Predicate<Cell> cells, String reason) {
  /// All of them.
  static final List<Waiver> ALL = List.of();

  /// The waiver of a cell.
  ///
  /// @param cell the cell
  /// @return its waiver, or nothing when it has none
  public static Optional<Waiver> of(Cell cell) {
    return ALL.stream().filter(waiver -> waiver.cells.test(cell)).findFirst();
  }
}
