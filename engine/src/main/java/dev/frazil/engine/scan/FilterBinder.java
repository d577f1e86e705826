package dev.frazil.engine.scan;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;

/// Binds filters to a schema. A negation is carried down to the tests by De Morgan's laws, which
/// hold for three values, and turns the set of keys of each into its complement.
///
/// @param schema the schema of the scan, without dictionaries and runs
record FilterBinder(ArrowSchema schema) {
  /// Binds a filter.
  ///
  /// @throws SchemaException if it names a column that is not there, or a literal that does not fit
  ///   its column
  BoundFilter bind(Filter filter) {
    return bind(filter, false);
  }

  private BoundFilter bind(Filter filter, boolean negated) {
    return switch (filter) {
      case Filter.And(List<Filter> filters) -> combine(filters, negated, !negated);
      case Filter.Or(List<Filter> filters) -> combine(filters, negated, negated);
      case Filter.Not(Filter inner) -> bind(inner, !negated);
      case Filter.IsNull(List<String> path) ->
          new BoundFilter.Nullness(FilterColumn.of(schema, path), !negated);
      case Filter.Comparison(List<String> path, Filter.Operator operator, Literal literal) ->
          test(
              path,
              negated,
              spans -> KeySet.of(operator, spans.numbers(literal)),
              spans -> KeySet.of(operator, spans.strings(literal)));
      case Filter.In(List<String> path, List<Literal> literals) ->
          test(
              path,
              negated,
              spans -> KeySet.of(literals.stream().map(spans::numbers).toList()),
              spans -> KeySet.of(literals.stream().map(spans::strings).toList()));
      case Filter.StartsWith(List<String> path, Literal prefix) ->
          test(
              path,
              negated,
              spans -> {
                throw LiteralSpans.unfit(
                    FilterColumn.of(schema, path), "a column of strings or bytes", prefix);
              },
              spans -> KeySet.of(List.of(spans.prefix(prefix))));
    };
  }

  private BoundFilter combine(List<Filter> filters, boolean negated, boolean all) {
    List<BoundFilter> bound = filters.stream().map(filter -> bind(filter, negated)).toList();
    return all ? BoundFilter.all(bound) : BoundFilter.any(bound);
  }

  private BoundFilter test(
      List<String> path,
      boolean negated,
      Function<LiteralSpans, KeySet<BigInteger>> numbers,
      Function<LiteralSpans, KeySet<ByteString>> strings) {
    FilterColumn column = FilterColumn.of(schema, path);
    LiteralSpans spans = new LiteralSpans(column);
    return switch (column.type()) {
      case ArrowType.Null _ -> new BoundFilter.Constant(false);
      case ArrowType.Bool _,
          ArrowType.Int _,
          ArrowType.FloatingPoint _,
          ArrowType.Date _,
          ArrowType.Time _,
          ArrowType.Timestamp _,
          ArrowType.Duration _,
          ArrowType.Decimal _ -> {
        KeySet<BigInteger> keys = numbers.apply(spans);
        yield simplest(column, negated ? keys.complement() : keys);
      }
      case ArrowType.Utf8 _,
          ArrowType.Utf8View _,
          ArrowType.Binary _,
          ArrowType.BinaryView _,
          ArrowType.FixedSizeBinary _ -> {
        KeySet<ByteString> keys = strings.apply(spans);
        yield new BoundFilter.Strings(column, negated ? keys.complement() : keys);
      }
      case ArrowType.Interval _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw new SchemaException(
              "filter: %s: expected a type that is compared with literals, got %s, which can only be"
                      .formatted(column.text(), column.type())
                  + " IS NULL");
    };
  }

  /// No value of the type may have a key in the set, or every one.
  private static BoundFilter simplest(FilterColumn column, KeySet<BigInteger> keys) {
    KeyRange range = KeyRange.of(column.field());
    return switch (keys.over(range.min(), range.max())) {
      case NONE -> new BoundFilter.Constant(false);
      case ALL -> new BoundFilter.Nullness(column, false);
      case SOME -> new BoundFilter.Numbers(column, keys);
    };
  }
}
