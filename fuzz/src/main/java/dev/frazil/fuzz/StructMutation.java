package dev.frazil.fuzz;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
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
  static final long BUFFER_FLOOR = 1 << 16;

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
          "d:77,2,256",
          "n",
          "e",
          "+s",
          "+l",
          "+L",
          "+vl",
          "+vL",
          "+m",
          "+w:3",
          "+w:0",
          "+w:-1",
          "+w:",
          "+r",
          "+ud:1",
          "+us:",
          "vu",
          "vz",
          "tDs",
          "tDn",
          "tiM",
          "tiD",
          "tin",
          "",
          "x",
          "é");

  /// An exported array and its field: they are changed apart, as a faulty producer would.
  private record Node(FieldStruct field, ArrayStruct array) {}

  private final ExportedBatch batch;
  private final RandomGenerator random;
  private final List<Node> nodes = new ArrayList<>();
  private final Set<MemorySegment> reformatted = new HashSet<>();
  private final Set<MemorySegment> recounted = new HashSet<>();

  private StructMutation(ExportedBatch batch, RandomGenerator random) {
    this.batch = batch;
    this.random = random;
    collect(new Node(batch.schema(), batch.array()));
  }

  private void collect(Node node) {
    nodes.add(node);
    List<FieldStruct> fields = node.field().children();
    for (int i = 0; i < fields.size(); i++) {
      collect(new Node(fields.get(i), node.array().children().get(i)));
    }
    FieldStruct dictionary = node.field().dictionary();
    if (dictionary != null) {
      collect(new Node(dictionary, Expect.present("dictionary", node.array().dictionary())));
    }
  }

  /// Makes one to four changes.
  ///
  /// @param batch a batch over buffers of at least [#BUFFER_FLOOR] bytes, with few slots
  /// @param random every choice
  static void apply(ExportedBatch batch, RandomGenerator random) {
    StructMutation mutation = new StructMutation(batch, random);
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      mutation.change();
    }
  }

  private void change() {
    Node node = nodes.get(random.nextInt(nodes.size()));
    MemorySegment schema = node.field().struct();
    MemorySegment array = node.array().struct();
    int children = node.field().children().size();
    switch (random.nextInt(9)) {
      case 0 -> CStructs.set(schema, CStructs.SCHEMA_FLAGS, random.nextLong());
      case 1 -> changeFormat(schema, array);
      case 2, 3 -> changeCounts(array, children);
      case 4 -> CStructs.set(schema, CStructs.SCHEMA_N_CHILDREN, childCount(children));
      case 5 -> {
        long more = children == 0 ? 0 : children + random.nextInt(CStructs.SPARE_POINTERS + 1);
        CStructs.set(schema, CStructs.SCHEMA_N_CHILDREN, more);
        CStructs.set(array, CStructs.ARRAY_N_CHILDREN, more);
      }
      default -> changeContents(schema, node.array());
    }
  }

  /// A count of children that the pointers of a struct can back.
  private long childCount(int children) {
    return switch (random.nextInt(4)) {
      case 0 -> -1;
      case 1 -> Long.MIN_VALUE;
      case 2 -> 0;
      default -> children == 0 ? 0 : children + random.nextInt(CStructs.SPARE_POINTERS + 1);
    };
  }

  private void changeCounts(MemorySegment array, int children) {
    switch (random.nextInt(5)) {
      case 0 -> CStructs.set(array, CStructs.ARRAY_LENGTH, claim());
      case 1 -> CStructs.set(array, CStructs.ARRAY_OFFSET, claim());
      case 2 -> CStructs.set(array, CStructs.ARRAY_NULL_COUNT, claim());
      case 3 -> CStructs.set(array, CStructs.ARRAY_N_CHILDREN, childCount(children));
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

  /// Another format, unless it would make the buffers claim more: counting buffers anew, and taking
  /// 32-bit offsets or views for other offsets, lead to string data of any size.
  private void changeFormat(MemorySegment schema, MemorySegment array) {
    String format = format();
    String old = format(schema);
    boolean wide = Set.of("U", "Z").contains(format);
    boolean strings = wide || Set.of("u", "z").contains(format);
    boolean larger =
        (wide && Set.of("u", "z", "+vl").contains(old)) || (strings && old.startsWith("v"));
    if (!larger && !recounted.contains(array) && reformatted.add(array)) {
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

  /// A few bytes of a buffer. Offsets stay within the buffers they point into: the interface does
  /// not say how large those are.
  private void changeContents(MemorySegment schema, ArrayStruct array) {
    List<MemorySegment> buffers = array.buffers();
    if (buffers.isEmpty()) {
      return;
    }
    int index = random.nextInt(buffers.size());
    MemorySegment buffer = buffers.get(index);
    if (buffer.byteSize() == 0) {
      return;
    }
    int slot = random.nextInt(LARGEST_CLAIM);
    String format = format(schema);
    boolean wide = Set.of("U", "Z", "+L", "+vL").contains(format);
    if (index > 0 && (wide || Set.of("u", "z", "+l", "+m", "+vl").contains(format))) {
      if (index == 2 && !format.startsWith("+v")) {
        buffer.set(JAVA_BYTE, slot, (byte) random.nextInt());
        return;
      }
      long offset =
          random.nextInt(4) == 0
              ? random.nextLong(Long.MIN_VALUE, 0)
              : random.nextLong(BUFFER_FLOOR);
      if (wide) {
        buffer.set(JAVA_LONG_UNALIGNED, 8L * slot, offset);
      } else {
        buffer.set(JAVA_INT_UNALIGNED, 4L * slot, (int) Math.max(offset, Integer.MIN_VALUE));
      }
    } else if (format.startsWith("v") && index == buffers.size() - 1) {
      buffer.set(JAVA_LONG_UNALIGNED, 8L * random.nextInt(4), claim());
    } else {
      int bytes = random.nextInt(1, 9);
      for (int i = 0; i < bytes; i++) {
        buffer.set(JAVA_BYTE, slot + i, (byte) random.nextInt());
      }
    }
  }
}
