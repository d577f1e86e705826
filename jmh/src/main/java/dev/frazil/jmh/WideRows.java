package dev.frazil.jmh;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Many nullable columns of one type and without nulls: 64-bit integers of 40 random bits, or
/// strings of 3 to 13 random digits. The same rows every time.
final class WideRows implements RowGenerator {
  private static final long SEED = 0x31de;
  private static final int LONG_BITS = 40;

  private final BufferAllocator allocator;
  private final int columns;
  private final boolean strings;
  private final SplittableRandom random = new SplittableRandom(SEED);

  WideRows(BufferAllocator allocator, int columns, boolean strings) {
    this.allocator = allocator;
    this.columns = columns;
    this.strings = strings;
  }

  @Override
  public VectorSchemaRoot next(int rows) {
    List<FieldVector> vectors = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      String name = "c" + i;
      vectors.add(strings ? strings(name, rows) : longs(name, rows));
    }
    return new VectorSchemaRoot(vectors);
  }

  private BigIntVector longs(String name, int rows) {
    BigIntVector vector = new BigIntVector(name, allocator);
    vector.allocateNew(rows);
    for (int i = 0; i < rows; i++) {
      vector.set(i, random.nextLong() >>> (Long.SIZE - LONG_BITS));
    }
    vector.setValueCount(rows);
    return vector;
  }

  private VarCharVector strings(String name, int rows) {
    VarCharVector vector = new VarCharVector(name, allocator);
    vector.allocateNew(16L * rows, rows);
    for (int i = 0; i < rows; i++) {
      long number = random.nextLong() >>> (Long.SIZE - LONG_BITS + random.nextInt(LONG_BITS - 10));
      vector.set(i, Long.toString(100 + number).getBytes(StandardCharsets.US_ASCII));
    }
    vector.setValueCount(rows);
    return vector;
  }
}
