package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Lists in their three layouts (Columnar.rst, "List Layout", "ListView Layout" and "Fixed-Size
/// List Layout"), with elements that belong to no list in front, behind, between and below null
/// slots.
final class ListLayout {
  private final ArrayLayout layout;
  private final RandomGenerator random;

  ListLayout(ArrayLayout layout, RandomGenerator random) {
    this.layout = layout;
    this.random = random;
  }

  /// Lists behind offsets.
  ArrayData list(ArrowField field, boolean large, List<@Nullable Object> values) {
    ArrowField child = field.children().getFirst();
    Slots slots = Slots.behind(layout.lead(), () -> null, values);
    int width = large ? 8 : 4;
    byte[] offsetsBytes = new byte[width * (slots.size() + 1)];
    ByteBuffer offsets = FixedLayout.view(offsetsBytes);
    List<@Nullable Object> elements = layout.hidden(child, some());
    for (int i = 0; i < slots.size(); i++) {
      FixedLayout.putNumber(offsets, width * i, width, elements.size());
      elements.addAll(elements(slots.values().get(i), child));
    }
    FixedLayout.putNumber(offsets, width * slots.size(), width, elements.size());
    elements.addAll(layout.hidden(child, some()));
    if (random.nextBoolean()) {
      for (int i = 0; i < slots.offset(); i++) {
        FixedLayout.putNumber(offsets, width * i, width, random.nextLong());
      }
    }
    boolean absent = slots.size() == 0 && random.nextBoolean();
    return layout.array(
        slots,
        Arrays.asList(layout.validity(slots), absent ? null : offsetsBytes),
        List.of(layout.of(child, elements)),
        null);
  }

  /// Lists behind offsets and sizes: their elements lie in any order, and lists may share some.
  ArrayData view(ArrowField field, boolean large, List<@Nullable Object> values) {
    ArrowField child = field.children().getFirst();
    Slots slots = Slots.behind(layout.lead(), () -> null, values);
    int width = large ? 8 : 4;
    byte[] offsetsBytes = new byte[width * slots.size()];
    ByteBuffer offsets = FixedLayout.view(offsetsBytes);
    byte[] sizesBytes = new byte[width * slots.size()];
    ByteBuffer sizes = FixedLayout.view(sizesBytes);
    List<@Nullable Object> elements = layout.hidden(child, some());
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < slots.size(); i++) {
      order.add(i);
    }
    if (random.nextBoolean()) {
      Collections.reverse(order);
    }
    for (int slot : order) {
      List<@Nullable Object> list = elements(slots.values().get(slot), child);
      int at = slots.size() < 50 ? indexOf(elements, list) : -1;
      if (at < 0 || random.nextBoolean()) {
        at = elements.size();
        elements.addAll(list);
        elements.addAll(layout.hidden(child, some()));
      }
      FixedLayout.putNumber(offsets, width * slot, width, at);
      FixedLayout.putNumber(sizes, width * slot, width, list.size());
    }
    boolean absent = slots.size() == 0 && random.nextBoolean();
    return layout.array(
        slots,
        Arrays.asList(
            layout.validity(slots), absent ? null : offsetsBytes, absent ? null : sizesBytes),
        List.of(layout.of(child, elements)),
        null);
  }

  /// Lists of one size; null ones have elements too.
  ArrayData fixed(ArrowField field, int size, List<@Nullable Object> values) {
    ArrowField child = field.children().getFirst();
    Slots slots = Slots.behind(layout.lead(), () -> null, values);
    List<@Nullable Object> elements = new ArrayList<>();
    for (Object list : slots.values()) {
      elements.addAll(list == null ? layout.hidden(child, size) : (List<?>) list);
    }
    elements.addAll(layout.hidden(child, some()));
    return layout.array(
        slots,
        Collections.singletonList(layout.validity(slots)),
        List.of(layout.of(child, elements)),
        null);
  }

  private List<@Nullable Object> elements(@Nullable Object list, ArrowField child) {
    return list == null ? layout.hidden(child, some()) : new ArrayList<>((List<?>) list);
  }

  /// Where the same values stand in a row already.
  private static int indexOf(List<@Nullable Object> elements, List<@Nullable Object> list) {
    for (int at = 0; at + list.size() <= elements.size(); at++) {
      boolean same = true;
      for (int i = 0; i < list.size() && same; i++) {
        same = Objects.equals(Identity.of(elements.get(at + i)), Identity.of(list.get(i)));
      }
      if (same) {
        return at;
      }
    }
    return -1;
  }

  private int some() {
    return random.nextInt(3) == 0 ? random.nextInt(1, 4) : 0;
  }
}
