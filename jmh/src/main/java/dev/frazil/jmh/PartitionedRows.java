package dev.frazil.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// [TaxiRows] behind columns of keys, each of which spreads the rows over so many partitions at
/// random. The same rows every time.
final class PartitionedRows implements RowGenerator {
  private static final long SEED = 0xfa50;

  private final BufferAllocator allocator;
  private final List<Integer> partitions;
  private final TaxiRows trips;
  private final SplittableRandom random = new SplittableRandom(SEED);

  /// @param partitions how many partitions each key makes
  PartitionedRows(BufferAllocator allocator, List<Integer> partitions) {
    this.allocator = allocator;
    this.partitions = partitions;
    this.trips = new TaxiRows(allocator);
  }

  @Override
  public VectorSchemaRoot next(int rows) {
    List<FieldVector> columns = new ArrayList<>();
    for (int count : partitions) {
      columns.add(keys("key" + count, rows, count));
    }
    columns.addAll(trips.next(rows).getFieldVectors());
    return new VectorSchemaRoot(columns);
  }

  private IntVector keys(String name, int rows, int count) {
    IntVector vector = new IntVector(name, allocator);
    vector.allocateNew(rows);
    for (int i = 0; i < rows; i++) {
      vector.set(i, random.nextInt(count));
    }
    vector.setValueCount(rows);
    return vector;
  }
}
