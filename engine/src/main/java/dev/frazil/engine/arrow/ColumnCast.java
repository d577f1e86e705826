package dev.frazil.engine.arrow;

/// DRAFT SIGNATURES (helper A writes the body). An exact conversion of columns of one field to
/// another: resolves dictionaries, widens, rescales. Owns the memory of its result, which is valid
/// until the next `apply` or `close`.
public final class ColumnCast implements AutoCloseable {
  private ColumnCast() {}

  /// Plans the conversion; SchemaException naming the column and both types when there is none.
  public static ColumnCast of(ArrowField from, ArrowField to) {
    throw new UnsupportedOperationException(from + " " + to);
  }

  /// The column as `to`: the same buffers when nothing changes (the field is replaced).
  /// WriteException with column and row when a value does not fit.
  public ArrowColumn apply(ArrowColumn column) {
    throw new UnsupportedOperationException(column.toString());
  }

  @Override
  public void close() {}
}
