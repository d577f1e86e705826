package dev.frazil.engine.file;

import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.schema.ParquetLeaf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What the options of a writer say of the leaves of its schema.
final class LeafOptions {
  private LeafOptions() {}

  /// The leaves with the orders in which their bounds are compared.
  static List<ParquetLeaf> ordered(List<ParquetLeaf> leaves, WriterOptions options) {
    return options.ieee754TotalOrder()
        ? leaves.stream().map(LeafOptions::totallyOrdered).toList()
        : leaves;
  }

  private static ParquetLeaf totallyOrdered(ParquetLeaf leaf) {
    return leaf.column().order() == ValueOrder.FLOATING_POINT
        ? leaf.withOrder(ValueOrder.IEEE_754_TOTAL_ORDER)
        : leaf;
  }

  /// The options of each leaf's encoder.
  ///
  /// @throws SchemaException if there are options of a column that is no leaf, or an encoding is
  ///   not one of the leaf's type, or a bloom filter of booleans; the message names the path
  static List<EncoderOptions> of(List<ParquetLeaf> leaves, WriterOptions options) {
    Map<List<String>, ColumnOptions> unused = new HashMap<>(options.columns());
    List<EncoderOptions> encoders = new ArrayList<>(leaves.size());
    for (ParquetLeaf leaf : leaves) {
      ColumnOptions own = unused.remove(leaf.column().path());
      EncoderOptions encoder = own == null ? options.encoder() : own.over(options.encoder());
      if (!encoder.encoding().allows(leaf.column().type())) {
        throw new SchemaException(
            "encoding: %s: expected one that %s allows, got %s"
                .formatted(
                    ColumnPath.format(leaf.column().path()),
                    leaf.column().type(),
                    encoder.encoding()));
      }
      if (encoder.bloomFilter() != null && leaf.column().type() == PhysicalType.BOOLEAN) {
        throw new SchemaException(
            "bloom filter: %s: expected a type with more than two values, got BOOLEAN"
                .formatted(ColumnPath.format(leaf.column().path())));
      }
      encoders.add(encoder);
    }
    for (List<String> path : unused.keySet()) {
      throw new SchemaException(
          "column options: %s: expected the path of a column, got none of the schema's"
              .formatted(ColumnPath.format(path)));
    }
    return encoders;
  }

  /// Whether the footer has statistics of a leaf.
  static boolean footerStatistics(ParquetLeaf leaf, WriterOptions options) {
    ColumnOptions own = options.columns().get(leaf.column().path());
    return own == null || own.footerStatistics();
  }
}
