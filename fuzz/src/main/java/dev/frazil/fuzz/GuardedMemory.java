package dev.frazil.fuzz;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The native memory of one exported struct tree, each block in pages of its own with its last byte
/// in front of a page that must not be touched: reading one byte too far ends the process.
///
/// After [#revoke()] every block is overwritten and unreadable, and its addresses are not given to
/// anyone else before [#close()].
final class GuardedMemory implements AutoCloseable {
  private static final byte POISON = (byte) 0xA5;

  private final long bufferFloor;
  private final List<MemorySegment> mappings = new ArrayList<>();
  private boolean revoked;

  /// Memory without blocks.
  ///
  /// @param bufferFloor smallest size of a block of [#buffer], in bytes; 0 for exact blocks
  GuardedMemory(long bufferFloor) {
    this.bufferFloor = bufferFloor;
  }

  /// Whether blocks of [#buffer] are larger than asked for.
  boolean generous() {
    return bufferFloor > 0;
  }

  /// A block for an Arrow buffer: `size` bytes, or more when this memory is generous.
  MemorySegment buffer(long size) {
    return allocate(Math.max(size, bufferFloor));
  }

  /// A zeroed block of exactly `size` bytes; its alignment is what its size leaves.
  MemorySegment allocate(long size) {
    long pages = Math.ceilDiv(Math.max(size, 1), NativeAccess.PAGE) * NativeAccess.PAGE;
    MemorySegment mapping = NativeAccess.map(pages + NativeAccess.PAGE);
    mappings.add(mapping);
    NativeAccess.protect(mapping.asSlice(pages));
    return mapping.asSlice(pages - size, size);
  }

  /// What a producer does when it is released: nothing can be read any more.
  void revoke() {
    if (!revoked) {
      revoked = true;
      for (MemorySegment mapping : mappings) {
        mapping.asSlice(0, mapping.byteSize() - NativeAccess.PAGE).fill(POISON);
        NativeAccess.protect(mapping);
      }
    }
  }

  /// Gives the addresses back.
  @Override
  public void close() {
    mappings.forEach(NativeAccess::unmap);
    mappings.clear();
  }
}
