package dev.frazil.jmh;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Four nullable columns of doubles: random ones below one, prices of two decimals, random ones of
/// which every twelfth is null, and a constant. The same rows every time.
final class DoubleRows implements RowGenerator {
  private static final long SEED = 0xd0b1;
  private static final double MEAN_CENTS = 10_000;

  private final BufferAllocator allocator;
  private final SplittableRandom random = new SplittableRandom(SEED);

  DoubleRows(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  @Override
  public VectorSchemaRoot next(int rows) {
    Float8Vector nul = doubles("nul", rows, random::nextDouble);
    for (int i = 0; i < rows; i++) {
      if (random.nextInt(12) == 0) {
        nul.setNull(i);
      }
    }
    return new VectorSchemaRoot(
        List.of(
            doubles("rnd", rows, random::nextDouble),
            doubles("price", rows, this::price),
            nul,
            doubles("const", rows, () -> 42.5)));
  }

  /// Exponentially distributed: a million of them are some 50,000 values.
  private double price() {
    return Math.floor(-Math.log(1 - random.nextDouble()) * MEAN_CENTS) / 100;
  }

  private Float8Vector doubles(String name, int rows, DoubleSupplier values) {
    Float8Vector vector = new Float8Vector(name, allocator);
    vector.allocateNew(rows);
    for (int i = 0; i < rows; i++) {
      vector.set(i, values.getAsDouble());
    }
    vector.setValueCount(rows);
    return vector;
  }
}
