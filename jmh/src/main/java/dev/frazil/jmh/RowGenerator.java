package dev.frazil.jmh;

import org.apache.arrow.vector.VectorSchemaRoot;

/// Makes rows, the same ones every time.
interface RowGenerator {
  /// The next rows as a batch of its own, to be closed by the caller.
  VectorSchemaRoot next(int rows);
}
