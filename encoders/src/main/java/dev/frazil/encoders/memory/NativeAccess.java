package dev.frazil.encoders.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// `malloc` and `free` of the C library: the one class of this module that makes restricted calls.
@SuppressWarnings("restricted")
final class NativeAccess {
  private static final MethodHandle MALLOC;
  private static final MethodHandle FREE;

  static {
    Linker linker = Linker.nativeLinker();
    MALLOC =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("malloc"),
            FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
    FREE =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("free"),
            FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
  }

  private NativeAccess() {}

  /// Memory of the C library as a segment of exactly `size` bytes, not zeroed.
  static MemorySegment allocate(long size) {
    MemorySegment start;
    try {
      start = (MemorySegment) MALLOC.invokeExact(size);
    } catch (Throwable e) {
      throw new AssertionError("malloc", e);
    }
    if (start.address() == 0) {
      throw new OutOfMemoryError("native memory: expected " + size + " bytes, got none");
    }
    return start.reinterpret(size, Arena.global(), null);
  }

  /// Gives memory of [#allocate] back.
  static void free(MemorySegment segment) {
    try {
      FREE.invokeExact(segment);
    } catch (Throwable e) {
      throw new AssertionError("free", e);
    }
  }
}
