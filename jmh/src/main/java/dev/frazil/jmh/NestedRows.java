package dev.frazil.jmh;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/// A list of five numbers on average, a struct of a number and a string, and a map of two entries
/// on average from a string to a number; everything nullable but the keys. The same rows every
/// time.
final class NestedRows implements RowGenerator {
  private static final long SEED = 0x2e57;

  private final BufferAllocator allocator;
  private final SplittableRandom random = new SplittableRandom(SEED);

  NestedRows(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  @Override
  public VectorSchemaRoot next(int rows) {
    return new VectorSchemaRoot(List.of(lists(rows), structs(rows), maps(rows)));
  }

  private static Field field(String name, boolean nullable, ArrowType type, Field... children) {
    return new Field(name, new FieldType(nullable, type, null), List.of(children));
  }

  private static ArrowType int64() {
    return new ArrowType.Int(64, true);
  }

  private boolean missing(int perMille) {
    return random.nextInt(1_000) < perMille;
  }

  private ListVector lists(int rows) {
    Field field = field("readings", true, new ArrowType.List(), field("element", true, int64()));
    ListVector vector = (ListVector) field.createVector(allocator);
    BigIntVector elements = (BigIntVector) vector.getDataVector();
    vector.setInitialCapacity(rows);
    elements.setInitialCapacity(6 * rows);
    vector.allocateNew();
    int end = 0;
    for (int i = 0; i < rows; i++) {
      if (missing(20)) {
        vector.setNull(i);
        continue;
      }
      int size = random.nextInt(11);
      vector.startNewValue(i);
      for (int element = 0; element < size; element++, end++) {
        if (missing(10)) {
          elements.setNull(end);
        } else {
          elements.setSafe(end, random.nextLong(1L << 20));
        }
      }
      vector.endValue(i, size);
    }
    vector.setValueCount(rows);
    elements.setValueCount(end);
    return vector;
  }

  private StructVector structs(int rows) {
    Field field =
        field(
            "place",
            true,
            new ArrowType.Struct(),
            field("zone", true, new ArrowType.Int(32, true)),
            field("name", true, new ArrowType.Utf8()));
    StructVector vector = (StructVector) field.createVector(allocator);
    IntVector zones = (IntVector) vector.getChildrenFromFields().get(0);
    VarCharVector names = (VarCharVector) vector.getChildrenFromFields().get(1);
    vector.setInitialCapacity(rows);
    vector.allocateNew();
    for (int i = 0; i < rows; i++) {
      if (missing(50)) {
        vector.setNull(i);
        zones.setNull(i);
        names.setNull(i);
        continue;
      }
      vector.setIndexDefined(i);
      zones.setSafe(i, random.nextInt(265));
      if (missing(30)) {
        names.setNull(i);
      } else {
        names.setSafe(i, text("place ", random.nextInt(2_000)));
      }
    }
    vector.setValueCount(rows);
    return vector;
  }

  private MapVector maps(int rows) {
    Field entries =
        field(
            "entries",
            false,
            new ArrowType.Struct(),
            field("key", false, new ArrowType.Utf8()),
            field("value", true, new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)));
    MapVector vector =
        (MapVector)
            field("amounts", true, new ArrowType.Map(false), entries).createVector(allocator);
    StructVector pairs = (StructVector) vector.getDataVector();
    VarCharVector keys = (VarCharVector) pairs.getChildrenFromFields().get(0);
    Float8Vector values = (Float8Vector) pairs.getChildrenFromFields().get(1);
    vector.setInitialCapacity(rows);
    vector.allocateNew();
    int end = 0;
    for (int i = 0; i < rows; i++) {
      if (missing(20)) {
        vector.setNull(i);
        continue;
      }
      int size = random.nextInt(5);
      vector.startNewValue(i);
      for (int entry = 0; entry < size; entry++, end++) {
        pairs.setIndexDefined(end);
        keys.setSafe(end, text("key-", entry * 25 + random.nextInt(25)));
        values.setSafe(end, random.nextInt(1_000_000) / 100.0);
      }
      vector.endValue(i, size);
    }
    vector.setValueCount(rows);
    pairs.setValueCount(end);
    return vector;
  }

  private static byte[] text(String prefix, int number) {
    return (prefix + number).getBytes(StandardCharsets.UTF_8);
  }
}
