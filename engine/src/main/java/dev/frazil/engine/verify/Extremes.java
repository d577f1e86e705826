package dev.frazil.engine.verify;

import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.LeafOrder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The smallest and the largest of some values, and how many are NaN. NaN takes part in the bounds
/// only by the total order of IEEE 754, and only where there is nothing else. Not thread-safe.
final class Extremes {
  private final LeafOrder order;
  private boolean any;
  private boolean onlyNans;
  private long nanCount;
  private long minWord;
  private long maxWord;
  private byte[] minBytes = new byte[0];
  private byte[] maxBytes = new byte[0];

  /// Starts with no values.
  ///
  /// @param order how they compare; may be undefined
  Extremes(LeafOrder order) {
    this.order = order;
  }

  LeafOrder order() {
    return order;
  }

  long nanCount() {
    return nanCount;
  }

  /// Whether there is a smallest and a largest value.
  boolean any() {
    return any;
  }

  /// Whether these bounds are NaN.
  boolean onlyNans() {
    return any && onlyNans;
  }

  /// Adds values.
  void add(Values values) {
    if (!order.defined()) {
      return;
    }
    switch (values) {
      case Values.Words(long[] words) -> {
        for (long word : words) {
          add(word);
        }
      }
      case Values.Strings(byte[] data, int[] starts, int[] lengths) -> {
        for (int i = 0; i < starts.length; i++) {
          if (order.ofBytes()) {
            addMin(data, starts[i], lengths[i]);
            addMax(data, starts[i], lengths[i]);
            any = true;
          } else {
            add((short) Bits.littleEndian(data, starts[i], Short.BYTES));
          }
        }
      }
    }
  }

  private void add(long word) {
    boolean nan = order.isNan(word);
    nanCount += nan ? 1 : 0;
    if (nan && (!order.total() || (any && !onlyNans))) {
      return;
    }
    if (!any || (onlyNans && !nan)) {
      minWord = word;
      maxWord = word;
      any = true;
      onlyNans = nan;
      return;
    }
    long key = order.key(word);
    minWord = key < order.key(minWord) ? word : minWord;
    maxWord = key > order.key(maxWord) ? word : maxWord;
  }

  private void addMin(byte[] data, int start, int length) {
    if (!any || order.compare(data, start, length, minBytes, 0, minBytes.length) < 0) {
      minBytes = Arrays.copyOfRange(data, start, start + length);
    }
  }

  private void addMax(byte[] data, int start, int length) {
    if (!any || order.compare(data, start, length, maxBytes, 0, maxBytes.length) > 0) {
      maxBytes = Arrays.copyOfRange(data, start, start + length);
    }
  }

  /// Adds the values of others in the same order.
  void add(Extremes others) {
    if (others.any) {
      if (order.ofBytes()) {
        addMin(others.minBytes, 0, others.minBytes.length);
        addMax(others.maxBytes, 0, others.maxBytes.length);
        any = true;
      } else {
        long before = nanCount;
        add(others.minWord);
        add(others.maxWord);
        nanCount = before;
      }
    }
    nanCount += others.nanCount;
  }

  /// The smallest value in PLAIN layout without a length, or null when there is none.
  @Nullable ByteBuffer min() {
    return any ? order.ofBytes() ? ByteBuffer.wrap(minBytes) : plain(minWord) : null;
  }

  /// The largest value, as [#min].
  @Nullable ByteBuffer max() {
    return any ? order.ofBytes() ? ByteBuffer.wrap(maxBytes) : plain(maxWord) : null;
  }

  private ByteBuffer plain(long word) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(0, word);
    return bytes.limit(width()).slice();
  }

  private int width() {
    FileMetadata.Type type = order.type();
    return switch (type) {
      case BOOLEAN -> 1;
      case INT32, FLOAT -> Integer.BYTES;
      case FIXED_LEN_BYTE_ARRAY -> Short.BYTES;
      case INT64, DOUBLE, INT96, BYTE_ARRAY -> Long.BYTES;
    };
  }
}
