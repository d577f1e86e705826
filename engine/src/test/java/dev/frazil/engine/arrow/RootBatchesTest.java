package dev.frazil.engine.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.ArrowImportException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

/// Every test closes a root allocator, which fails when a buffer is still held.
class RootBatchesTest {
  private static final FieldType INT32 = FieldType.nullable(Types.MinorType.INT.getType());

  @Test
  void aRootIsFilledAgainWhileEarlierBatchesAreOpen() {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.of(new BigIntVector("n", allocator))) {
      RootBatches batches = RootBatches.of(root, allocator);
      RecordBatch last;
      try (batches) {
        fill(root, 1, 2);
        try (RecordBatch first = batches.batch()) {
          root.clear();
          fill(root, 3);
          try (RecordBatch second = batches.batch()) {
            assertEquals(List.of(1L, 2L), ColumnValues.of(first.columns().getFirst()));
            assertEquals(List.of(3L), ColumnValues.of(second.columns().getFirst()));
          }
        }
        fill(root, 4, 5, 6);
        last = batches.batch();
      }
      root.clear();
      assertEquals(List.of(4L, 5L, 6L), ColumnValues.of(last.columns().getFirst()));
      last.close();
      assertThrows(IllegalStateException.class, batches::batch);
    }
  }

  @Test
  void stringsAreReadWhoseLastNullsHaveNoOffsets() {
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector names = new VarCharVector("name", allocator);
        VectorSchemaRoot root = VectorSchemaRoot.of(names)) {
      names.allocateNew();
      root.setRowCount(3);
      names.set(0, "abcd".getBytes(StandardCharsets.UTF_8));
      names.setNull(1);
      names.setNull(2);
      try (RootBatches batches = RootBatches.of(root, allocator);
          RecordBatch batch = batches.batch()) {
        assertEquals(
            Arrays.asList("abcd", null, null), ColumnValues.of(batch.columns().getFirst()));
      }
    }
  }

  @Test
  void entriesOfADictionaryMayHaveDictionariesBelowThem() {
    DictionaryEncoding inner = new DictionaryEncoding(1, false, null);
    DictionaryEncoding outer = new DictionaryEncoding(2, false, null);
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector words = new VarCharVector("word", allocator);
        StructVector entries = StructVector.empty("entry", allocator);
        IntVector column =
            new IntVector("c", new FieldType(true, INT32.getType(), outer), allocator);
        VectorSchemaRoot root = VectorSchemaRoot.of(column)) {
      words.setSafe(0, "w".getBytes(StandardCharsets.UTF_8));
      words.setValueCount(1);
      IntVector numbers =
          entries.addOrGet("a", new FieldType(true, INT32.getType(), inner), IntVector.class);
      numbers.setSafe(0, 0);
      entries.setIndexDefined(0);
      entries.setValueCount(1);
      column.setSafe(0, 0);
      root.setRowCount(1);
      MapDictionaryProvider provider = new MapDictionaryProvider();
      provider.put(new Dictionary(words, inner));
      provider.put(new Dictionary(entries, outer));
      try (RootBatches batches = RootBatches.of(root, provider, allocator);
          RecordBatch batch = batches.batch()) {
        assertEquals(1, batch.rowCount());
        assertEquals(1, Objects.requireNonNull(batch.columns().getFirst().dictionary()).length());
      }
    }
  }

  private static void fill(VectorSchemaRoot root, long... values) {
    BigIntVector vector = (BigIntVector) root.getVector(0);
    vector.allocateNew(values.length);
    for (int i = 0; i < values.length; i++) {
      vector.set(i, values[i]);
    }
    root.setRowCount(values.length);
  }

  @Test
  void aBatchThatIsRefusedHoldsNothing() {
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector text = new VarCharVector("s", allocator);
        VectorSchemaRoot root = VectorSchemaRoot.of(text);
        RootBatches batches = RootBatches.of(root, allocator)) {
      text.setSafe(0, new byte[] {'a', (byte) 0xFF});
      root.setRowCount(1);
      ArrowImportException refusal =
          assertThrows(ArrowImportException.class, () -> batches.batch());
      assertEquals(
          "Arrow import: s: row 0: expected valid UTF-8, got 0xff at byte 1 of 2",
          refusal.getMessage());
      text.setSafe(0, new byte[] {'a', 'b'});
      root.setRowCount(1);
      try (RecordBatch batch = batches.batch()) {
        assertEquals(List.of("ab"), ColumnValues.of(batch.columns().getFirst()));
      }
    }
  }

  @Test
  void vectorsMustKeepTheirTypes() {
    try (BufferAllocator allocator = new RootAllocator();
        StructVector struct = StructVector.empty("s", allocator)) {
      struct.addOrGet("a", INT32, IntVector.class);
      try (VectorSchemaRoot root = VectorSchemaRoot.of(struct);
          RootBatches batches = RootBatches.of(root, allocator)) {
        batches.batch().close();
        struct.addOrGet("b", INT32, IntVector.class);
        ArrowImportException refusal =
            assertThrows(ArrowImportException.class, () -> batches.batch());
        assertEquals(
            "Arrow import: s: expected a vector of the type that it had before,"
                + " got s: Struct<a: Int(32, true), b: Int(32, true)>",
            refusal.getMessage());
      }
    }
  }

  @Test
  void vectorsMustBeOfTheTypesOfTheRootsSchema() {
    try (BufferAllocator allocator = new RootAllocator();
        BigIntVector vector = new BigIntVector("n", allocator)) {
      Field other =
          Field.nullable(
              "n", new ArrowType.Date(org.apache.arrow.vector.types.DateUnit.MILLISECOND));
      VectorSchemaRoot root =
          new VectorSchemaRoot(new Schema(List.of(other)), List.<FieldVector>of(vector), 0);
      ArrowImportException refusal =
          assertThrows(ArrowImportException.class, () -> RootBatches.of(root, allocator).close());
      assertEquals(
          "Arrow import: n: expected a vector of n: Date(MILLISECOND), got n: Int(64, true)",
          refusal.getMessage());
    }
  }
}
