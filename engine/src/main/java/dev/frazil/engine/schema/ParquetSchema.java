package dev.frazil.engine.schema;

import dev.frazil.engine.arrow.ArrowSchema;
import java.util.List;
import java.util.function.UnaryOperator;

/// DRAFT (helper B writes the body). The schema of a Parquet file and the Arrow schema it is
/// written from.
///
/// @param name the root's name (`schema`, or `table` for Iceberg)
/// @param source the Arrow schema that batches must have
/// @param leaves one a column of `source`, in its order
public record ParquetSchema(String name, ArrowSchema source, List<ParquetLeaf> leaves) {
  /// The schema under which batches of `source` are written without loss.
  public static ParquetSchema of(ArrowSchema source) {
    throw new UnsupportedOperationException(source.toString());
  }

  /// As `of`, under a root name and with the columns renamed (Iceberg's sanitised names).
  public static ParquetSchema of(String name, ArrowSchema source, UnaryOperator<String> rename) {
    throw new UnsupportedOperationException(name + source + rename);
  }
}
