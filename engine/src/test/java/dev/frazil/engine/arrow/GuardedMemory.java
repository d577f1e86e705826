package dev.frazil.engine.arrow;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/// Pages that hold one buffer or struct, and a page behind it that nobody may touch (POSIX only):
/// the one class of these tests that makes restricted calls.
///
/// @param pages the pages, the guard included
/// @param content the bytes in use, the last of them just before the guard
@SuppressWarnings("restricted")
record GuardedMemory(MemorySegment pages, MemorySegment content) {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle MMAP =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("mmap"),
          FunctionDescriptor.of(
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG));
  private static final MethodHandle MPROTECT =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("mprotect"),
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT));
  private static final MethodHandle MUNMAP =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("munmap"),
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));

  /// A multiple of every page size in use.
  private static final long PAGE = 1 << 16;

  private static final int PROT_NONE = 0;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE_ANONYMOUS =
      System.getProperty("os.name", "").startsWith("Mac") ? 0x1002 : 0x22;
  private static final byte POISON = (byte) 0xDB;

  /// Maps memory for `size` bytes.
  static GuardedMemory of(long size) {
    long room = (size + PAGE - 1) / PAGE * PAGE;
    try {
      MemorySegment pages =
          ((MemorySegment)
                  MMAP.invokeExact(
                      MemorySegment.NULL,
                      room + PAGE,
                      PROT_READ_WRITE,
                      MAP_PRIVATE_ANONYMOUS,
                      -1,
                      0L))
              .reinterpret(room + PAGE);
      MemorySegment guard = MemorySegment.ofAddress(pages.address() + room);
      if (pages.address() == -1 || (int) MPROTECT.invokeExact(guard, PAGE, PROT_NONE) != 0) {
        throw new AssertionError("mmap of " + size + " bytes");
      }
      return new GuardedMemory(pages, pages.asSlice(room - size, size));
    } catch (Throwable e) {
      throw new AssertionError("mmap", e);
    }
  }

  /// Overwrites the content and gives the pages back.
  void unmap() {
    content.fill(POISON);
    try {
      if ((int) MUNMAP.invokeExact(pages, pages.byteSize()) != 0) {
        throw new AssertionError("munmap");
      }
    } catch (Throwable e) {
      throw new AssertionError("munmap", e);
    }
  }

  /// The bytes that a callback was given the address of.
  static MemorySegment view(MemorySegment address, long size) {
    return address.reinterpret(size);
  }

  /// The address of a C function that calls the one method of a functional interface.
  static <T> long upcall(
      Class<T> type, String method, T target, FunctionDescriptor descriptor, Arena arena) {
    try {
      MethodHandle handle =
          MethodHandles.lookup()
              .findVirtual(type, method, descriptor.toMethodType())
              .bindTo(target);
      return LINKER.upcallStub(handle, descriptor, arena).address();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(method, e);
    }
  }
}
