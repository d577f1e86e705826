package dev.frazil.engine.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.ArrowImportException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

/// Vectors of 100 slots whose buffers are as long as they must be, and shorter ones.
class VectorBuffersTest {
  private static final FieldType INT64 = FieldType.nullable(Types.MinorType.BIGINT.getType());

  @Test
  void everyBufferMustHoldAllSlots() {
    try (BufferAllocator allocator = new RootAllocator()) {
      check(allocator, new BigIntVector("x", allocator), 13, 800);
      check(allocator, new BitVector("x", allocator), 13, 13);
      check(allocator, new ViewVarCharVector("x", allocator), 13, 1600);
      check(
          allocator, new ListVector("x", allocator, nullable(Types.MinorType.LIST), null), 13, 404);
      check(
          allocator,
          new LargeListVector("x", allocator, nullable(Types.MinorType.LARGELIST), null),
          13,
          808);
      check(
          allocator,
          new ListViewVector("x", allocator, nullable(Types.MinorType.LISTVIEW), null),
          13,
          400,
          400);
      check(
          allocator,
          new LargeListViewVector("x", allocator, nullable(Types.MinorType.LARGELISTVIEW), null),
          13,
          800,
          800);
      check(allocator, FixedSizeListVector.empty("x", 2, allocator), 13);
      check(allocator, StructVector.empty("x", allocator), 13);
      check(allocator, new VarCharVector("x", allocator), 13, 404, 0);
      check(allocator, new LargeVarBinaryVector("x", allocator), 13, 808, 0);
    }
  }

  @Test
  void stringsMustHoldWhatTheirLastOffsetSays() {
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector text = new VarCharVector("x", allocator);
        ArrowBuf bits = zeros(allocator, 8);
        ArrowBuf offsets = zeros(allocator, 8);
        ArrowBuf data = zeros(allocator, 8)) {
      offsets.setInt(4, 9);
      text.loadFieldBuffers(new ArrowFieldNode(1, 0), List.of(bits, offsets, data));
      assertMessage("x: expected 9 bytes in buffer 2, got 8", text);
      offsets.setInt(4, 8);
      show(text);
    }
  }

  @Test
  void vectorsBelowOthersAreLookedAt() {
    try (BufferAllocator allocator = new RootAllocator();
        StructVector struct = StructVector.empty("s", allocator)) {
      BigIntVector member = struct.addOrGet("m", INT64, BigIntVector.class);
      load(allocator, struct, 13);
      load(allocator, member, 13, 799);
      assertMessage("m: expected 800 bytes in buffer 1, got 799", struct);
    }
  }

  private static FieldType nullable(Types.MinorType type) {
    return FieldType.nullable(type.getType());
  }

  private static void check(BufferAllocator allocator, FieldVector vector, long... sizes) {
    try (vector) {
      load(allocator, vector, sizes);
      show(vector);
      for (int i = 0; i < sizes.length; i++) {
        if (sizes[i] == 0) {
          continue;
        }
        long[] shorter = sizes.clone();
        shorter[i]--;
        load(allocator, vector, shorter);
        assertMessage(
            "x: expected %d bytes in buffer %d, got %d".formatted(sizes[i], i, shorter[i]), vector);
      }
    }
  }

  private static void load(BufferAllocator allocator, FieldVector vector, long... sizes) {
    List<ArrowBuf> buffers = new ArrayList<>();
    for (long size : sizes) {
      buffers.add(zeros(allocator, size));
    }
    vector.loadFieldBuffers(new ArrowFieldNode(100, 50), buffers);
    buffers.forEach(ArrowBuf::close);
  }

  /// A buffer of exactly so many bytes, which an allocator rounds up.
  private static ArrowBuf zeros(BufferAllocator allocator, long size) {
    ArrowBuf buffer = allocator.buffer(Math.max(8, size));
    buffer.setZero(0, buffer.capacity());
    ArrowBuf exact = buffer.slice(0, size);
    exact.writerIndex(size);
    return exact;
  }

  /// Takes every buffer as for a batch.
  private static void show(FieldVector vector) {
    BufferReferences references = new BufferReferences();
    try (VectorStruct struct = new VectorStruct(vector, null)) {
      struct.fill(vector, null, references);
    } finally {
      references.release();
    }
  }

  private static void assertMessage(String message, FieldVector vector) {
    ArrowImportException failure = assertThrows(ArrowImportException.class, () -> show(vector));
    assertEquals("Arrow import: " + message, failure.getMessage());
  }
}
