package dev.frazil.fuzz.readers;

import dev.frazil.fuzz.values.LeafType;
import dev.hardwood.reader.FilterPredicate;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/// Filters of hardwood.
public final class HardwoodFilter {
  private HardwoodFilter() {}

  /// A filter for the rows in which a leaf has a value.
  ///
  /// @param path the leaf's path, of names without dots
  /// @param type the leaf
  /// @param value a value of it
  /// @return the filter, or nothing for types that hardwood cannot name a value of: byte strings
  ///   that are neither text, decimals nor UUIDs
  public static Optional<FilterPredicate> equal(
      List<String> path, PrimitiveType type, Object value) {
    String column = String.join(".", path);
    ByteBuffer plain =
        ByteBuffer.wrap(new LeafType(type).plain(value)).order(ByteOrder.LITTLE_ENDIAN);
    return Optional.ofNullable(
        switch (value) {
          case Boolean bit -> FilterPredicate.eq(column, bit.booleanValue());
          case BigDecimal decimal -> FilterPredicate.eq(column, decimal);
          case String text -> FilterPredicate.eq(column, text);
          default ->
              switch (type.getPrimitiveTypeName()) {
                case INT32 -> FilterPredicate.eq(column, plain.getInt());
                case INT64 -> FilterPredicate.eq(column, plain.getLong());
                case FLOAT -> FilterPredicate.eq(column, plain.getFloat());
                case DOUBLE -> FilterPredicate.eq(column, plain.getDouble());
                case BOOLEAN, BINARY, INT96 -> null;
                case FIXED_LEN_BYTE_ARRAY ->
                    type.getLogicalTypeAnnotation() instanceof UUIDLogicalTypeAnnotation
                        ? FilterPredicate.eq(column, uuid(plain))
                        : null;
              };
        });
  }

  private static UUID uuid(ByteBuffer plain) {
    plain.order(ByteOrder.BIG_ENDIAN);
    return new UUID(plain.getLong(), plain.getLong());
  }
}
