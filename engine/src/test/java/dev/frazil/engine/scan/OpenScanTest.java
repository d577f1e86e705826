package dev.frazil.engine.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Open scans after a failure.
class OpenScanTest {
  private static final ArrowSchema NOTHING = new ArrowSchema(List.of());

  @TempDir private Path directory;

  /// The rows of the file behind would come as if those of the first one had been read.
  @Test
  void noRowFollowsAFailure() throws IOException {
    Path missing = directory.resolve("0.csv");
    Path there = directory.resolve("1.csv");
    Files.writeString(there, "a\n1\n2\n");
    ArrowSchema schema =
        new ArrowSchema(List.of(new ArrowField("a", new ArrowType.Int(64, true), true)));
    List<ScanFile> files =
        List.of(new ScanFile(missing, DataFormat.CSV), new ScanFile(there, DataFormat.CSV));
    for (int threads = 1; threads <= 2; threads++) {
      try (RecordBatchSource rows = Scan.of(schema, files).parallelism(threads).open()) {
        assertThrows(IOException.class, rows::next);
        assertThrows(IOException.class, rows::next);
      }
    }
  }

  @Test
  void aBatchIsClosedWhenItsFileCannotBe() throws IOException {
    AtomicBoolean freed = new AtomicBoolean();
    AtomicBoolean broken = new AtomicBoolean(true);
    RecordBatchSource source =
        new RecordBatchSource() {
          @Override
          public ArrowSchema schema() {
            return NOTHING;
          }

          @Override
          public RecordBatch next() {
            return new RecordBatch(NOTHING, 2, List.of(), () -> freed.set(true));
          }

          @Override
          public void close() throws IOException {
            if (broken.getAndSet(false)) {
              throw new IOException("cannot be closed");
            }
          }
        };
    OpenFiles files = new OpenFiles(NOTHING, ScanPlan.of(NOTHING, List.of(), null), 1);
    try (OpenScan rows = new OpenScan(source, files, 1, List.of())) {
      assertEquals("cannot be closed", assertThrows(IOException.class, rows::next).getMessage());
      assertTrue(freed.get());
    }
  }
}
