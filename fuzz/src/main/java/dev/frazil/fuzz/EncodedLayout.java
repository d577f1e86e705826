package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Values that stand elsewhere: dictionaries and runs (Columnar.rst, "Dictionary-encoded Layout"
/// and "Run-End Encoded Layout").
final class EncodedLayout {
  private final ArrayLayout layout;
  private final RandomGenerator random;

  EncodedLayout(ArrayLayout layout, RandomGenerator random) {
    this.layout = layout;
    this.random = random;
  }

  /// Indices into a dictionary of its own: in any order, with repeated, unused and null entries as
  /// far as the index type has room.
  ///
  /// @param field the column
  /// @param index the type of the indices
  /// @param values the values, with no more different ones than the type has indices
  ArrayData dictionary(ArrowField field, ArrowType.Int index, List<@Nullable Object> values) {
    List<@Nullable Object> entries = entries(field, index, values);
    Map<@Nullable Object, List<Integer>> places = new HashMap<>();
    List<Integer> nulls = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Object entry = entries.get(i);
      (entry == null ? nulls : places.computeIfAbsent(Identity.of(entry), _ -> new ArrayList<>()))
          .add(i);
    }
    List<@Nullable Object> indices = new ArrayList<>();
    for (Object value : values) {
      List<Integer> at =
          value == null ? nulls : Expect.present("entry", places.get(Identity.of(value)));
      boolean none = value == null && (nulls.isEmpty() || random.nextBoolean());
      indices.add(none ? null : (Object) (long) at.get(random.nextInt(at.size())));
    }
    return coded(index, layout.of(entryField(field), entries), indices);
  }

  private List<@Nullable Object> entries(
      ArrowField field, ArrowType.Int index, List<@Nullable Object> values) {
    Map<@Nullable Object, Object> distinct = new LinkedHashMap<>();
    for (Object value : values) {
      if (value != null) {
        distinct.putIfAbsent(Identity.of(value), value);
      }
    }
    List<@Nullable Object> entries = new ArrayList<>(distinct.values());
    int capacity = index.bitWidth() == Byte.SIZE ? 1 << (Byte.SIZE - 1) : Integer.MAX_VALUE;
    int spare = Math.min(capacity - entries.size(), random.nextInt(6));
    for (int i = 0; i < spare; i++) {
      boolean repeat = !entries.isEmpty() && random.nextBoolean();
      entries.add(
          repeat
              ? entries.get(random.nextInt(entries.size()))
              : layout.hidden(entryField(field), 1).getFirst());
    }
    Collections.shuffle(entries, Random.from(random));
    return entries;
  }

  /// The field of a column's dictionary.
  static ArrowField entryField(ArrowField field) {
    return new ArrowField("", field.type(), true, Map.of(), null, field.children());
  }

  /// Indices into a given dictionary.
  ///
  /// @param index the type of the indices
  /// @param dictionary the dictionary
  /// @param indices the indices, null for null slots
  ArrayData coded(ArrowType.Int index, ArrayData dictionary, List<@Nullable Object> indices) {
    Slots slots = Slots.behind(layout.lead(), () -> null, indices);
    return layout.array(
        slots,
        Arrays.asList(layout.validity(slots), layout.fixed(index, slots)),
        List.of(),
        dictionary);
  }

  /// Runs: neighbours of equal value share one, or do not.
  ArrayData runs(ArrowField field, int bits, List<@Nullable Object> values) {
    int lead = layout.lead();
    int width = bits / 8;
    List<@Nullable Object> runs = new ArrayList<>();
    byte[] endsBytes = new byte[width * (lead + values.size() + 1)];
    ByteBuffer ends = FixedLayout.view(endsBytes);
    Object last = null;
    for (int i = 0; i < lead + values.size(); i++) {
      Object value =
          i < lead ? layout.hidden(valuesField(field), 1).getFirst() : values.get(i - lead);
      if (runs.isEmpty()
          || !Objects.equals(Identity.of(value), Identity.of(last))
          || random.nextInt(4) == 0) {
        runs.add(value);
      }
      FixedLayout.putNumber(ends, width * (runs.size() - 1), width, i + 1);
      last = value;
    }
    if (!runs.isEmpty() && random.nextInt(3) == 0) {
      FixedLayout.putNumber(
          ends, width * (runs.size() - 1), width, lead + values.size() + random.nextInt(1, 9));
    }
    List<byte @Nullable []> buffers =
        Arrays.asList(null, Arrays.copyOf(endsBytes, width * runs.size()));
    return new ArrayData(
        values.size(),
        0,
        lead,
        List.of(),
        List.of(
            new ArrayData(runs.size(), 0, 0, buffers, List.of(), null),
            layout.of(valuesField(field), runs)),
        null);
  }

  private static ArrowField valuesField(ArrowField field) {
    return field.children().get(1);
  }
}
