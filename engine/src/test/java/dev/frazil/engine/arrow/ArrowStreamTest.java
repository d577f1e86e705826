package dev.frazil.engine.arrow;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.SchemaException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// C streams, sound and failing. The producer fails the test when the stream, a schema or an array
/// is not released, or released twice.
class ArrowStreamTest {
  private static final CDataColumn SCHEMA = CDataColumn.batch(0, CDataColumn.ints("a"));

  @Test
  void batchesArriveInOrderAndOutliveTheStream() throws IOException {
    try (CDataBuilder producer = new CDataBuilder()) {
      RecordBatchSource source =
          RecordBatchSource.ofStream(
              producer.stream(SCHEMA, List.of(ints(1, 2), ints(), ints(3)), null));
      assertEquals(1, producer.schemaReleases());
      RecordBatch first = requireNonNull(source.next());
      RecordBatch second = requireNonNull(source.next());
      RecordBatch third = requireNonNull(source.next());
      assertNull(source.next());
      assertNull(source.next());
      assertEquals(0, producer.streamReleases());
      source.close();
      source.close();
      assertEquals(1, producer.streamReleases());
      assertEquals(0, producer.arrayReleases());
      assertEquals(List.of(1L, 2L), ColumnValues.of(first.columns().getFirst()));
      assertEquals(0, second.rowCount());
      assertEquals(List.of(3L), ColumnValues.of(third.columns().getFirst()));
      first.close();
      second.close();
      third.close();
      assertThrows(IllegalStateException.class, source::next);
    }
  }

  @Test
  void anErrorOfTheProducerCarriesItsCodeAndMessageAndEndsTheSource() throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source =
            RecordBatchSource.ofStream(
                producer.stream(
                    SCHEMA,
                    List.of(ints(1)),
                    new CDataBuilder.Failure(5, "disque défectueux", false)))) {
      requireNonNull(source.next()).close();
      ArrowImportException failure = assertThrows(ArrowImportException.class, () -> source.next());
      assertEquals(
          "Arrow stream: batch 1: expected data, got error 5 of the producer: disque défectueux",
          failure.getMessage());
      IllegalStateException later = assertThrows(IllegalStateException.class, () -> source.next());
      assertEquals("record batches: expected an open source, got a failed one", later.getMessage());
    }
  }

  @Test
  void anErrorWithoutMessageCarriesItsCode() throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source =
            RecordBatchSource.ofStream(
                producer.stream(SCHEMA, List.of(), new CDataBuilder.Failure(22, null, false)))) {
      ArrowImportException failure = assertThrows(ArrowImportException.class, () -> source.next());
      assertEquals(
          "Arrow stream: batch 0: expected data, got error 22 of the producer: no message",
          failure.getMessage());
    }
  }

  @Test
  void aStreamThatFailsToGiveItsSchemaIsReleased() {
    try (CDataBuilder producer = new CDataBuilder()) {
      long stream =
          producer.stream(SCHEMA, List.of(), new CDataBuilder.Failure(12, "no schema", true));
      ArrowImportException failure = assertThrows(ArrowImportException.class, () -> open(stream));
      assertEquals(
          "Arrow stream: schema: expected data, got error 12 of the producer: no schema",
          failure.getMessage());
      assertEquals(1, producer.streamReleases());
    }
  }

  @Test
  void aStreamOfARefusedTypeIsReleased() {
    try (CDataBuilder producer = new CDataBuilder()) {
      CDataColumn nested = CDataColumn.batch(0, CDataColumn.of("tags", "+us:", 0));
      long stream = producer.stream(nested, List.of(), null);
      assertThrows(SchemaException.class, () -> open(stream));
      assertEquals(1, producer.streamReleases());
      assertEquals(1, producer.schemaReleases());
    }
  }

  @Test
  void aBatchThatContradictsItselfIsReleasedAtOnce() throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source =
            RecordBatchSource.ofStream(
                producer.stream(
                    SCHEMA,
                    List.of(CDataColumn.batch(1, CDataColumn.ints("a", 1).bufferCount(1))),
                    null))) {
      assertThrows(ArrowImportException.class, () -> source.next());
      assertEquals(1, producer.arrayReleases());
    }
  }

  @Test
  void missingOrReleasedStreamsAreRefused() throws IOException {
    String message =
        "Arrow import: ArrowArrayStream: expected a live struct, got NULL or a released one";
    assertEquals(message, assertThrows(ArrowImportException.class, () -> open(0)).getMessage());
    try (CDataBuilder producer = new CDataBuilder()) {
      long stream = producer.stream(SCHEMA, List.of(), null);
      open(stream);
      assertEquals(
          message, assertThrows(ArrowImportException.class, () -> open(stream)).getMessage());
    }
  }

  private static void open(long stream) throws IOException {
    RecordBatchSource.ofStream(stream).close();
  }

  private static CDataColumn ints(Integer... values) {
    return CDataColumn.batch(values.length, CDataColumn.ints("a", values));
  }
}
