package dev.frazil.encoders.internal.stats;

import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.GeospatialStatistics;
import dev.frazil.encoders.GeospatialStatistics.BoundingBox;
import dev.frazil.encoders.memory.Layouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The box around geometries in ISO well-known binary, and their types (Geospatial.md,
/// "Statistics"). Coordinates that are NaN take no part.
public final class GeometryBounds {
  private static final int AXES = 4;
  private static final int X = 0;
  private static final int Y = 1;
  private static final int Z = 2;
  private static final int M = 3;

  private static final int POINT = 1;
  private static final int LINE_STRING = 2;
  private static final int POLYGON = 3;
  private static final int GEOMETRY_COLLECTION = 7;

  /// Collections inside collections, at most.
  private static final int MAX_DEPTH = 64;

  private static final ValueLayout.OfDouble LITTLE_DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble BIG_DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt BIG_INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final double[] min = new double[AXES];
  private final double[] max = new double[AXES];
  private final TreeSet<Integer> types = new TreeSet<>();

  private MemorySegment bytes = MemorySegment.NULL;
  private long at;
  private long end;
  private boolean littleEndian;

  /// Creates bounds of nothing.
  public GeometryBounds() {
    reset();
  }

  /// Takes in `count` byte strings in PLAIN layout, each behind its length of four bytes.
  ///
  /// @throws EncoderException if one is no geometry; the caller adds the column
  public void addPlain(MemorySegment plain, int count) {
    long next = 0;
    for (int i = 0; i < count; i++) {
      int length = plain.get(Layouts.INT, next);
      bytes = plain;
      at = next + Integer.BYTES;
      end = at + length;
      next = end;
      types.add(geometry(0));
      if (at != end) {
        throw damaged("the end of the geometry", (end - at) + " more bytes");
      }
    }
    bytes = MemorySegment.NULL;
  }

  private static EncoderException damaged(String expected, String got) {
    return new EncoderException("well-known binary: expected " + expected + ", got " + got);
  }

  private void require(long count) {
    if (count > end - at) {
      throw damaged(count + " more bytes", String.valueOf(end - at));
    }
  }

  /// Takes in the geometry that starts here; returns its type.
  private int geometry(int depth) {
    if (depth > MAX_DEPTH) {
      throw damaged("at most " + MAX_DEPTH + " collections inside each other", "more");
    }
    require(1);
    byte order = bytes.get(ValueLayout.JAVA_BYTE, at++);
    if (order != 0 && order != 1) {
      throw damaged("a byte order of 0 or 1", String.valueOf(order));
    }
    littleEndian = order == 1;
    int type = number();
    int shape = type % 1000;
    int dimensions = type / 1000;
    if (type < 0 || dimensions > 3 || shape < POINT || shape > GEOMETRY_COLLECTION) {
      throw damaged("an ISO geometry type", Integer.toUnsignedString(type));
    }
    boolean z = dimensions == 1 || dimensions == 3;
    boolean m = dimensions >= 2;
    switch (shape) {
      case POINT -> coordinates(1, z, m);
      case LINE_STRING -> coordinates(count(), z, m);
      case POLYGON -> {
        int rings = count();
        for (int i = 0; i < rings; i++) {
          coordinates(count(), z, m);
        }
      }
      default -> {
        int members = count();
        for (int i = 0; i < members; i++) {
          geometry(depth + 1);
        }
      }
    }
    return type;
  }

  private int number() {
    require(Integer.BYTES);
    int value = bytes.get(littleEndian ? Layouts.INT : BIG_INT, at);
    at += Integer.BYTES;
    return value;
  }

  /// How many parts follow; each has four bytes or more.
  private int count() {
    int count = number();
    if (count < 0 || count > (end - at) / Integer.BYTES) {
      throw damaged("a count of parts within the bytes", Integer.toUnsignedString(count));
    }
    return count;
  }

  private void coordinates(int count, boolean z, boolean m) {
    int axes = 2 + (z ? 1 : 0) + (m ? 1 : 0);
    require((long) count * axes * Double.BYTES);
    ValueLayout.OfDouble layout = littleEndian ? LITTLE_DOUBLE : BIG_DOUBLE;
    for (int i = 0; i < count; i++) {
      offer(X, bytes.get(layout, at));
      offer(Y, bytes.get(layout, at + 8));
      if (z) {
        offer(Z, bytes.get(layout, at + 16));
      }
      if (m) {
        offer(M, bytes.get(layout, at + (z ? 24 : 16)));
      }
      at += (long) axes * Double.BYTES;
    }
  }

  private void offer(int axis, double value) {
    if (!Double.isNaN(value)) {
      min[axis] = Math.min(min[axis], value);
      max[axis] = Math.max(max[axis], value);
    }
  }

  /// What was taken in so far.
  public GeospatialStatistics statistics() {
    return new GeospatialStatistics(box(), types);
  }

  private @Nullable BoundingBox box() {
    if (min[X] > max[X] || min[Y] > max[Y]) {
      return null;
    }
    boolean z = min[Z] <= max[Z];
    boolean m = min[M] <= max[M];
    return new BoundingBox(
        min[X],
        max[X],
        min[Y],
        max[Y],
        z ? min[Z] : Double.NaN,
        z ? max[Z] : Double.NaN,
        m ? min[M] : Double.NaN,
        m ? max[M] : Double.NaN);
  }

  /// Forgets everything.
  public void reset() {
    Arrays.fill(min, Double.POSITIVE_INFINITY);
    Arrays.fill(max, Double.NEGATIVE_INFINITY);
    types.clear();
  }
}
