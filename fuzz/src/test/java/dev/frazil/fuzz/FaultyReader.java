package dev.frazil.fuzz;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// A program that reads an exported batch as it must not be read.
final class FaultyReader {
  /// Exit code of a program that did what it should not have been able to do.
  static final int SURVIVED = 17;

  private FaultyReader() {}

  /// Reads one byte.
  ///
  /// @param args `inside`, `behind` or `released`: which byte is read
  public static void main(String[] args) throws IOException {
    BatchData batch = Cases.batch(Cases.column("a", Cases.INT32, 1L, 2L, 3L));
    try (ExportedBatch export = new ExportedBatch(batch, null, 0)) {
      MemorySegment values = export.array().children().getFirst().buffers().get(1);
      int sum = values.get(JAVA_BYTE, values.byteSize() - 1);
      if (args[0].equals("behind")) {
        sum += NativeAccess.byteAt(values.address() + values.byteSize());
      }
      try (RecordBatchSource source =
              RecordBatchSource.ofArray(export.arrayAddress(), export.schemaAddress());
          RecordBatch imported = Expect.present("batch", source.next())) {
        sum += imported.rowCount();
      }
      if (args[0].equals("released")) {
        sum += values.get(JAVA_BYTE, 0);
      }
      System.out.println(sum);
    }
    System.exit(SURVIVED);
  }
}
