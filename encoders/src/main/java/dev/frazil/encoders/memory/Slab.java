package dev.frazil.encoders.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// A growing block of native memory with one owner.
///
/// A slab starts without memory, grows by doubling, and frees the old block at once when it grows;
/// the segment it showed before is then invalid and must be fetched anew. Behind every capacity
/// that was asked for lie [#SLACK] more bytes that belong to the slab, so that kernels may store
/// whole words at the end.
///
/// Not thread-safe, but any thread may use it, one at a time. Contents are not zeroed.
public final class Slab implements AutoCloseable {
  /// Bytes behind the capacity that may be written, in bytes.
  public static final long SLACK = 64;

  private static final long SMALLEST = 256;

  private final @Nullable SlabCount owner = SlabCount.current();
  private MemorySegment segment = MemorySegment.NULL;
  private @Nullable ByteBuffer buffer;

  /// Creates a slab that holds no memory yet.
  public Slab() {}

  /// The whole block, slack included; a segment of size 0 before the first growth.
  ///
  /// @return the segment, valid until the slab grows or is closed
  public MemorySegment segment() {
    return segment;
  }

  /// Bytes that can be used, slack not counted.
  ///
  /// @return the capacity in bytes
  public long capacity() {
    return Math.max(0, segment.byteSize() - SLACK);
  }

  /// Makes room for `capacity` bytes and keeps the first `used` ones.
  ///
  /// @param capacity bytes needed from the start of the slab
  /// @param used bytes at the start whose contents matter, as far as there are so many
  /// @return the segment, as [#segment()]
  /// @throws OutOfMemoryError if the C library has no such memory; the slab is unchanged
  public MemorySegment ensure(long capacity, long used) {
    if (segment.byteSize() < capacity + SLACK) {
      long doubled = Math.max(capacity, 2 * capacity());
      MemorySegment larger = NativeAccess.allocate(Math.max(SMALLEST, doubled) + SLACK);
      SlabCount.add(owner, larger.byteSize());
      MemorySegment.copy(segment, 0, larger, 0, Math.min(used, capacity()));
      close();
      segment = larger;
    }
    return segment;
  }

  /// The block as a direct little-endian buffer, made once a growth. Each call clears its position
  /// and limit.
  ///
  /// @return a view of at most 2 GiB from the start of the slab
  public ByteBuffer buffer() {
    ByteBuffer view = buffer;
    if (view == null) {
      long size = Math.min(segment.byteSize(), Integer.MAX_VALUE);
      view = segment.asSlice(0, size).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
      buffer = view;
    }
    return view.clear();
  }

  /// Bytes of the block as a direct buffer; a new object where they end behind the first 2 GiB,
  /// else [#buffer()].
  ///
  /// @param from the first byte
  /// @param size how many
  /// @return a view with those bytes between its position and its limit
  public ByteBuffer buffer(long from, int size) {
    ByteBuffer view = buffer();
    return from + size <= view.capacity()
        ? view.limit((int) from + size).position((int) from)
        : segment.asSlice(from, size).asByteBuffer();
  }

  /// Exchanges the memory of two slabs. Segments that either has shown stay valid.
  ///
  /// @param other another slab of the same [SlabCount]
  public void exchange(Slab other) {
    MemorySegment ownSegment = segment;
    ByteBuffer ownBuffer = buffer;
    segment = other.segment;
    buffer = other.buffer;
    other.segment = ownSegment;
    other.buffer = ownBuffer;
  }

  /// Frees the memory; the slab is as new afterwards and may be used again.
  @Override
  public void close() {
    if (segment.byteSize() > 0) {
      SlabCount.add(owner, -segment.byteSize());
      NativeAccess.free(segment);
    }
    segment = MemorySegment.NULL;
    buffer = null;
  }
}
