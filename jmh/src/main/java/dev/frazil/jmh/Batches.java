package dev.frazil.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.util.TransferPair;

/// The rows of a benchmark as batches of at most [#BATCH_ROWS] rows in arrow-java's vectors. Owns
/// them.
final class Batches implements AutoCloseable {
  /// Rows of a batch.
  static final int BATCH_ROWS = 131_072;

  private final BufferAllocator allocator;
  private final List<VectorSchemaRoot> roots = new ArrayList<>();
  private long arrowBytes;

  private Batches(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /// Rows of a generator, so many a batch.
  static Batches generated(
      Function<BufferAllocator, RowGenerator> generator, int rows, int batchRows) {
    Batches batches = new Batches(new RootAllocator());
    RowGenerator source = generator.apply(batches.allocator);
    for (int left = rows; left > 0; left -= batchRows) {
      batches.roots.add(source.next(Math.min(left, batchRows)));
    }
    return batches;
  }

  /// The rows of an input by its name, `flights` from a file.
  static Batches of(String input, Path flights, int rows) throws IOException {
    return of(input, flights, rows, BATCH_ROWS);
  }

  /// The same in batches of another size, but for those of a file.
  static Batches of(String input, Path flights, int rows, int batchRows) throws IOException {
    return switch (input) {
      case "taxi" -> generated(TaxiRows::new, rows, batchRows);
      case "nested" -> generated(NestedRows::new, rows, batchRows);
      case "strings" -> generated(StringRows::new, rows, batchRows);
      case "ints" -> generated(LongRows::new, rows, batchRows);
      case "doubles" -> generated(DoubleRows::new, rows, batchRows);
      case "strings_low" -> generated(LowStringRows::new, rows, batchRows);
      case "strings_high" -> generated(HighStringRows::new, rows, batchRows);
      case "flights" -> file(flights, rows);
      default ->
          throw new IllegalArgumentException(
              "input: expected taxi, ints, doubles, nested, strings, strings_low, strings_high or"
                  + " flights, got "
                  + input);
    };
  }

  /// The rows of an Arrow IPC file, from its start again and again, cut at `rows`.
  static Batches file(Path path, int rows) throws IOException {
    Batches batches = new Batches(new RootAllocator());
    int left = rows;
    while (left > 0) {
      try (ArrowFileReader reader =
          new ArrowFileReader(Files.newByteChannel(path), batches.allocator)) {
        while (left > 0 && reader.loadNextBatch()) {
          left -= batches.add(reader.getVectorSchemaRoot(), left);
        }
      }
    }
    return batches;
  }

  /// Takes over the first rows of a root, and says how many.
  private int add(VectorSchemaRoot root, int limit) {
    int rows = Math.min(limit, root.getRowCount());
    List<FieldVector> columns = new ArrayList<>();
    for (FieldVector vector : root.getFieldVectors()) {
      TransferPair pair = vector.getTransferPair(allocator);
      pair.splitAndTransfer(0, rows);
      columns.add((FieldVector) pair.getTo());
    }
    roots.add(new VectorSchemaRoot(columns));
    return rows;
  }

  /// Some columns of all batches by their numbers, in another order if need be. The vectors stay
  /// this object's: the result is not closed, and of no use once this is.
  Batches select(List<Integer> columns) {
    Batches selected = new Batches(allocator);
    for (VectorSchemaRoot root : roots) {
      selected.roots.add(new VectorSchemaRoot(columns.stream().map(root::getVector).toList()));
    }
    return selected;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  List<VectorSchemaRoot> roots() {
    return roots;
  }

  /// Bytes of the buffers of all batches; counted once, so that it may be asked for file by file.
  long arrowBytes() {
    if (arrowBytes == 0) {
      for (VectorSchemaRoot root : roots) {
        arrowBytes += root.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum();
      }
    }
    return arrowBytes;
  }

  @Override
  public void close() {
    roots.forEach(VectorSchemaRoot::close);
    allocator.close();
  }
}
