package dev.frazil.fuzz;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Page mappings of the operating system, and the release callbacks of exported structs: the one
/// class of this module that makes restricted calls. Needs Linux or macOS.
@SuppressWarnings("restricted")
final class NativeAccess {
  private static final int PROT_NONE = 0;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE = 2;
  private static final int MAP_ANONYMOUS =
      System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? 0x1000 : 0x20;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle MMAP =
      function(
          "mmap",
          FunctionDescriptor.of(
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG));
  private static final MethodHandle MPROTECT =
      function(
          "mprotect",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT));
  private static final MethodHandle MUNMAP =
      function(
          "munmap",
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));

  /// Bytes of a memory page.
  static final long PAGE = pageSize();

  /// `void release(struct ArrowSchema*)`.
  static final MemorySegment RELEASE_SCHEMA = callback("releaseSchema");

  /// `void release(struct ArrowArray*)`.
  static final MemorySegment RELEASE_ARRAY = callback("releaseArray");

  private static final Map<Long, Runnable> OWNERS = new ConcurrentHashMap<>();
  private static final AtomicLong IDS = new AtomicLong(1);

  private NativeAccess() {}

  /// Fresh zeroed pages.
  ///
  /// @param size a multiple of [#PAGE]
  /// @return a segment of that size, bounded by hand only
  static MemorySegment map(long size) {
    try {
      MemorySegment start =
          (MemorySegment)
              MMAP.invokeExact(
                  MemorySegment.NULL, size, PROT_READ_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
      if (start.address() == -1) {
        throw new OutOfMemoryError("mmap: expected " + size + " bytes, got none");
      }
      return start.reinterpret(size);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("mmap", e);
    }
  }

  /// Makes whole pages unreadable: touching them ends the process.
  static void protect(MemorySegment pages) {
    try {
      check("mprotect", (int) MPROTECT.invokeExact(pages, pages.byteSize(), PROT_NONE));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("mprotect", e);
    }
  }

  /// Gives whole pages back.
  static void unmap(MemorySegment pages) {
    try {
      check("munmap", (int) MUNMAP.invokeExact(pages, pages.byteSize()));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("munmap", e);
    }
  }

  /// The byte at an address.
  static byte byteAt(long address) {
    return MemorySegment.ofAddress(address).reinterpret(1).get(ValueLayout.JAVA_BYTE, 0);
  }

  /// The C string at an address, read byte by byte: `MemorySegment.getString` may look at whole
  /// words behind its end.
  static String string(long address) {
    MemorySegment memory = MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE);
    int length = 0;
    while (memory.get(ValueLayout.JAVA_BYTE, length) != 0) {
      length++;
    }
    return new String(
        memory.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
  }

  /// A number for the `private_data` of a struct; `released` runs each time its release callback is
  /// called.
  static long register(Runnable released) {
    long id = IDS.getAndIncrement();
    OWNERS.put(id, released);
    return id;
  }

  /// Forgets a number; a later call of its release callback goes unnoticed.
  static void unregister(long id) {
    OWNERS.remove(id);
  }

  static void releaseSchema(MemorySegment struct) {
    release(
        struct.reinterpret(CStructs.SCHEMA_SIZE),
        CStructs.SCHEMA_RELEASE,
        CStructs.SCHEMA_PRIVATE_DATA);
  }

  static void releaseArray(MemorySegment struct) {
    release(
        struct.reinterpret(CStructs.ARRAY_SIZE),
        CStructs.ARRAY_RELEASE,
        CStructs.ARRAY_PRIVATE_DATA);
  }

  private static void release(MemorySegment struct, long release, long privateData) {
    long id = struct.get(ValueLayout.JAVA_LONG_UNALIGNED, privateData);
    struct.set(ValueLayout.JAVA_LONG_UNALIGNED, release, 0);
    Runnable released = OWNERS.get(id);
    if (released != null) {
      released.run();
    }
  }

  private static MethodHandle function(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
  }

  private static MemorySegment callback(String method) {
    try {
      return LINKER.upcallStub(
          MethodHandles.lookup()
              .findStatic(
                  NativeAccess.class,
                  method,
                  MethodType.methodType(void.class, MemorySegment.class)),
          FunctionDescriptor.ofVoid(ValueLayout.ADDRESS),
          Arena.global());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(method, e);
    }
  }

  private static long pageSize() {
    try {
      return (int)
          function("getpagesize", FunctionDescriptor.of(ValueLayout.JAVA_INT)).invokeExact();
    } catch (Throwable e) {
      throw new AssertionError("getpagesize", e);
    }
  }

  private static void check(String call, int result) {
    if (result != 0) {
      throw new AssertionError(call + ": expected 0, got " + result);
    }
  }
}
