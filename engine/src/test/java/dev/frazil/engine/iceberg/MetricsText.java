package dev.frazil.engine.iceberg;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// What a data file claims of its columns, for tests to compare: `name: 6 values, 1 null, 1 NaN, 1
/// .. 6`, where a claim that is not made is left out.
final class MetricsText {
  private MetricsText() {}

  /// One line a column that has a size, in the order of ids.
  static String of(DataFile file, Schema schema) {
    List<String> lines = new ArrayList<>();
    for (int id : new TreeSet<>(file.columnSizes().keySet())) {
      Types.NestedField field = schema.findField(id);
      List<String> claims = new ArrayList<>();
      count(claims, file.valueCounts().get(id), "values");
      count(claims, file.nullValueCounts().get(id), "nulls");
      count(claims, file.nanValueCounts().get(id), "NaN");
      ByteBuffer lower = file.lowerBounds().get(id);
      ByteBuffer upper = file.upperBounds().get(id);
      if (lower != null || upper != null) {
        claims.add(text(field.type(), lower) + " .. " + text(field.type(), upper));
      }
      lines.add((schema.findColumnName(id) + ": " + String.join(", ", claims)).strip());
    }
    return String.join("\n", lines);
  }

  private static void count(List<String> claims, @Nullable Long count, String what) {
    if (count != null) {
      claims.add(count + " " + what);
    }
  }

  private static String text(Type type, @Nullable ByteBuffer bound) {
    if (bound == null) {
      return "?";
    }
    if (type.typeId() == Type.TypeID.BINARY || type.typeId() == Type.TypeID.FIXED) {
      byte[] bytes = new byte[bound.remaining()];
      bound.duplicate().get(bytes);
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    Object value = Conversions.fromByteBuffer(type, bound.duplicate());
    return type.typeId() == Type.TypeID.STRING
        ? "'" + value + "'"
        : Transforms.identity().toHumanString(type, value);
  }
}
