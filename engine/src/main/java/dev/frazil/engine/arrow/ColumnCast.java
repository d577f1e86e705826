package dev.frazil.engine.arrow;

import dev.frazil.engine.SchemaException;

/// An exact conversion of the columns of one field to another.
///
/// A cast without a change of layout copies nothing. Every other result lives in memory of the
/// cast, is valid until the next `apply` or `close`, and shares the validity bitmap of its source.
/// Not thread-safe, but any thread may use it, one at a time.
public final class ColumnCast implements AutoCloseable {
  private final ArrowField to;

  private ColumnCast(ArrowField to) {
    this.to = to;
  }

  /// Plans the conversion.
  ///
  /// @param from the field of the columns
  /// @param to the field of the results; whether it is nullable makes no difference
  /// @return the cast, to be closed
  /// @throws SchemaException if there is no exact conversion between the types
  public static ColumnCast of(ArrowField from, ArrowField to) {
    if (!from.type().equals(to.type()) || from.indexType() != null || to.indexType() != null) {
      throw new SchemaException(
          "cast: %s: expected %s, got %s".formatted(to.name(), to.type(), from.type()));
    }
    return new ColumnCast(to);
  }

  /// Converts a column.
  ///
  /// @param column a column of the field that the cast was planned for
  /// @return the column under the other field
  public ArrowColumn apply(ArrowColumn column) {
    return new ArrowColumn(
        to,
        column.length(),
        column.offset(),
        column.nullCount(),
        column.validity(),
        column.values(),
        column.data(),
        null);
  }

  /// Frees the memory of the results.
  @Override
  public void close() {}
}
