package dev.frazil.fuzz;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Changes the fields of an exported batch the way a faulty producer would: counts, lengths,
/// offsets, flags, formats and the contents of buffers, but never a pointer or a release callback.
///
/// Whatever the changed structs claim is really allocated: a claim beyond the memory of a batch
/// that was exported with [#BUFFER_FLOOR] is either impossible on its face or not made at all,
/// because the interface has no way to show it.
final class StructMutation {
  /// Bytes of every buffer: more than any claim that is made here.
  static final long BUFFER_FLOOR = 1 << 15;

  private static final int LARGEST_CLAIM = 64;
  private static final List<String> FORMATS =
      List.of(
          "b",
          "c",
          "C",
          "s",
          "S",
          "i",
          "I",
          "l",
          "L",
          "e",
          "f",
          "g",
          "u",
          "U",
          "z",
          "Z",
          "w:1",
          "w:16",
          "w:80",
          "w:0",
          "w:-1",
          "w:",
          "w:x",
          "tdD",
          "tdm",
          "tts",
          "ttm",
          "ttu",
          "ttn",
          "tss:",
          "tsm:UTC",
          "tsu:",
          "tsn:Z",
          "tsx:",
          "ts",
          "t",
          "d:9,2,32",
          "d:18,0,64",
          "d:38,38",
          "d:5,2",
          "d:0,0",
          "d:39,0",
          "d:5,7",
          "d:5,-2",
          "d:76,2,256",
          "d:",
          "d:5",
          "d:5,2,",
          "n",
          "+s",
          "+l",
          "+w:3",
          "+r",
          "+ud:1",
          "vu",
          "vz",
          "tDs",
          "tiM",
          "",
          "x",
          "é");

  private final ExportedBatch batch;
  private final RandomGenerator random;
  private final Set<MemorySegment> reformatted = new HashSet<>();
  private final Set<MemorySegment> recounted = new HashSet<>();

  private StructMutation(ExportedBatch batch, RandomGenerator random) {
    this.batch = batch;
    this.random = random;
  }

  /// Makes one to four changes.
  ///
  /// @param batch a batch over buffers of at least [#BUFFER_FLOOR] bytes, with at most
  ///   [#LARGEST_CLAIM] slots
  /// @param random every choice
  static void apply(ExportedBatch batch, RandomGenerator random) {
    StructMutation mutation = new StructMutation(batch, random);
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      mutation.change();
    }
  }

  private void change() {
    int column = random.nextInt(batch.columns().size());
    MemorySegment schema = batch.fields().get(column);
    ArrayStruct array = batch.columns().get(column);
    ArrayStruct dictionary = array.dictionary();
    if (dictionary != null && random.nextInt(3) == 0) {
      schema = batch.dictionary(schema);
      array = dictionary;
    }
    switch (random.nextInt(8)) {
      case 0 -> changeBatch();
      case 1 -> CStructs.set(schema, CStructs.SCHEMA_FLAGS, random.nextLong());
      case 2 -> changeFormat(schema, array.struct());
      case 3, 4 -> changeCounts(array.struct());
      case 5 -> CStructs.set(schema, CStructs.SCHEMA_N_CHILDREN, childCount(0));
      default -> changeContents(schema, array);
    }
  }

  private void changeBatch() {
    MemorySegment schema = batch.schemaStruct();
    MemorySegment array = batch.arrayStruct();
    int columns = batch.columns().size();
    switch (random.nextInt(6)) {
      case 0 -> CStructs.set(schema, CStructs.SCHEMA_N_CHILDREN, childCount(columns));
      case 1 -> {
        int more = random.nextInt(CStructs.SPARE_POINTERS + 1);
        CStructs.set(schema, CStructs.SCHEMA_N_CHILDREN, columns + more);
        CStructs.set(array, CStructs.ARRAY_N_CHILDREN, columns + more);
      }
      case 2 -> setFormat(schema, format());
      case 3 -> CStructs.set(schema, CStructs.SCHEMA_FLAGS, random.nextLong());
      default -> changeCounts(array);
    }
  }

  /// A count of children that the pointers of the schema can back.
  private long childCount(int columns) {
    return switch (random.nextInt(4)) {
      case 0 -> -1;
      case 1 -> Long.MIN_VALUE;
      case 2 -> 0;
      default -> columns == 0 ? 1 : columns + random.nextInt(CStructs.SPARE_POINTERS + 1);
    };
  }

  private void changeCounts(MemorySegment array) {
    switch (random.nextInt(5)) {
      case 0 -> CStructs.set(array, CStructs.ARRAY_LENGTH, claim());
      case 1 -> CStructs.set(array, CStructs.ARRAY_OFFSET, claim());
      case 2 -> CStructs.set(array, CStructs.ARRAY_NULL_COUNT, claim());
      case 3 -> CStructs.set(array, CStructs.ARRAY_N_CHILDREN, claim());
      default -> {
        if (!reformatted.contains(array)) {
          recounted.add(array);
          CStructs.set(array, CStructs.ARRAY_N_BUFFERS, random.nextInt(-1, 5));
        }
      }
    }
  }

  /// A number that is either impossible or backed by the buffers.
  private long claim() {
    return switch (random.nextInt(6)) {
      case 0 -> -1;
      case 1 -> Long.MIN_VALUE;
      case 2 -> Long.MAX_VALUE;
      case 3 -> 0;
      default -> random.nextInt(LARGEST_CLAIM);
    };
  }

  /// Another format, unless it would make the buffers claim more: counting buffers anew and taking
  /// 32-bit offsets for 64-bit ones lead to string data of any size.
  private void changeFormat(MemorySegment schema, MemorySegment array) {
    String format = format();
    String old = format(schema);
    boolean widened =
        (old.equals("u") || old.equals("z")) && (format.equals("U") || format.equals("Z"));
    if (!widened && !recounted.contains(array)) {
      reformatted.add(array);
      setFormat(schema, format);
    }
  }

  private static String format(MemorySegment schema) {
    return NativeAccess.string(CStructs.value(schema, CStructs.SCHEMA_FORMAT));
  }

  private String format() {
    return FORMATS.get(random.nextInt(FORMATS.size()));
  }

  private void setFormat(MemorySegment schema, String format) {
    CStructs.set(schema, CStructs.SCHEMA_FORMAT, batch.schemaString(format).address());
  }

  private void changeContents(MemorySegment schema, ArrayStruct array) {
    List<MemorySegment> buffers = array.buffers();
    int index = random.nextInt(buffers.size());
    MemorySegment buffer = buffers.get(index);
    if (buffer.byteSize() == 0) {
      return;
    }
    int slot = random.nextInt(64);
    if (index == 1 && buffers.size() == 3) {
      long offset =
          random.nextInt(4) == 0
              ? random.nextLong(Long.MIN_VALUE, 0)
              : random.nextLong(BUFFER_FLOOR);
      if (format(schema).equals("U") || format(schema).equals("Z")) {
        buffer.set(JAVA_LONG_UNALIGNED, 8L * slot, offset);
      } else {
        buffer.set(JAVA_INT_UNALIGNED, 4L * slot, (int) Math.max(offset, Integer.MIN_VALUE));
      }
    } else {
      int bytes = random.nextInt(1, 9);
      for (int i = 0; i < bytes; i++) {
        buffer.set(JAVA_BYTE, slot + i, (byte) random.nextInt());
      }
    }
  }
}
