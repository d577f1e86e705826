package dev.frazil.fuzz;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Arrays as ArrowArray structs over guarded buffers.
final class ArrayExport {
  private final GuardedMemory memory;
  private final @Nullable RandomGenerator shifts;

  /// @param memory where everything goes
  /// @param shifts moves some buffers to odd addresses, or null to leave all as they are
  ArrayExport(GuardedMemory memory, @Nullable RandomGenerator shifts) {
    this.memory = memory;
    this.shifts = shifts;
  }

  /// The struct of an array, of its children and of its dictionary.
  ArrayStruct export(ArrayData array) {
    MemorySegment struct = memory.allocate(CStructs.ARRAY_SIZE);
    return export(array, struct);
  }

  /// The same in a struct that is there already.
  ArrayStruct export(ArrayData array, MemorySegment struct) {
    List<MemorySegment> buffers = new ArrayList<>();
    for (byte[] bytes : array.buffers()) {
      buffers.add(bytes == null ? MemorySegment.NULL : buffer(bytes));
    }
    List<ArrayStruct> children = array.children().stream().map(this::export).toList();
    ArrayData entries = array.dictionary();
    ArrayStruct dictionary = entries == null ? null : export(entries);
    CStructs.array(
        struct,
        memory,
        array.length(),
        array.nullCount(),
        array.offset(),
        buffers,
        children.stream().map(ArrayStruct::struct).toList(),
        dictionary == null ? MemorySegment.NULL : dictionary.struct());
    return new ArrayStruct(struct, buffers, children, dictionary);
  }

  private MemorySegment buffer(byte[] bytes) {
    int shift = shifts == null || shifts.nextInt(8) > 0 ? 0 : shifts.nextInt(1, 8);
    MemorySegment block = memory.buffer(bytes.length + shift).asSlice(0);
    MemorySegment.copy(bytes, 0, block, JAVA_BYTE, 0, bytes.length);
    return block;
  }
}
