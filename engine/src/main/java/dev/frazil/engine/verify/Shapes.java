package dev.frazil.engine.verify;

import dev.frazil.engine.file.FileMetadata;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The coordinates and types of shapes in well-known binary (Geospatial.md). Not thread-safe.
final class Shapes {
  private static final int MULTIPOINT = 4;
  private static final int COLLECTION = 7;
  private static final int POLYGON = 3;
  private static final int LINE = 2;
  private static final int DEEPEST = 32;

  /// Codes of the types that there are.
  private final Set<Integer> types = new TreeSet<>();

  private final FileMetadata.@Nullable BoundingBox box;
  private long outside;
  private long unreadable;

  /// Starts with no shapes.
  ///
  /// @param box what is said to hold all of them, or null
  Shapes(FileMetadata.@Nullable BoundingBox box) {
    this.box = box;
  }

  Set<Integer> types() {
    return types;
  }

  /// How many shapes reach out of the box.
  long outside() {
    return outside;
  }

  /// How many values are no shapes.
  long unreadable() {
    return unreadable;
  }

  /// Adds shapes.
  void add(Values.Strings values) {
    for (int i = 0; i < values.count(); i++) {
      ByteBuffer shape =
          ByteBuffer.wrap(values.data(), values.starts()[i], values.lengths()[i]).slice();
      try {
        outside += shape(shape, 0) ? 0 : 1;
      } catch (BufferUnderflowException | IllegalArgumentException e) {
        unreadable++;
      }
    }
  }

  /// Whether a shape is within the box; stands behind it afterwards.
  private boolean shape(ByteBuffer bytes, int depth) {
    bytes.order(bytes.get() == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    int code = bytes.getInt();
    if (depth == 0) {
      types.add(code);
    }
    int type = code % 1000;
    int dimensions = code / 1000;
    if (type < 1 || type > COLLECTION || dimensions < 0 || dimensions > 3 || depth > DEEPEST) {
      throw new IllegalArgumentException();
    }
    boolean inside = true;
    if (type >= MULTIPOINT) {
      for (int parts = bytes.getInt(); parts > 0; parts--) {
        inside &= shape(bytes, depth + 1);
      }
      return inside;
    }
    int rings = type == POLYGON ? bytes.getInt() : 1;
    for (; rings > 0; rings--) {
      for (int points = type < LINE ? 1 : bytes.getInt(); points > 0; points--) {
        inside &= point(bytes, dimensions);
      }
    }
    return inside;
  }

  private boolean point(ByteBuffer bytes, int dimensions) {
    double x = bytes.getDouble();
    double y = bytes.getDouble();
    boolean hasZ = dimensions == 1 || dimensions == 3;
    double z = hasZ ? bytes.getDouble() : Double.NaN;
    double m = dimensions >= 2 ? bytes.getDouble() : Double.NaN;
    return box == null
        || (withinX(box.x(), x) && within(box.y(), y) && within(box.z(), z) && within(box.m(), m));
  }

  /// A range of X may pass the antimeridian.
  private static boolean withinX(FileMetadata.Range range, double x) {
    return range.min() > range.max()
        ? Double.isNaN(x) || x >= range.min() || x <= range.max()
        : within(range, x);
  }

  /// The coordinates of empty shapes are NaN, and bounded by nothing.
  private static boolean within(FileMetadata.@Nullable Range range, double value) {
    return range == null || Double.isNaN(value) || (value >= range.min() && value <= range.max());
  }
}
