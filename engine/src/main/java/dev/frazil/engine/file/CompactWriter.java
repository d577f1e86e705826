package dev.frazil.engine.file;

import java.lang.foreign.MemorySegment;

/// The Thrift compact protocol into native memory, as far as structures of numbers, byte strings
/// and lists of them need it (thrift-compact-protocol.md). Fields are written in ascending order of
/// their ids.
final class CompactWriter {
  /// Type of a list's elements that are booleans, each of which is [#TRUE] or [#FALSE].
  static final int BOOL = 1;

  static final int TRUE = 1;
  static final int FALSE = 2;
  static final int I32 = 5;
  static final int I64 = 6;
  static final int BINARY = 8;
  static final int LIST = 9;
  static final int STRUCT = 12;

  /// The longest list and the largest step between ids that fit four bits.
  private static final int SHORT = 14;

  private final SlabOutputStream output;
  private int field;

  CompactWriter(SlabOutputStream output) {
    this.output = output;
  }

  /// Begins a structure, also one that is an element of a list.
  void begin() {
    field = 0;
  }

  /// Goes on in a structure behind a list of structures.
  ///
  /// @param id of the list
  void after(int id) {
    field = id;
  }

  /// Begins a field.
  ///
  /// @param id above that of the field before it, by 15 at most
  void field(int id, int type) {
    output.write((id - field) << 4 | type);
    field = id;
  }

  /// Begins a field that is a list; its elements follow.
  void list(int id, int elementType, int count) {
    field(id, LIST);
    if (count <= SHORT) {
      output.write(count << 4 | elementType);
    } else {
      output.write(0xf0 | elementType);
      unsigned(count);
    }
  }

  void bool(boolean value) {
    output.write(value ? TRUE : FALSE);
  }

  /// An I32 or I64.
  void number(long value) {
    unsigned(value << 1 ^ value >> 63);
  }

  void binary(MemorySegment bytes) {
    unsigned(bytes.byteSize());
    output.write(bytes);
  }

  /// Ends a structure.
  void end() {
    output.write(0);
  }

  private void unsigned(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      output.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    output.write((int) rest);
  }
}
