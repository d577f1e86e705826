package dev.frazil.fuzz.registry;

import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.fuzz.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// Searches that a reader cannot answer by the specification, though it shows the cell.
///
/// @param peer the reader
/// @param searches which cells and values
/// @param reason why it is the reader's limit and not the file's fault
public record SearchLimit(Peer peer, BiPredicate<Cell, Object> searches, String reason) {
  /// All of them.
  static final List<SearchLimit> ALL =
      List.of(
          new SearchLimit(
              Peer.HARDWOOD,
              (cell, _) ->
                  cell.type().valueType() instanceof ArrowType.Int(int bits, boolean signed)
                      && !signed
                      && bits >= Integer.SIZE,
              "hardwood-hq/hardwood#1144: 1.0.1 compares unsigned bounds as signed"),
          new SearchLimit(
              Peer.DUCKDB,
              (cell, value) ->
                  cell.bloomFilter()
                      && value instanceof Bytes
                      && !cell.type().extension().equals("arrow.uuid"),
              "duckdb/duckdb#23829: 1.5.6 hashes blobs as they are displayed"),
          new SearchLimit(
              Peer.DUCKDB,
              (cell, _) -> cell.bloomFilter() && half(cell.type().valueType()),
              "it hashes the FLOAT that it shows for a FLOAT16"),
          new SearchLimit(
              Peer.DUCKDB,
              (cell, _) -> cell.type().extension().equals("geoarrow.wkb"),
              "it makes no geometry of Well-Known Binary without its spatial extension"));

  /// Why a reader is not asked for a value.
  ///
  /// @param peer the reader
  /// @param cell the cell
  /// @param value the value
  /// @return the reason, or nothing when it must answer
  public static Optional<String> of(Peer peer, Cell cell, Object value) {
    return ALL.stream()
        .filter(limit -> limit.peer == peer && limit.searches.test(cell, value))
        .map(SearchLimit::reason)
        .findFirst();
  }

  /// Whether a search of a cell may be excused.
  ///
  /// @param cell the cell
  /// @return false when the limit says nothing of any value of it
  boolean excuses(Cell cell) {
    return cell.type().values().stream().anyMatch(value -> searches.test(cell, value));
  }

  /// Whether a value is what a reader looks for: SQL holds zeros of both signs for equal, Java does
  /// not.
  static boolean matches(Peer peer, Object sought, @Nullable Object value) {
    return sought.equals(value) || (peer == Peer.DUCKDB && zero(sought) && zero(value));
  }

  private static boolean half(ArrowType type) {
    return type instanceof ArrowType.FloatingPoint(int bits) && bits == Short.SIZE;
  }

  private static boolean zero(@Nullable Object value) {
    return (value instanceof Float single && single == 0)
        || (value instanceof Double twice && twice == 0);
  }
}
