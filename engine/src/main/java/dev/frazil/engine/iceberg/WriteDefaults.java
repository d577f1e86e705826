package dev.frazil.engine.iceberg;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/// The `write-default` values of a schema as batches hold them (table specification, default
/// values): what a writer must write for a column that it was not given. `initial-default` is for
/// readers of older files and is never written.
final class WriteDefaults {
  private static final int DECIMAL_BYTES = 16;

  private WriteDefaults() {}

  /// By column name, the value in the layout of the column's canonical Arrow type.
  static Map<String, byte[]> of(Schema schema) {
    Map<String, byte[]> defaults = new HashMap<>();
    for (Types.NestedField column : schema.columns()) {
      Object value = column.writeDefault();
      if (value != null) {
        defaults.put(column.name(), bytes(column.type(), value));
      }
    }
    return defaults;
  }

  private static byte[] bytes(Type type, Object value) {
    if (value instanceof BigDecimal decimal) {
      byte[] bigEndian = decimal.unscaledValue().toByteArray();
      byte[] bytes = new byte[DECIMAL_BYTES];
      Arrays.fill(bytes, (byte) (decimal.signum() < 0 ? -1 : 0));
      for (int i = 0; i < bigEndian.length; i++) {
        bytes[i] = bigEndian[bigEndian.length - 1 - i];
      }
      return bytes;
    }
    // the single-value serialisation of every other type is its Arrow layout
    ByteBuffer serialised = Conversions.toByteBuffer(type, value);
    byte[] bytes = new byte[serialised.remaining()];
    serialised.duplicate().get(bytes);
    return bytes;
  }
}
