package dev.frazil.engine.arrow;

import dev.frazil.engine.ArrowImportException;
import java.lang.foreign.MemorySegment;

/// An `ArrowArray` struct whose counts have been checked against each other.
///
/// @param struct the bytes of the struct
/// @param path the column, for messages
/// @param length slots of the array, 0 or more
/// @param offset slots before the first one, 0 or more; `offset + length` fits a long
/// @param nullCount null slots in `length`, or -1 for unknown
record ArrayStruct(MemorySegment struct, String path, long length, long offset, long nullCount) {
  /// More data buffers than any column of views has: a count beyond it is taken for garbage.
  private static final int MAX_BUFFERS = 1 << 20;

  /// The struct at an address.
  ///
  /// @throws ArrowImportException if there is none, if it is released, or if its counts are
  ///   impossible
  static ArrayStruct at(long address, String path) {
    if (address == 0) {
      throw failure(path, "an ArrowArray", "NULL");
    }
    return of(NativeAccess.view(address, CStructs.ARRAY_SIZE), path);
  }

  /// The struct in a segment, checked like [#at].
  static ArrayStruct of(MemorySegment struct, String path) {
    if (CStructs.member(struct, CStructs.ARRAY_RELEASE) == 0) {
      throw failure(path, "a live ArrowArray", "a released one");
    }
    long length = CStructs.member(struct, CStructs.ARRAY_LENGTH);
    long offset = CStructs.member(struct, CStructs.ARRAY_OFFSET);
    long nullCount = CStructs.member(struct, CStructs.ARRAY_NULL_COUNT);
    if (length < 0) {
      throw failure(path, "a length of 0 or more", String.valueOf(length));
    }
    if (offset < 0 || offset > Long.MAX_VALUE - length) {
      throw failure(
          path, "an offset from 0 to " + (Long.MAX_VALUE - length), String.valueOf(offset));
    }
    if (nullCount < -1 || nullCount > length) {
      throw failure(path, "a null count from -1 to " + length, String.valueOf(nullCount));
    }
    return new ArrayStruct(struct, path, length, offset, nullCount);
  }

  /// Checks that there are `count` buffers.
  void requireBuffers(int count) {
    long actual = CStructs.member(struct, CStructs.ARRAY_N_BUFFERS);
    if (actual != count) {
      throw failure(path, count + " buffers", String.valueOf(actual));
    }
    if (count > 0 && CStructs.member(struct, CStructs.ARRAY_BUFFERS) == 0) {
      throw failure(path, count + " buffers", "NULL");
    }
  }

  /// Checks that there are `least` buffers or more, of which it returns the number.
  int requireBuffersFrom(int least) {
    long actual = CStructs.member(struct, CStructs.ARRAY_N_BUFFERS);
    if (actual < least || actual > MAX_BUFFERS) {
      throw failure(path, least + " to " + MAX_BUFFERS + " buffers", String.valueOf(actual));
    }
    requireBuffers((int) actual);
    return (int) actual;
  }

  /// Checks that the length is no more than batches may have rows, and returns it.
  int requireInt() {
    if (length > Integer.MAX_VALUE) {
      throw failure(path, "at most " + Integer.MAX_VALUE + " rows", String.valueOf(length));
    }
    return (int) length;
  }

  /// Checks that there are `count` children.
  void requireChildren(int count) {
    long actual = CStructs.member(struct, CStructs.ARRAY_N_CHILDREN);
    if (actual != count) {
      throw failure(path, count + " children", String.valueOf(actual));
    }
    if (count > 0 && CStructs.member(struct, CStructs.ARRAY_CHILDREN) == 0) {
      throw failure(path, count + " children", "NULL");
    }
  }

  /// The address of buffer number `i`, or 0 when the producer left it out.
  long buffer(int i) {
    return CStructs.pointer(CStructs.member(struct, CStructs.ARRAY_BUFFERS), i);
  }

  /// The first `size` bytes of buffer number `i`; a segment of size 0 when none are needed.
  ///
  /// @throws ArrowImportException if bytes are needed and there is no buffer
  MemorySegment buffer(int i, long size, String what) {
    if (size == 0) {
      return MemorySegment.NULL;
    }
    long address = buffer(i);
    if (address == 0) {
      throw failure(path, what + " of " + size + " bytes", "NULL");
    }
    return NativeAccess.view(address, size);
  }

  /// The address of child number `i`.
  long child(int i) {
    return CStructs.pointer(CStructs.member(struct, CStructs.ARRAY_CHILDREN), i);
  }

  /// The address of the dictionary, or 0.
  long dictionary() {
    return CStructs.member(struct, CStructs.ARRAY_DICTIONARY);
  }

  /// Checks whether there is a dictionary.
  void requireDictionary(boolean expected) {
    if (expected != (dictionary() != 0)) {
      throw failure(
          path, expected ? "a dictionary" : "no dictionary", expected ? "NULL" : "a dictionary");
    }
  }

  /// An error at a column.
  static ArrowImportException failure(String path, String expected, String got) {
    return new ArrowImportException(
        "Arrow import: %s: expected %s, got %s".formatted(path, expected, got));
  }
}
