package dev.frazil.fuzz;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.frazil.engine.arrow.ArrowType;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Arrays as ArrowArray structs over guarded buffers. Whatever the columnar format leaves open is
/// drawn at random: what stands in null slots and in front of the array, unused bits, NULL pointers
/// instead of empty buffers, an unknown null count.
final class ArrayExport {
  private final GuardedMemory memory;
  private final RandomGenerator random;

  ArrayExport(GuardedMemory memory, RandomGenerator random) {
    this.memory = memory;
    this.random = random;
  }

  /// The struct of an array and of its dictionary.
  ArrayStruct export(ArraySlots array) {
    List<MemorySegment> buffers = new ArrayList<>();
    buffers.add(validity(array));
    if (array.storedType() instanceof ArrowType.Utf8(boolean large)) {
      buffers.addAll(strings(array, large));
    } else if (array.storedType() instanceof ArrowType.Binary(boolean large)) {
      buffers.addAll(strings(array, large));
    } else {
      buffers.add(values(array));
    }
    ArraySlots entries = array.dictionary();
    ArrayStruct dictionary = entries == null ? null : export(entries);
    MemorySegment struct = memory.allocate(CStructs.ARRAY_SIZE);
    CStructs.array(
        struct,
        memory,
        array.length(),
        random.nextBoolean() ? nulls(array) : -1,
        array.offset(),
        buffers,
        List.of(),
        dictionary == null ? MemorySegment.NULL : dictionary.struct());
    return new ArrayStruct(struct, buffers, dictionary);
  }

  private static int nulls(ArraySlots array) {
    return Collections.frequency(array.slots().subList(array.offset(), array.slots().size()), null);
  }

  private MemorySegment validity(ArraySlots array) {
    List<@Nullable Object> slots = array.slots();
    if (nulls(array) == 0 && (slots.isEmpty() || random.nextBoolean())) {
      return MemorySegment.NULL;
    }
    MemorySegment bits = memory.buffer(Math.ceilDiv(slots.size(), 8));
    scramble(bits);
    for (int i = array.offset(); i < slots.size(); i++) {
      setBit(bits, i, slots.get(i) != null);
    }
    return bits;
  }

  private MemorySegment values(ArraySlots array) {
    List<@Nullable Object> slots = array.slots();
    if (slots.isEmpty() && random.nextBoolean()) {
      return MemorySegment.NULL;
    }
    int width = ArrowFormats.width(array.storedType());
    long size = width == 0 ? Math.ceilDiv(slots.size(), 8) : (long) width * slots.size();
    MemorySegment buffer = memory.buffer(size);
    scramble(buffer);
    for (int i = 0; i < slots.size(); i++) {
      Object slot = slots.get(i);
      if (slot instanceof Boolean bit) {
        setBit(buffer, i, bit);
      } else if (slot != null) {
        setFixed(buffer, (long) i * width, width, slot);
      }
    }
    return buffer;
  }

  private static void setFixed(MemorySegment buffer, long at, int width, Object slot) {
    switch (slot) {
      case Long number -> setNumber(buffer, at, width, number);
      case BigInteger number -> {
        for (int i = 0; i < width; i++) {
          buffer.set(JAVA_BYTE, at + i, number.shiftRight(8 * i).byteValue());
        }
      }
      case byte[] bytes -> MemorySegment.copy(bytes, 0, buffer, JAVA_BYTE, at, width);
      default -> throw new IllegalArgumentException("slot: " + slot);
    }
  }

  private static void setNumber(MemorySegment buffer, long at, int width, long number) {
    switch (width) {
      case 1 -> buffer.set(JAVA_BYTE, at, (byte) number);
      case 2 -> buffer.set(JAVA_SHORT_UNALIGNED, at, (short) number);
      case 4 -> buffer.set(JAVA_INT_UNALIGNED, at, (int) number);
      case 8 -> buffer.set(JAVA_LONG_UNALIGNED, at, number);
      default -> throw new IllegalArgumentException("width: " + width);
    }
  }

  private List<MemorySegment> strings(ArraySlots array, boolean large) {
    List<byte[]> parts = parts(array);
    int width = large ? 8 : 4;
    long end = parts.isEmpty() ? 0 : random.nextInt(3);
    long size = end + parts.stream().mapToLong(part -> part.length).sum();
    if (parts.isEmpty() && random.nextBoolean()) {
      return List.of(MemorySegment.NULL, MemorySegment.NULL);
    }
    MemorySegment offsets = memory.buffer((long) width * (parts.size() + 1));
    MemorySegment data =
        size == 0 && random.nextBoolean() ? MemorySegment.NULL : memory.buffer(size);
    scramble(data);
    for (int i = 0; i <= parts.size(); i++) {
      setNumber(offsets, (long) width * i, width, end);
      if (i < parts.size()) {
        byte[] part = parts.get(i);
        MemorySegment.copy(part, 0, data, JAVA_BYTE, end, part.length);
        end += part.length;
      }
    }
    for (long at = (long) width * (parts.size() + 1); at + width <= offsets.byteSize(); ) {
      setNumber(offsets, at, width, end);
      at += width;
    }
    if (random.nextBoolean()) {
      for (int i = 0; i < array.offset(); i++) {
        setNumber(offsets, (long) width * i, width, random.nextLong());
      }
    }
    return List.of(offsets, data);
  }

  /// The bytes of every slot; null slots own bytes as well, and not all of them are UTF-8.
  private List<byte[]> parts(ArraySlots array) {
    List<byte[]> parts = new ArrayList<>(array.slots().size());
    for (Object slot : array.slots()) {
      if (slot instanceof byte[] bytes) {
        parts.add(bytes);
      } else {
        byte[] garbage = new byte[random.nextInt(4)];
        random.nextBytes(garbage);
        parts.add(garbage);
      }
    }
    return parts;
  }

  private void scramble(MemorySegment buffer) {
    byte fill = (byte) random.nextInt();
    byte step = (byte) random.nextInt();
    for (long i = 0; i < buffer.byteSize(); i++) {
      buffer.set(JAVA_BYTE, i, fill);
      fill += step;
    }
  }

  private static void setBit(MemorySegment bits, long index, boolean bit) {
    byte old = bits.get(JAVA_BYTE, index >> 3);
    int mask = 1 << (index & 7);
    bits.set(JAVA_BYTE, index >> 3, (byte) (bit ? old | mask : old & ~mask));
  }
}
