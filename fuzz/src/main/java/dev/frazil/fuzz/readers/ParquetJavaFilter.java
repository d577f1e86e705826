package dev.frazil.fuzz.readers;

import dev.frazil.fuzz.values.LeafType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;

/// Filters of parquet-java.
public final class ParquetJavaFilter {
  private ParquetJavaFilter() {}

  /// A filter for the rows in which a leaf has a value.
  ///
  /// @param path the leaf's path, of names without dots
  /// @param type the leaf
  /// @param value a value of it
  /// @return the filter
  public static FilterCompat.Filter equal(List<String> path, PrimitiveType type, Object value) {
    String column = String.join(".", path);
    byte[] plain = new LeafType(type).plain(value);
    ByteBuffer number = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
    FilterPredicate predicate =
        switch (type.getPrimitiveTypeName()) {
          case BOOLEAN -> FilterApi.eq(FilterApi.booleanColumn(column), (Boolean) value);
          case INT32 -> FilterApi.eq(FilterApi.intColumn(column), number.getInt());
          case INT64 -> FilterApi.eq(FilterApi.longColumn(column), number.getLong());
          case FLOAT -> FilterApi.eq(FilterApi.floatColumn(column), number.getFloat());
          case DOUBLE -> FilterApi.eq(FilterApi.doubleColumn(column), number.getDouble());
          case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 ->
              FilterApi.eq(FilterApi.binaryColumn(column), Binary.fromConstantByteArray(plain));
        };
    return FilterCompat.get(predicate);
  }
}
