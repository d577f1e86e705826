package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.INT;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// The 16 bytes of a slot of utf8_view and binary_view: an int32 length, then up to 12 bytes
/// inline, or for longer ones a prefix of 4 bytes, the number of a data buffer and an offset in it
/// (Columnar format, "Variable-size Binary View Layout").
final class Views {
  /// Bytes of a view.
  static final int WIDTH = 16;

  /// The longest string that lies in its view.
  static final int INLINE = 12;

  private static final int PREFIX = 4;
  private static final int BUFFER = 8;
  private static final int OFFSET = 12;

  private Views() {}

  /// The bytes of the string; from 0 to 2^31 - 1 where the view is sound.
  static int length(MemorySegment views, long slot) {
    return views.get(INT, slot * WIDTH);
  }

  /// The data buffer of a string longer than [#INLINE].
  static int bufferIndex(MemorySegment views, long slot) {
    return views.get(INT, slot * WIDTH + BUFFER);
  }

  /// Where the string starts in [#data].
  static long start(MemorySegment views, long slot) {
    return length(views, slot) <= INLINE
        ? slot * WIDTH + PREFIX
        : views.get(INT, slot * WIDTH + OFFSET);
  }

  /// What holds the string: the views themselves, or a data buffer.
  static MemorySegment data(MemorySegment views, long slot, List<MemorySegment> variadic) {
    return length(views, slot) <= INLINE ? views : variadic.get(bufferIndex(views, slot));
  }

  /// Whether the view shows bytes that are there.
  static boolean isInside(MemorySegment views, long slot, List<MemorySegment> variadic) {
    int length = length(views, slot);
    if (length <= INLINE) {
      return length >= 0;
    }
    int buffer = bufferIndex(views, slot);
    long start = start(views, slot);
    return buffer >= 0
        && buffer < variadic.size()
        && start >= 0
        && start <= variadic.get(buffer).byteSize() - length;
  }

  /// Whether a view that is inside has the first bytes of its string as the prefix.
  static boolean hasItsPrefix(MemorySegment views, long slot, List<MemorySegment> variadic) {
    return length(views, slot) <= INLINE
        || views.get(INT, slot * WIDTH + PREFIX)
            == data(views, slot, variadic).get(INT, start(views, slot));
  }
}
