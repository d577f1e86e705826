package dev.frazil.engine.iceberg;

import dev.frazil.engine.align.TargetDefaults;
import dev.frazil.engine.arrow.SlotValues;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
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

  /// The defaults at every depth, in the layouts of the canonical Arrow types, and the fields of
  /// type `unknown`.
  static TargetDefaults of(Schema schema) {
    TargetDefaults.Builder defaults = TargetDefaults.builder();
    collect(schema.columns(), List.of(), defaults);
    return defaults.build();
  }

  private static void collect(
      List<Types.NestedField> members, List<String> parent, TargetDefaults.Builder defaults) {
    for (Types.NestedField field : members) {
      if (CanonicalFields.isUnknown(field.type())) {
        defaults.unknown(parent, CanonicalFields.unknown(field));
        continue;
      }
      List<String> path = then(parent, field.name());
      Object value = field.writeDefault();
      if (value != null) {
        defaults.value(path, bytes(field.type(), value));
      }
      below(field.type(), path, defaults);
    }
  }

  private static void below(Type type, List<String> path, TargetDefaults.Builder defaults) {
    switch (type) {
      case Types.StructType struct -> collect(struct.fields(), path, defaults);
      case Types.ListType list ->
          below(list.elementType(), then(path, TargetDefaults.ELEMENT), defaults);
      case Types.MapType map -> {
        below(map.keyType(), then(path, TargetDefaults.KEY), defaults);
        below(map.valueType(), then(path, TargetDefaults.VALUE), defaults);
      }
      default -> {}
    }
  }

  private static List<String> then(List<String> path, String name) {
    return Stream.concat(path.stream(), Stream.of(name)).toList();
  }

  private static byte[] bytes(Type type, Object value) {
    if (value instanceof BigDecimal decimal) {
      return SlotValues.littleEndian(decimal.unscaledValue(), DECIMAL_BYTES);
    }
    // the single-value serialisation of every other type is its Arrow layout
    ByteBuffer serialised = Conversions.toByteBuffer(type, value);
    byte[] bytes = new byte[serialised.remaining()];
    serialised.duplicate().get(bytes);
    return bytes;
  }
}
