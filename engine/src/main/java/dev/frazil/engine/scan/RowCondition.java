package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowType;
import java.math.BigInteger;
import java.util.List;

/// A bound filter made ready to run over batches. It holds memory of its own, so that it serves one
/// thread at a time, until it is closed.
sealed interface RowCondition extends AutoCloseable
    permits ConstantCondition,
        NullCondition,
        NumberCondition,
        WideCondition,
        StringCondition,
        CombinedCondition {
  /// Finds the rows of which the filter is true.
  ///
  /// @param columns the top-level columns of a batch of the schema that the filter was bound to
  /// @param rows its rows
  /// @param mask becomes a mask of the rows, see [Masks]
  void evaluate(List<ArrowColumn> columns, int rows, long[] mask);

  @Override
  void close();

  /// Makes a filter ready.
  ///
  /// @param filter the filter
  /// @return a condition to be closed by the caller
  static RowCondition of(BoundFilter filter) {
    return switch (filter) {
      case BoundFilter.Constant(boolean value) -> new ConstantCondition(value);
      case BoundFilter.Nullness(FilterColumn column, boolean isNull) ->
          new NullCondition(column, isNull);
      case BoundFilter.Numbers(FilterColumn column, KeySet<BigInteger> keys) ->
          column.type() instanceof ArrowType.Decimal(int bits, int _, int _) && bits > Long.SIZE
              ? new WideCondition(column, keys, bits)
              : new NumberCondition(column, keys);
      case BoundFilter.Strings(FilterColumn column, KeySet<ByteString> keys) ->
          new StringCondition(column, keys);
      case BoundFilter.All(List<BoundFilter> filters) -> CombinedCondition.of(filters, true);
      case BoundFilter.Any(List<BoundFilter> filters) -> CombinedCondition.of(filters, false);
    };
  }
}
