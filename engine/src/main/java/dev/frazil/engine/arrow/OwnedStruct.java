package dev.frazil.engine.arrow;

import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.ArrowImportException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A struct of the C Data Interface in memory of ours, with the duty to release it.
///
/// It gets there by a move, as the specification's "Moving an array" has it (the bytes are copied
/// and the source is marked released), or because a stream wrote it there. Closing it calls the
/// producer's release callback, unless there is nothing to release, and frees the memory; a second
/// close does nothing.
final class OwnedStruct implements AutoCloseable {
  private final Slab slab = new Slab();
  private final MemorySegment struct;
  private final int releaseAt;

  private OwnedStruct(int size, int releaseAt) {
    this.struct = slab.ensure(size, 0).asSlice(0, size).fill((byte) 0);
    this.releaseAt = releaseAt;
  }

  /// A released `ArrowSchema`, for `get_schema` to fill.
  static OwnedStruct emptySchema() {
    return new OwnedStruct(CStructs.SCHEMA_SIZE, CStructs.SCHEMA_RELEASE);
  }

  /// A released `ArrowArray`, for `get_next` to fill.
  static OwnedStruct emptyArray() {
    return new OwnedStruct(CStructs.ARRAY_SIZE, CStructs.ARRAY_RELEASE);
  }

  /// Moves the `ArrowSchema` at an address here.
  static OwnedStruct schema(long address) {
    return emptySchema().moveFrom(address);
  }

  /// Moves the `ArrowArray` at an address here.
  static OwnedStruct array(long address) {
    return emptyArray().moveFrom(address);
  }

  /// Moves the `ArrowArrayStream` at an address here.
  static OwnedStruct stream(long address) {
    return new OwnedStruct(CStructs.STREAM_SIZE, CStructs.STREAM_RELEASE).moveFrom(address);
  }

  /// From NULL, or from a released struct, comes a released struct.
  private OwnedStruct moveFrom(long address) {
    if (address != 0) {
      MemorySegment source = NativeAccess.view(address, struct.byteSize());
      struct.copyFrom(source);
      source.set(ValueLayout.JAVA_LONG_UNALIGNED, releaseAt, 0L);
    }
    return this;
  }

  /// Checks that there is something to release.
  ///
  /// @param what the struct's name
  /// @throws ArrowImportException if the struct is released
  void requireLive(String what) {
    if (released()) {
      throw new ArrowImportException(
          "Arrow import: " + what + ": expected a live struct, got NULL or a released one");
    }
  }

  /// The struct; not to be read after the close.
  MemorySegment segment() {
    return struct;
  }

  /// Whether the struct has no release callback: nothing was written there.
  boolean released() {
    return CStructs.member(struct, releaseAt) == 0;
  }

  @Override
  public void close() {
    if (slab.capacity() == 0) {
      return;
    }
    try {
      if (!released()) {
        NativeAccess.release(CStructs.member(struct, releaseAt), struct);
      }
    } finally {
      slab.close();
    }
  }
}
