package dev.frazil.engine.arrow;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.StructVector;

/// Whether the buffers of arrow-java's vectors are as long as their value counts need. Over the C
/// interface nobody could tell any more, and arrow-java's own validation does not know all of its
/// vectors.
///
/// What offsets say about children, and views about data, is left to the importer: the sizes that
/// it needs for that cross the interface.
final class VectorBuffers {
  private VectorBuffers() {}

  /// Checks a vector and those below it.
  ///
  /// @throws IllegalStateException if a buffer is too short
  static void require(FieldVector vector) {
    FieldVector stored = vector;
    while (stored instanceof ExtensionTypeVector<?> extension) {
      stored = (FieldVector) extension.getUnderlyingVector();
    }
    requireSizes(stored, sizes(stored));
    stored.getChildrenFromFields().forEach(VectorBuffers::require);
  }

  /// The bytes needed in each buffer; none for vectors without buffers.
  private static long[] sizes(FieldVector vector) {
    long count = vector.getValueCount();
    long bits = (count + 7) / 8;
    return switch (vector) {
      case BitVector _ -> new long[] {bits, bits};
      case BaseFixedWidthVector fixed -> new long[] {bits, count * fixed.getTypeWidth()};
      case BaseVariableWidthVector _ -> strings(vector, count, Integer.BYTES);
      case BaseLargeVariableWidthVector _ -> strings(vector, count, Long.BYTES);
      case BaseVariableWidthViewVector _ -> new long[] {bits, count * Views.WIDTH};
      case StructVector _, FixedSizeListVector _ -> new long[] {bits};
      case ListVector _ -> new long[] {bits, offsets(count, Integer.BYTES)};
      case LargeListVector _ -> new long[] {bits, offsets(count, Long.BYTES)};
      case ListViewVector _ -> new long[] {bits, count * Integer.BYTES, count * Integer.BYTES};
      case LargeListViewVector _ -> new long[] {bits, count * Long.BYTES, count * Long.BYTES};
      default -> new long[0];
    };
  }

  /// The data reaches to the last offset. A negative one needs nothing here; the importer refuses
  /// it.
  private static long[] strings(FieldVector vector, long count, int width) {
    long bits = (count + 7) / 8;
    long offsets = offsets(count, width);
    ArrowBuf buffer = vector.getOffsetBuffer();
    // Before anybody asks for all buffers: arrow-java then reads offsets without a look at the
    // size.
    requireSize(vector, 1, offsets, buffer.capacity());
    if (count == 0) {
      return new long[] {bits, offsets};
    }
    long last =
        width == Integer.BYTES ? buffer.getInt(count * width) : buffer.getLong(count * width);
    return new long[] {bits, offsets, last};
  }

  private static long offsets(long count, int width) {
    return count == 0 ? 0 : (count + 1) * width;
  }

  private static void requireSizes(FieldVector vector, long[] sizes) {
    List<ArrowBuf> buffers = vector.getFieldBuffers();
    for (int i = 0; i < sizes.length; i++) {
      requireSize(vector, i, sizes[i], i < buffers.size() ? buffers.get(i).capacity() : 0);
    }
  }

  private static void requireSize(FieldVector vector, int buffer, long size, long capacity) {
    if (capacity < size) {
      throw new IllegalStateException(
          "%s: expected %d bytes in buffer %d, got %d"
              .formatted(vector.getName(), size, buffer, capacity));
    }
  }
}
