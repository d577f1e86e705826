package dev.frazil.fuzz;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/// The structs of the Arrow C Data Interface, written as a producer writes them: 64-bit pointers,
/// native byte order.
final class CStructs {
  static final long SCHEMA_FORMAT = 0;
  static final long SCHEMA_NAME = 8;
  static final long SCHEMA_METADATA = 16;
  static final long SCHEMA_FLAGS = 24;
  static final long SCHEMA_N_CHILDREN = 32;
  static final long SCHEMA_CHILDREN = 40;
  static final long SCHEMA_DICTIONARY = 48;
  static final long SCHEMA_RELEASE = 56;
  static final long SCHEMA_PRIVATE_DATA = 64;
  static final long SCHEMA_SIZE = 72;

  static final long ARRAY_LENGTH = 0;
  static final long ARRAY_NULL_COUNT = 8;
  static final long ARRAY_OFFSET = 16;
  static final long ARRAY_N_BUFFERS = 24;
  static final long ARRAY_N_CHILDREN = 32;
  static final long ARRAY_BUFFERS = 40;
  static final long ARRAY_CHILDREN = 48;
  static final long ARRAY_DICTIONARY = 56;
  static final long ARRAY_RELEASE = 64;
  static final long ARRAY_PRIVATE_DATA = 72;
  static final long ARRAY_SIZE = 80;

  static final long FLAG_NULLABLE = 2;

  /// Pointers behind the ones that count, in generous memory.
  static final int SPARE_POINTERS = 4;

  private CStructs() {}

  /// Writes an ArrowSchema.
  ///
  /// @param struct where to, [#SCHEMA_SIZE] bytes
  /// @param memory where strings and pointer arrays go
  /// @param format the format string
  /// @param name the name
  /// @param metadata pairs; none leaves the pointer NULL
  /// @param flags the flags
  /// @param children the children's structs
  /// @param dictionary the dictionary's struct, or NULL
  static void schema(
      MemorySegment struct,
      GuardedMemory memory,
      String format,
      String name,
      Map<String, String> metadata,
      long flags,
      List<MemorySegment> children,
      MemorySegment dictionary) {
    set(struct, SCHEMA_FORMAT, string(memory, format).address());
    set(struct, SCHEMA_NAME, string(memory, name).address());
    set(struct, SCHEMA_METADATA, metadata.isEmpty() ? 0 : metadata(memory, metadata).address());
    set(struct, SCHEMA_FLAGS, flags);
    set(struct, SCHEMA_N_CHILDREN, children.size());
    set(struct, SCHEMA_CHILDREN, pointers(memory, children, memory.generous()).address());
    set(struct, SCHEMA_DICTIONARY, dictionary.address());
    set(struct, SCHEMA_RELEASE, NativeAccess.RELEASE_SCHEMA.address());
    set(struct, SCHEMA_PRIVATE_DATA, 0);
  }

  /// Writes an ArrowArray.
  ///
  /// @param struct where to, [#ARRAY_SIZE] bytes
  /// @param memory where pointer arrays go
  /// @param length `length`
  /// @param nullCount `null_count`
  /// @param offset `offset`
  /// @param buffers the buffers, NULL ones included
  /// @param children the children's structs
  /// @param dictionary the dictionary's struct, or NULL
  static void array(
      MemorySegment struct,
      GuardedMemory memory,
      long length,
      long nullCount,
      long offset,
      List<MemorySegment> buffers,
      List<MemorySegment> children,
      MemorySegment dictionary) {
    set(struct, ARRAY_LENGTH, length);
    set(struct, ARRAY_NULL_COUNT, nullCount);
    set(struct, ARRAY_OFFSET, offset);
    set(struct, ARRAY_N_BUFFERS, buffers.size());
    set(struct, ARRAY_N_CHILDREN, children.size());
    set(struct, ARRAY_BUFFERS, pointers(memory, buffers, memory.generous()).address());
    set(struct, ARRAY_CHILDREN, pointers(memory, children, memory.generous()).address());
    set(struct, ARRAY_DICTIONARY, dictionary.address());
    set(struct, ARRAY_RELEASE, NativeAccess.RELEASE_ARRAY.address());
    set(struct, ARRAY_PRIVATE_DATA, 0);
  }

  static void set(MemorySegment struct, long field, long value) {
    struct.set(JAVA_LONG_UNALIGNED, field, value);
  }

  static long value(MemorySegment struct, long field) {
    return struct.get(JAVA_LONG_UNALIGNED, field);
  }

  /// A C string in a block of its own.
  static MemorySegment string(GuardedMemory memory, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    MemorySegment block = memory.allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, block, JAVA_BYTE, 0, bytes.length);
    return block;
  }

  /// An array of pointers; NULL when there are none. With spares, the last one repeated behind it.
  private static MemorySegment pointers(
      GuardedMemory memory, List<MemorySegment> targets, boolean spares) {
    if (targets.isEmpty()) {
      return MemorySegment.NULL;
    }
    int count = targets.size() + (spares ? SPARE_POINTERS : 0);
    MemorySegment block = memory.allocate(8L * count);
    for (int i = 0; i < count; i++) {
      set(block, 8L * i, targets.get(Math.min(i, targets.size() - 1)).address());
    }
    return block;
  }

  private static MemorySegment metadata(GuardedMemory memory, Map<String, String> pairs) {
    int size =
        4
            + pairs.entrySet().stream()
                .mapToInt(e -> 8 + utf8(e.getKey()).length + utf8(e.getValue()).length)
                .sum();
    ByteBuffer bytes =
        ByteBuffer.allocate(size).order(ByteOrder.nativeOrder()).putInt(pairs.size());
    pairs.forEach((key, value) -> {
      bytes.putInt(utf8(key).length).put(utf8(key));
      bytes.putInt(utf8(value).length).put(utf8(value));
    });
    MemorySegment block = memory.allocate(size);
    block.copyFrom(MemorySegment.ofArray(bytes.array()));
    return block;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
