package dev.frazil.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Byte strings behind offsets and behind views (Columnar.rst, "Variable-size Binary Layout" and
/// "Variable-size Binary View Layout").
final class StringLayout {
  private static final int VIEW = 16;
  private static final int INLINE = 12;
  private static final int PREFIX = 4;

  private final RandomGenerator random;

  StringLayout(RandomGenerator random) {
    this.random = random;
  }

  /// The buffers of offsets and of bytes. Null slots own bytes as well, and not all of them are
  /// UTF-8; what stands in front of the first slot may be no offset at all.
  List<byte @Nullable []> offsets(Slots slots, boolean large) {
    if (slots.size() == 0 && random.nextBoolean()) {
      return Arrays.asList(null, null);
    }
    int width = large ? 8 : 4;
    byte[] offsetsBytes = new byte[width * (slots.size() + 1)];
    ByteBuffer offsets = FixedLayout.view(offsetsBytes);
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.writeBytes(garbage(3));
    for (int i = 0; i < slots.size(); i++) {
      FixedLayout.putNumber(offsets, width * i, width, data.size());
      Object value = slots.values().get(i);
      data.writeBytes(value == null ? garbage(4) : bytes(value));
    }
    FixedLayout.putNumber(offsets, width * slots.size(), width, data.size());
    if (random.nextBoolean()) {
      for (int i = 0; i < slots.offset(); i++) {
        FixedLayout.putNumber(offsets, width * i, width, random.nextLong());
      }
    }
    boolean absent = data.size() == 0 && random.nextBoolean();
    return Arrays.asList(offsetsBytes, absent ? null : data.toByteArray());
  }

  /// The buffers of views, of bytes and of the sizes of the latter. Strings that do not fit their
  /// view lie in several buffers, in any order, and equal ones perhaps at one place.
  List<byte @Nullable []> views(Slots slots) {
    ByteArrayOutputStream[] data = new ByteArrayOutputStream[random.nextInt(4)];
    Arrays.setAll(data, _ -> new ByteArrayOutputStream());
    if (data.length == 0 && slots.values().stream().anyMatch(StringLayout::outOfLine)) {
      data = new ByteArrayOutputStream[] {new ByteArrayOutputStream()};
    }
    byte[] viewsBytes = ArrayLayout.scrambled(random, VIEW * slots.size());
    ByteBuffer views = FixedLayout.view(viewsBytes);
    Map<Object, Integer> places = new HashMap<>();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < slots.size(); i++) {
      order.add(i);
    }
    if (random.nextBoolean()) {
      Collections.reverse(order);
    }
    for (int slot : order) {
      Object value = slots.values().get(slot);
      if (value != null) {
        putView(views, slot, value, data, places);
      }
    }
    List<byte @Nullable []> buffers = new ArrayList<>();
    buffers.add(slots.size() == 0 && random.nextBoolean() ? null : viewsBytes);
    byte[] sizesBytes = new byte[8 * data.length];
    ByteBuffer sizes = FixedLayout.view(sizesBytes);
    for (ByteArrayOutputStream bytes : data) {
      buffers.add(bytes.size() == 0 && random.nextBoolean() ? null : bytes.toByteArray());
      sizes.putLong(bytes.size());
    }
    buffers.add(data.length == 0 && random.nextBoolean() ? null : sizesBytes);
    return buffers;
  }

  private void putView(
      ByteBuffer views,
      int slot,
      Object value,
      ByteArrayOutputStream[] data,
      Map<Object, Integer> places) {
    byte[] bytes = bytes(value);
    int at = slot * VIEW;
    views.putInt(at, bytes.length);
    if (bytes.length <= INLINE) {
      views.put(at + 4, Arrays.copyOf(bytes, INLINE));
      return;
    }
    Integer place = places.get(value);
    if (place != null && random.nextBoolean()) {
      views.put(at, views, place * VIEW, VIEW);
      return;
    }
    int index = random.nextInt(data.length);
    if (random.nextInt(4) == 0) {
      data[index].writeBytes(garbage(5));
    }
    views.put(at + 4, bytes, 0, PREFIX);
    views.putInt(at + 8, index);
    views.putInt(at + 12, data[index].size());
    data[index].writeBytes(bytes);
    places.put(value, slot);
  }

  private static boolean outOfLine(@Nullable Object value) {
    return value != null && bytes(value).length > INLINE;
  }

  private byte[] garbage(int bound) {
    byte[] garbage = new byte[random.nextInt(bound)];
    random.nextBytes(garbage);
    return garbage;
  }

  /// The bytes of a string of either kind.
  static byte[] bytes(Object value) {
    return switch (value) {
      case String text -> text.getBytes(StandardCharsets.UTF_8);
      case Bytes bytes -> bytes.toArray();
      default -> throw new IllegalArgumentException("string: " + value);
    };
  }
}
