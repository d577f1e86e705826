package dev.frazil.engine.arrow;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Addresses to segments, and calls through the function pointers of the C Data and C Stream
/// interfaces: the one class of this module that makes restricted calls.
///
/// Addresses and sizes are trusted. Functions are called through the ordinary linker, never as
/// critical ones, because a producer's callback may enter the Java virtual machine again.
@SuppressWarnings("restricted")
final class NativeAccess {
  private static final MethodHandle RELEASE =
      handle(FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

  /// A class of its own, so that nothing is linked for the functions of streams without one.
  private static final class OfStreams {
    private static final MethodHandle FILL =
        handle(
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    private static final MethodHandle TELL =
        handle(FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS));

    private OfStreams() {}
  }

  private NativeAccess() {}

  private static MethodHandle handle(FunctionDescriptor descriptor) {
    return Linker.nativeLinker().downcallHandle(descriptor);
  }

  /// The `size` bytes at `address`.
  static MemorySegment view(long address, long size) {
    return MemorySegment.ofAddress(address).reinterpret(size);
  }

  /// The bytes of a C string, without the final zero.
  static byte[] cString(long address) {
    // Byte by byte: MemorySegment.getString reads whole words, past the zero and perhaps past the
    // last page that is mapped.
    MemorySegment bytes = view(address, Long.MAX_VALUE);
    long length = 0;
    while (bytes.get(ValueLayout.JAVA_BYTE, length) != 0) {
      length++;
    }
    return bytes.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
  }

  /// `void (*release)(struct*)`.
  static void release(long function, MemorySegment struct) {
    try {
      RELEASE.invokeExact(MemorySegment.ofAddress(function), struct);
    } catch (Throwable e) {
      throw new AssertionError("release", e);
    }
  }

  /// `int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema*)`, and the same of `get_next`
  /// with an array.
  ///
  /// @return 0, or an `errno` code
  static int fill(long function, MemorySegment stream, MemorySegment out) {
    try {
      return (int) OfStreams.FILL.invokeExact(MemorySegment.ofAddress(function), stream, out);
    } catch (Throwable e) {
      throw new AssertionError("get_schema or get_next", e);
    }
  }

  /// `const char* (*get_last_error)(struct ArrowArrayStream*)`.
  ///
  /// @return the address of a C string, or 0
  static long lastError(long function, MemorySegment stream) {
    try {
      return ((MemorySegment) OfStreams.TELL.invokeExact(MemorySegment.ofAddress(function), stream))
          .address();
    } catch (Throwable e) {
      throw new AssertionError("get_last_error", e);
    }
  }
}
