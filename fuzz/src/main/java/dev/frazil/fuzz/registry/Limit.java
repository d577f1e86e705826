package dev.frazil.fuzz.registry;

import dev.frazil.encoders.CompressionPolicy.Codec;
import dev.frazil.encoders.Encoding;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Cells that a reader does not open, or does not show as the specification says.
///
/// @param peer the reader
/// @param cells which cells
/// @param reason why it is the reader's limit and not the file's fault
public record Limit(Peer peer, Predicate<Cell> cells, String reason) {
  private static final int MOST_DUCKDB_DIGITS = 38;

  /// All of them.
  static final List<Limit> ALL =
      List.of(
          new Limit(
              Peer.DUCKDB,
              cell ->
                  cell.type().valueType() instanceof ArrowType.Timestamp(TimeUnit unit, String zone)
                      && unit == TimeUnit.NANOSECOND
                      && zone != null,
              "its timestamps with a time zone count microseconds"),
          new Limit(
              Peer.DUCKDB,
              cell ->
                  cell.encoding() == Encoding.BYTE_STREAM_SPLIT
                      && !(cell.type().valueType() instanceof ArrowType.FloatingPoint(int bits)
                          && bits > Short.SIZE),
              "it knows BYTE_STREAM_SPLIT of FLOAT and DOUBLE only"),
          new Limit(
              Peer.DUCKDB,
              cell ->
                  cell.type().valueType() instanceof ArrowType.Decimal(int _, int precision, int _)
                      && precision > MOST_DUCKDB_DIGITS,
              "its decimals have 38 digits; it shows others as DOUBLE"),
          new Limit(
              Peer.DUCKDB,
              cell -> cell.type().group(),
              "it shows variants decoded, not their bytes"),
          new Limit(
              Peer.ARROW,
              cell ->
                  cell.type().field().indexType() != null
                      && cell.type().valueType() instanceof ArrowType.Utf8
                      && (cell.encoding() == Encoding.DELTA_LENGTH_BYTE_ARRAY
                          || cell.encoding() == Encoding.DELTA_BYTE_ARRAY),
              "it does not restore dictionaries of strings from this encoding"),
          new Limit(
              Peer.ARROW,
              cell -> cell.shape() == Shape.FIXED_SIZE_LIST && cell.nullability().levels(),
              "apache/arrow#35692: 18.3 does not read null lists of a fixed_size_list"),
          new Limit(
              Peer.ARROW,
              cell -> cell.type().group(),
              "it refuses the annotation VARIANT on a group"),
          new Limit(
              Peer.ARROW,
              cell -> cell.codec() == Codec.BROTLI,
              "arrow-dataset is built without Brotli"));

  /// Why a reader does not show a cell.
  ///
  /// @param peer the reader
  /// @param cell the cell
  /// @return the reason, or nothing when it must show the cell
  public static Optional<String> of(Peer peer, Cell cell) {
    return ALL.stream()
        .filter(limit -> limit.peer == peer && limit.cells.test(cell))
        .map(Limit::reason)
        .findFirst();
  }

  /// The readers that show a cell.
  ///
  /// @param cell the cell
  /// @return the readers without a limit
  public static Set<Peer> openers(Cell cell) {
    return Arrays.stream(Peer.values())
        .filter(peer -> of(peer, cell).isEmpty())
        .collect(Collectors.toSet());
  }
}
