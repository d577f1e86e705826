package dev.frazil.engine.scan;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatch;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/// Copies a batch into buffers of arrow-java, from the first slot on and with offsets from 0 on, in
/// the width that the target says. Closing it gives back its hold on them; what was made has its
/// own.
final class BatchCopy implements AutoCloseable {
  private final BufferAllocator allocator;
  private final List<ArrowFieldNode> nodes = new ArrayList<>();
  private final List<ArrowBuf> buffers = new ArrayList<>();

  /// A copy of nothing yet.
  BatchCopy(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /// The copy of a batch.
  ///
  /// @param target the types of the copy: those of the batch, decimals and offsets aside
  ArrowRecordBatch of(RecordBatch batch, ArrowSchema target) {
    for (int i = 0; i < target.fields().size(); i++) {
      copy(batch.columns().get(i), target.fields().get(i), 0, batch.rowCount());
    }
    return new ArrowRecordBatch(batch.rowCount(), nodes, buffers);
  }

  /// Bytes of the buffers.
  long bytes() {
    return buffers.stream().mapToLong(ArrowBuf::readableBytes).sum();
  }

  private void copy(ArrowColumn column, ArrowField target, long from, int count) {
    if (column.dictionary() != null) {
      throw new IllegalArgumentException(
          "export: %s: expected a column of values, got dictionary indices"
              .formatted(target.name()));
    }
    if (target.type() instanceof ArrowType.Null) {
      nodes.add(new ArrowFieldNode(count, count));
      return;
    }
    long start = column.offset() + from;
    int nulls = validity(column, start, count);
    nodes.add(new ArrowFieldNode(count, nulls));
    switch (target.type()) {
      case ArrowType.Struct() -> members(column, target, start, count);
      case ArrowType.FixedSizeList(int size) ->
          copy(
              column.children().getFirst(),
              target.children().getFirst(),
              start * size,
              Math.multiplyExact(count, size));
      case ArrowType.List _, ArrowType.Map _ -> {
        boolean large = target.type().slotBits() == Long.SIZE;
        long first = offsets(column, start, count, large);
        int elements = Math.toIntExact(offset(column, start + count) - first);
        copy(column.children().getFirst(), target.children().getFirst(), first, elements);
      }
      case ArrowType.Utf8 _, ArrowType.Binary _ -> {
        boolean large = target.type().slotBits() == Long.SIZE;
        long first = offsets(column, start, count, large);
        bytes(column.data(), first, offset(column, start + count) - first);
      }
      case ArrowType.Bool() -> bits(column.values(), start, count);
      case ArrowType.Decimal(int bits, int _, int _) -> decimals(column, start, count, bits);
      default -> {
        long width = target.type().slotBits() / Byte.SIZE;
        bytes(column.values(), start * width, count * width);
      }
    }
  }

  private void members(ArrowColumn column, ArrowField target, long start, int count) {
    for (int i = 0; i < target.children().size(); i++) {
      copy(column.children().get(i), target.children().get(i), start, count);
    }
  }

  private int validity(ArrowColumn column, long start, int count) {
    int nulls =
        column.nullCount() == 0 || count == 0
            ? 0
            : count - Bitmaps.ones(column.validity(), start, count);
    if (nulls == 0) {
      buffers.add(allocator.getEmpty());
    } else {
      bits(column.validity(), start, count);
    }
    return nulls;
  }

  private void bits(MemorySegment source, long start, int count) {
    MemorySegment target = add(Bitmaps.bytes(count));
    if (count > 0) {
      Bitmaps.copy(source, start, target, 0, count);
    }
  }

  private void bytes(MemorySegment source, long start, long size) {
    MemorySegment target = add(size);
    MemorySegment.copy(source, size == 0 ? 0 : start, target, 0, size);
  }

  /// Copies offsets, and returns the first one as it was.
  private long offsets(ArrowColumn column, long start, int count, boolean large) {
    MemorySegment target = add((count + 1L) * (large ? Long.BYTES : Integer.BYTES));
    long first = offset(column, start);
    for (int i = 0; i <= count; i++) {
      long offset = (count == 0 ? first : offset(column, start + i)) - first;
      if (large) {
        target.set(LONG, (long) i * Long.BYTES, offset);
      } else {
        target.set(INT, (long) i * Integer.BYTES, Math.toIntExact(offset));
      }
    }
    return first;
  }

  /// An offset of strings or lists; columns of no slots may come without any.
  private static long offset(ArrowColumn column, long slot) {
    MemorySegment offsets = column.values();
    if (offsets.byteSize() == 0) {
      return 0;
    }
    return column.field().type().slotBits() == Long.SIZE
        ? offsets.get(LONG, slot * Long.BYTES)
        : offsets.get(INT, slot * Integer.BYTES);
  }

  private void decimals(ArrowColumn column, long start, int count, int bits) {
    long width = column.field().type().slotBits() / Byte.SIZE;
    if (width == bits / Byte.SIZE) {
      bytes(column.values(), start * width, count * width);
      return;
    }
    MemorySegment target = add(count * 2L * Long.BYTES);
    for (int i = 0; i < count; i++) {
      long value =
          width == Integer.BYTES
              ? column.values().get(INT, (start + i) * width)
              : column.values().get(LONG, (start + i) * width);
      target.set(LONG, 2L * i * Long.BYTES, value);
      target.set(LONG, (2L * i + 1) * Long.BYTES, value >> 63);
    }
  }

  /// A buffer of a size, with slack behind it for kernels that store whole words.
  private MemorySegment add(long size) {
    ArrowBuf buffer = allocator.buffer(size + Slab.SLACK);
    buffers.add(buffer);
    buffer.writerIndex(size);
    return MemorySegment.ofBuffer(buffer.nioBuffer(0, Math.toIntExact(size + Slab.SLACK)));
  }

  @Override
  public void close() {
    buffers.forEach(ArrowBuf::close);
    buffers.clear();
  }
}
