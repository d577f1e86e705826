package dev.frazil.engine.arrow;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An exported array or schema: what it consists of, and how often it was released.
final class CDataExport {
  private static final ValueLayout.OfLong MEMBER = ValueLayout.JAVA_LONG_UNALIGNED;

  final int releaseAt;
  final long callback;
  final List<GuardedMemory> mappings = new ArrayList<>();
  int releases;

  CDataExport(int releaseAt, Arena arena) {
    this.releaseAt = releaseAt;
    this.callback =
        GuardedMemory.upcall(
            CDataBuilder.Release.class,
            "release",
            this::release,
            FunctionDescriptor.ofVoid(ValueLayout.ADDRESS),
            arena);
  }

  /// The release callback.
  void release(MemorySegment address) {
    releases++;
    GuardedMemory.view(address, releaseAt + Long.BYTES).set(MEMBER, releaseAt, 0L);
    mappings.forEach(GuardedMemory::unmap);
    mappings.clear();
  }

  MemorySegment map(long size) {
    GuardedMemory mapping = GuardedMemory.of(size);
    mappings.add(mapping);
    return mapping.content();
  }

  long map(byte @Nullable [] bytes) {
    return bytes == null ? 0 : map(bytes.length).copyFrom(MemorySegment.ofArray(bytes)).address();
  }

  long text(@Nullable String text) {
    return text == null ? 0 : map((text + '\0').getBytes(StandardCharsets.UTF_8));
  }

  void fillArray(CDataColumn column, MemorySegment struct) {
    List<Long> buffers = new ArrayList<>();
    column.buffers.forEach(bytes -> buffers.add(map(bytes)));
    List<Long> children = new ArrayList<>();
    for (CDataColumn child : column.children) {
      children.add(array(child));
    }
    struct.set(MEMBER, CStructs.ARRAY_LENGTH, column.length);
    struct.set(MEMBER, CStructs.ARRAY_NULL_COUNT, column.nullCount);
    struct.set(MEMBER, CStructs.ARRAY_OFFSET, column.offset);
    struct.set(MEMBER, CStructs.ARRAY_N_BUFFERS, count(column.bufferCount, buffers));
    struct.set(MEMBER, CStructs.ARRAY_N_CHILDREN, count(column.childCount, children));
    struct.set(MEMBER, CStructs.ARRAY_BUFFERS, pointers(buffers));
    struct.set(MEMBER, CStructs.ARRAY_CHILDREN, pointers(children));
    struct.set(MEMBER, CStructs.ARRAY_DICTIONARY, array(column.dictionary));
    struct.set(MEMBER, CStructs.ARRAY_RELEASE, callback);
  }

  private long array(@Nullable CDataColumn column) {
    if (column == null) {
      return 0;
    }
    MemorySegment struct = map(CStructs.ARRAY_SIZE);
    fillArray(column, struct);
    if (column.released) {
      struct.set(MEMBER, CStructs.ARRAY_RELEASE, 0L);
    }
    return struct.address();
  }

  void fillSchema(CDataColumn column, MemorySegment struct) {
    List<Long> children = new ArrayList<>();
    for (CDataColumn child : column.children) {
      children.add(schema(child));
    }
    byte @Nullable [] name = column.nameBytes;
    byte @Nullable [] metadata = column.metadataBytes;
    struct.set(MEMBER, CStructs.SCHEMA_FORMAT, text(column.format));
    struct.set(MEMBER, CStructs.SCHEMA_NAME, name == null ? text(column.name) : map(name));
    struct.set(
        MEMBER,
        CStructs.SCHEMA_METADATA,
        metadata == null ? metadata(column.metadata) : map(metadata));
    struct.set(MEMBER, CStructs.SCHEMA_FLAGS, column.flags);
    struct.set(MEMBER, CStructs.SCHEMA_N_CHILDREN, count(column.schemaChildCount, children));
    struct.set(MEMBER, CStructs.SCHEMA_CHILDREN, pointers(children));
    struct.set(MEMBER, CStructs.SCHEMA_DICTIONARY, schema(column.dictionary));
    struct.set(MEMBER, CStructs.SCHEMA_RELEASE, callback);
  }

  private long schema(@Nullable CDataColumn column) {
    if (column == null) {
      return 0;
    }
    MemorySegment struct = map(CStructs.SCHEMA_SIZE);
    fillSchema(column, struct);
    if (column.schemaReleased) {
      struct.set(MEMBER, CStructs.SCHEMA_RELEASE, 0L);
    }
    return struct.address();
  }

  private long metadata(Map<String, String> pairs) {
    if (pairs.isEmpty()) {
      return 0;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(CDataColumn.int32s(pairs.size()));
    pairs.forEach((key, value) -> {
      for (String text : List.of(key, value)) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        bytes.writeBytes(CDataColumn.int32s(encoded.length));
        bytes.writeBytes(encoded);
      }
    });
    return map(bytes.toByteArray());
  }

  private long pointers(List<Long> addresses) {
    return addresses.isEmpty()
        ? 0
        : map(CDataColumn.int64s(addresses.stream().mapToLong(a -> a).toArray()));
  }

  private static long count(long stated, List<Long> actual) {
    return stated == CDataColumn.AS_IT_IS ? actual.size() : stated;
  }
}
