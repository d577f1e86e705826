package dev.frazil.fuzz.registry;

import dev.frazil.encoders.CompressionPolicy.Codec;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.PageVersion;
import dev.frazil.engine.arrow.ArrowType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Every cell that the engine writes, and a selection that brings every two values of two axes
/// together wherever any cell does.
public final class Cells {
  private Cells() {}

  /// The product of the axes without the cells that the specification or the engine rules out.
  ///
  /// @return all cells, in a fixed order
  public static List<Cell> all() {
    List<Cell> cells = new ArrayList<>();
    for (CellType type : CellTypes.ALL) {
      for (Shape shape : Shape.values()) {
        for (Nullability nullability : Nullability.values()) {
          if (allowed(type, shape, nullability)) {
            addWritten(cells, type, shape, nullability);
          }
        }
      }
    }
    return cells;
  }

  private static void addWritten(
      List<Cell> cells, CellType type, Shape shape, Nullability nullability) {
    for (Encoding encoding : LegalEncodings.of(type)) {
      for (PageVersion pages : PageVersion.values()) {
        for (Codec codec : Codec.values()) {
          for (boolean bloomFilter : bloomFilters(type)) {
            cells.add(new Cell(type, shape, nullability, encoding, pages, codec, bloomFilter));
          }
        }
      }
    }
  }

  /// A set of booleans has nothing that a Bloom filter could tell.
  private static boolean[] bloomFilters(CellType type) {
    return type.valueType() instanceof ArrowType.Bool
        ? new boolean[] {false}
        : new boolean[] {false, true};
  }

  /// A null column is nullable, a map key is not; a flat column has no levels above its leaf.
  private static boolean allowed(CellType type, Shape shape, Nullability nullability) {
    boolean nulls = type.valueType() instanceof ArrowType.Null;
    return switch (shape) {
      case FLAT -> !nullability.levels() && (!nulls || nullability.leaf());
      case MAP_KEY -> !nullability.leaf() && !nulls && !type.group();
      default -> !nulls || nullability.leaf();
    };
  }

  /// A small selection of [#all()], made by taking for each type and shape the cell with the most
  /// pairs that are still missing, and then a cell for each pair that is left.
  ///
  /// @return the selection, in a fixed order
  public static List<Cell> covering() {
    Map<Cell.Pair, List<Cell>> groups = new HashMap<>();
    Set<Cell.Pair> missing = new LinkedHashSet<>();
    List<Cell.Pair> order = new ArrayList<>();
    for (Cell cell : all()) {
      Cell.Pair group = new Cell.Pair(cell.type(), cell.shape());
      groups
          .computeIfAbsent(
              group,
              key -> {
                order.add(key);
                return new ArrayList<>();
              })
          .add(cell);
      missing.addAll(cell.pairs());
    }
    List<Cell> selection = new ArrayList<>();
    for (Cell.Pair group : order) {
      take(groups.getOrDefault(group, List.of()), missing, selection);
    }
    for (Cell cell : all()) {
      if (cell.pairs().stream().anyMatch(missing::contains)) {
        take(List.of(cell), missing, selection);
      }
    }
    return selection;
  }

  private static void take(List<Cell> candidates, Set<Cell.Pair> missing, List<Cell> selection) {
    Cell best =
        candidates.stream()
            .max(
                Comparator.comparingLong(
                    cell -> cell.pairs().stream().filter(missing::contains).count()))
            .orElseThrow();
    best.pairs().forEach(missing::remove);
    selection.add(best);
  }

  /// The pairs of some cells.
  ///
  /// @param cells the cells
  /// @return each pair once
  public static Set<Cell.Pair> pairs(List<Cell> cells) {
    Set<Cell.Pair> pairs = new HashSet<>();
    cells.forEach(cell -> pairs.addAll(cell.pairs()));
    return pairs;
  }
}
