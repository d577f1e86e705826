package dev.frazil.engine.arrow;

import dev.frazil.engine.ArrowImportException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;

/// The buffers of arrow-java's vectors, in the order of the columnar format, and how long they must
/// be for the vectors' value counts: an `ArrowArray` has no sizes of buffers, so that nobody could
/// tell any more behind one.
///
/// What offsets say about children, and views about data, is left to the importer: the sizes that
/// it needs for that are in the struct.
final class VectorBuffers {
  private VectorBuffers() {}

  /// How many buffers a vector has, without the data buffers of views.
  static int count(FieldVector vector) {
    return switch (vector) {
      case NullVector _, RunEndEncodedVector _ -> 0;
      case StructVector _, FixedSizeListVector _ -> 1;
      case BaseFixedWidthVector _, BaseVariableWidthViewVector _, ListVector _, LargeListVector _ ->
          2;
      case BaseVariableWidthVector _,
          BaseLargeVariableWidthVector _,
          ListViewVector _,
          LargeListViewVector _ ->
          3;
      default -> throw unknown(vector);
    };
  }

  /// Buffer number `i` of a vector, after a look at its size.
  ///
  /// @throws ArrowImportException if it is too short for the vector's value count
  static ArrowBuf buffer(FieldVector vector, int i) {
    ArrowBuf buffer = i == 0 ? vector.getValidityBuffer() : behindValidity(vector, i);
    long size = size(vector, i);
    if (buffer.capacity() < size) {
      throw ArrayStruct.failure(
          vector.getName(),
          "%d bytes in buffer %d".formatted(size, i),
          String.valueOf(buffer.capacity()));
    }
    return buffer;
  }

  private static ArrowBuf behindValidity(FieldVector vector, int i) {
    return switch (vector) {
      case BaseFixedWidthVector _, BaseVariableWidthViewVector _ -> vector.getDataBuffer();
      case ListViewVector list when i == 2 -> list.getSizeBuffer();
      case LargeListViewVector list when i == 2 -> list.getSizeBuffer();
      default -> i == 1 ? vector.getOffsetBuffer() : vector.getDataBuffer();
    };
  }

  /// Bytes needed in a buffer. The data of strings reach to the last offset, whose buffer must have
  /// been looked at; a negative one needs nothing here, the importer refuses it.
  private static long size(FieldVector vector, int i) {
    long count = vector.getValueCount();
    if (i == 0 || vector instanceof BitVector) {
      return (count + 7) / 8;
    }
    return switch (vector) {
      case BaseFixedWidthVector fixed -> count * fixed.getTypeWidth();
      case BaseVariableWidthViewVector _ -> count * Views.WIDTH;
      case BaseVariableWidthVector _ -> i == 1 ? offsets(count, Integer.BYTES) : end(vector);
      case BaseLargeVariableWidthVector _ -> i == 1 ? offsets(count, Long.BYTES) : end(vector);
      case ListVector _ -> offsets(count, Integer.BYTES);
      case LargeListVector _ -> offsets(count, Long.BYTES);
      case ListViewVector _ -> count * Integer.BYTES;
      case LargeListViewVector _ -> count * Long.BYTES;
      default -> 0;
    };
  }

  private static long offsets(long count, int width) {
    return count == 0 ? 0 : (count + 1) * width;
  }

  private static long end(FieldVector strings) {
    long count = strings.getValueCount();
    if (count == 0) {
      return 0;
    }
    ArrowBuf offsets = strings.getOffsetBuffer();
    return strings instanceof BaseVariableWidthVector
        ? offsets.getInt(count * Integer.BYTES)
        : offsets.getLong(count * Long.BYTES);
  }

  private static ArrowImportException unknown(FieldVector vector) {
    return ArrayStruct.failure(
        vector.getName(), "a vector of arrow-java", vector.getClass().getName());
  }
}
