package dev.frazil.engine.arrow;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class ArrowImportTest {
  @Test
  void aBatchShowsTheProducersBuffersAndIsReleasedOnce() throws IOException {
    try (CDataBuilder producer = new CDataBuilder()) {
      CDataColumn data =
          CDataColumn.batch(
              3, CDataColumn.ints("a", 1, null, 3), CDataColumn.strings("b", "x", "", "zz"));
      try (RecordBatchSource source = producer.source(data)) {
        assertEquals(1, producer.schemaReleases());
        RecordBatch batch = requireNonNull(source.next());
        assertEquals(3, batch.rowCount());
        ArrowColumn a = batch.columns().getFirst();
        assertEquals(3, a.values().get(ValueLayout.JAVA_INT_UNALIGNED, 8));
        assertEquals(1, a.nullCount());
        assertNull(source.next());
        assertEquals(0, producer.arrayReleases());
        batch.close();
        batch.close();
        assertEquals(1, producer.arrayReleases());
      }
    }
  }
}
