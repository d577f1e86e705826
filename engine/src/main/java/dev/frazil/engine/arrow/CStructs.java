package dev.frazil.engine.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Where the members of the C Data Interface's and the C Stream Interface's structs lie, in bytes,
/// in the order of their declaration.
///
/// Members are read through unaligned layouts: nothing promises an alignment of the structs.
final class CStructs {
  static final int SCHEMA_FORMAT = 0;
  static final int SCHEMA_NAME = 8;
  static final int SCHEMA_METADATA = 16;
  static final int SCHEMA_FLAGS = 24;
  static final int SCHEMA_N_CHILDREN = 32;
  static final int SCHEMA_CHILDREN = 40;
  static final int SCHEMA_DICTIONARY = 48;
  static final int SCHEMA_RELEASE = 56;
  static final int SCHEMA_SIZE = 72;

  static final int ARRAY_LENGTH = 0;
  static final int ARRAY_NULL_COUNT = 8;
  static final int ARRAY_OFFSET = 16;
  static final int ARRAY_N_BUFFERS = 24;
  static final int ARRAY_N_CHILDREN = 32;
  static final int ARRAY_BUFFERS = 40;
  static final int ARRAY_CHILDREN = 48;
  static final int ARRAY_DICTIONARY = 56;
  static final int ARRAY_RELEASE = 64;
  static final int ARRAY_SIZE = 80;

  static final int STREAM_GET_SCHEMA = 0;
  static final int STREAM_GET_NEXT = 8;
  static final int STREAM_GET_LAST_ERROR = 16;
  static final int STREAM_RELEASE = 24;
  static final int STREAM_SIZE = 40;

  /// `ARROW_FLAG_NULLABLE` of `ArrowSchema.flags`.
  static final long FLAG_NULLABLE = 2;

  /// `ARROW_FLAG_MAP_KEYS_SORTED` of `ArrowSchema.flags`.
  static final long FLAG_MAP_KEYS_SORTED = 4;

  private CStructs() {}

  /// A 64-bit member: a count, or the value of a pointer.
  static long member(MemorySegment struct, int at) {
    return struct.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
  }

  /// Pointer number `i` of an array of pointers.
  static long pointer(long array, long i) {
    return NativeAccess.view(array, (i + 1) * Long.BYTES)
        .get(ValueLayout.JAVA_LONG_UNALIGNED, i * Long.BYTES);
  }
}
