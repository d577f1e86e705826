package dev.frazil.jmh;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Four nullable columns of 64-bit integers without nulls: a sequence, random bits, one of a
/// thousand values, and a time that always goes on by less than a thousand. The same rows every
/// time.
final class LongRows implements RowGenerator {
  private static final long SEED = 0x1275;
  private static final long START_MICROS = 1_704_067_200_000_000L; // 2024-01-01

  private final BufferAllocator allocator;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private long id;
  private long clock = START_MICROS;

  LongRows(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  @Override
  public VectorSchemaRoot next(int rows) {
    return new VectorSchemaRoot(
        List.of(
            longs("id", rows, () -> id++),
            longs("rnd", rows, random::nextLong),
            longs("small", rows, () -> random.nextInt(1_000)),
            longs("ts", rows, () -> clock += random.nextInt(1, 1_000))));
  }

  private BigIntVector longs(String name, int rows, LongSupplier values) {
    BigIntVector vector = new BigIntVector(name, allocator);
    vector.allocateNew(rows);
    for (int i = 0; i < rows; i++) {
      vector.set(i, values.getAsLong());
    }
    vector.setValueCount(rows);
    return vector;
  }
}
