package dev.frazil.encoders.memory;

import java.lang.foreign.MemorySegment;

/// Structures in Thrift's compact protocol (thrift-compact-protocol.md), appended to a slab that
/// stays its owner's, as far as the format needs them: numbers, byte strings, structures, and lists
/// of these. A structure's fields are written in ascending order of their ids.
///
/// Not thread-safe, but any thread may use it, one at a time.
public final class CompactWriter {
  /// A field that is true, or an element of a list of booleans that is.
  public static final int TRUE = 1;

  /// A field that is false, or an element of a list of booleans that is.
  public static final int FALSE = 2;

  /// Type of the elements of a list of booleans.
  public static final int BOOL = 1;

  /// A 16-bit number.
  public static final int I16 = 4;

  /// A 32-bit number.
  public static final int I32 = 5;

  /// A 64-bit number.
  public static final int I64 = 6;

  /// A 64-bit floating-point number.
  public static final int DOUBLE = 7;

  /// Bytes, or text in UTF-8.
  public static final int BINARY = 8;

  /// A list.
  public static final int LIST = 9;

  /// A structure or union.
  public static final int STRUCT = 12;

  /// The longest list whose length fits four bits.
  private static final int SHORT = 14;

  /// Bytes of the longest number.
  private static final int MAX_NUMBER = 10;

  private final Slab slab;
  private long size;
  private int field;

  /// Writes from the start of a slab.
  ///
  /// @param slab where the bytes go; grows as they need
  public CompactWriter(Slab slab) {
    this.slab = slab;
  }

  /// Bytes of the slab that are in use.
  ///
  /// @return where the next byte goes
  public long size() {
    return size;
  }

  /// Goes on behind other bytes of the slab, or back to its start.
  ///
  /// @param used bytes at the start of the slab that stay
  public void size(long used) {
    size = used;
  }

  /// What was written.
  ///
  /// @return the first [#size()] bytes of the slab, valid until it grows or is closed
  public MemorySegment bytes() {
    return slab.segment().asSlice(0, size);
  }

  /// Begins a structure, also one that is an element of a list.
  public void begin() {
    field = 0;
  }

  /// Goes on in the structure around one that has ended.
  ///
  /// @param id of the field that ended
  public void after(int id) {
    field = id;
  }

  /// Begins a field, whose value follows; those of type [#TRUE] and [#FALSE] have none.
  ///
  /// @param id above that of the field before it, by 15 at most
  /// @param type one of the constants
  public void field(int id, int type) {
    raw((id - field) << 4 | type);
    field = id;
  }

  /// Begins a field that is a structure, and the structure.
  ///
  /// @param id as for [#field]
  public void struct(int id) {
    field(id, STRUCT);
    field = 0;
  }

  /// Writes a field that is a 32-bit number.
  ///
  /// @param id as for [#field]
  /// @param value the number
  public void i32(int id, int value) {
    field(id, I32);
    number(value);
  }

  /// Writes a field that is a 64-bit number.
  ///
  /// @param id as for [#field]
  /// @param value the number
  public void i64(int id, long value) {
    field(id, I64);
    number(value);
  }

  /// Writes a field that is a boolean.
  ///
  /// @param id as for [#field]
  /// @param value the boolean
  public void bool(int id, boolean value) {
    field(id, value ? TRUE : FALSE);
  }

  /// Writes a field that is a floating-point number.
  ///
  /// @param id as for [#field]
  /// @param value the number
  public void float64(int id, double value) {
    field(id, DOUBLE);
    slab.ensure(size + Double.BYTES, size).set(Layouts.LONG, size, Double.doubleToLongBits(value));
    size += Double.BYTES;
  }

  /// Writes a field of bytes.
  ///
  /// @param id as for [#field]
  /// @param bytes the bytes
  public void binary(int id, byte[] bytes) {
    field(id, BINARY);
    binary(bytes);
  }

  /// Begins a field that is a list; its elements follow.
  ///
  /// @param id as for [#field]
  /// @param elementType the type of all elements
  /// @param count how many follow
  public void list(int id, int elementType, int count) {
    field(id, LIST);
    if (count <= SHORT) {
      raw(count << 4 | elementType);
    } else {
      raw(0xf0 | elementType);
      unsigned(count);
    }
  }

  /// Writes an element that is a boolean.
  ///
  /// @param value the boolean
  public void bool(boolean value) {
    raw(value ? TRUE : FALSE);
  }

  /// Writes a number of any width, an element or the value of a field.
  ///
  /// @param value the number
  public void number(long value) {
    unsigned(value << 1 ^ value >> 63);
  }

  /// Writes bytes, an element or the value of a field.
  ///
  /// @param bytes the bytes
  public void binary(byte[] bytes) {
    unsigned(bytes.length);
    raw(bytes);
  }

  /// Writes a part of a segment as bytes, an element or the value of a field.
  ///
  /// @param source a native segment
  /// @param from the first byte of it
  /// @param count how many
  public void binary(MemorySegment source, long from, long count) {
    unsigned(count);
    raw(source, from, count);
  }

  /// Ends a structure.
  public void end() {
    raw(0);
  }

  /// Writes a byte as it is.
  ///
  /// @param value its low eight bits
  public void raw(int value) {
    slab.ensure(size + 1, size).set(Layouts.BYTE, size, (byte) value);
    size++;
  }

  /// Writes bytes that are in the protocol already, or in none.
  ///
  /// @param bytes the bytes
  public void raw(byte[] bytes) {
    MemorySegment target = slab.ensure(size + bytes.length, size);
    MemorySegment.copy(bytes, 0, target, Layouts.BYTE, size, bytes.length);
    size += bytes.length;
  }

  /// Writes a part of a segment as it is.
  ///
  /// @param source a native segment
  /// @param from the first byte of it
  /// @param count how many
  public void raw(MemorySegment source, long from, long count) {
    MemorySegment target = slab.ensure(size + count, size);
    MemorySegment.copy(source, from, target, size, count);
    size += count;
  }

  private void unsigned(long value) {
    MemorySegment target = slab.ensure(size + MAX_NUMBER, size);
    long at = size;
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      target.set(Layouts.BYTE, at++, (byte) (rest | 0x80));
      rest >>>= 7;
    }
    target.set(Layouts.BYTE, at++, (byte) rest);
    size = at;
  }
}
