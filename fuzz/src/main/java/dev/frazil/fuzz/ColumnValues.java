package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One column as plain Java values, whatever Arrow layout carries them:
///
/// | Arrow type | value |
/// |---|---|
/// | bool | `Boolean` |
/// | integers, dates, times, timestamps, durations | `Long`, in the unit of the type |
/// | uint64 | `BigInteger` |
/// | float16, float32 | `Float` |
/// | float64 | `Double` |
/// | decimals | `BigDecimal` of the type's scale |
/// | intervals | [IntervalValue] |
/// | utf8 in all its layouts | `String` |
/// | binary in all its layouts, fixed_size_binary | [Bytes] |
/// | struct | `LinkedHashMap<String, Object>` |
/// | map | `List<Map.Entry<Object, Object>>` |
/// | list in all its layouts | `List<Object>` |
/// | null, and any null slot | `null` |
///
/// A dictionary-encoded or run-end-encoded column has the values of its value type.
///
/// @param field the Arrow column
/// @param values a value a row, null for a null
public record ColumnValues(ArrowField field, List<@Nullable Object> values) {
  /// Copies the list.
  ///
  /// @param field the Arrow column
  /// @param values a value a row, null for a null
  public ColumnValues(ArrowField field, List<@Nullable Object> values) {
    this.field = field;
    this.values = Collections.unmodifiableList(new ArrayList<>(values));
  }

  /// A column of these values.
  ///
  /// @param field the Arrow column
  /// @param values a value a row, null for a null
  /// @return the column
  public static ColumnValues of(ArrowField field, @Nullable Object... values) {
    return new ColumnValues(field, Arrays.asList(values));
  }
}
