package dev.frazil.engine.arrow;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A producer over the C Data and C Stream interfaces that trusts nobody (POSIX only).
///
/// Every buffer and struct lies in pages of its own, its last byte just before a page that nobody
/// may touch: reading past a buffer's end kills the process. The moment an array is released its
/// memory is overwritten and unmapped, so that reading it later kills the process as well. Buffers
/// whose size is odd are not aligned.
///
/// Closing the builder fails unless everything it exported was released exactly once.
@SuppressWarnings("restricted")
public final class CDataBuilder implements AutoCloseable {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle MMAP =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("mmap"),
          FunctionDescriptor.of(
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG));
  private static final MethodHandle MPROTECT =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("mprotect"),
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT));
  private static final MethodHandle MUNMAP =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("munmap"),
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
  private static final ValueLayout.OfLong MEMBER = ValueLayout.JAVA_LONG_UNALIGNED;

  /// A multiple of every page size in use.
  private static final long PAGE = 1 << 16;

  private static final int PROT_NONE = 0;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE_ANONYMOUS =
      System.getProperty("os.name", "").startsWith("Mac") ? 0x1002 : 0x22;
  private static final byte POISON = (byte) 0xDB;

  private final Arena arena = Arena.ofShared();
  private final List<Export> arrays = new ArrayList<>();
  private final List<Export> schemas = new ArrayList<>();
  private final List<Stream> streams = new ArrayList<>();

  /// Creates a producer that has exported nothing yet.
  public CDataBuilder() {}

  /// Exports the array of a batch, or of anything.
  ///
  /// @return the address of an `ArrowArray` that stays valid memory until the builder is closed
  public long array(CDataColumn column) {
    MemorySegment struct = arena.allocate(CStructs.ARRAY_SIZE);
    export(column, struct);
    return struct.address();
  }

  /// Exports the schema of a batch, or of anything.
  ///
  /// @return the address of an `ArrowSchema` that stays valid memory until the builder is closed
  public long schema(CDataColumn column) {
    MemorySegment struct = arena.allocate(CStructs.SCHEMA_SIZE);
    exportSchema(column, struct);
    return struct.address();
  }

  /// Exports a stream of batches.
  ///
  /// @param schema has the schema
  /// @param batches the batches
  /// @param failure what comes behind them, or null for the end
  /// @return the address of an `ArrowArrayStream` that stays valid memory until the builder is
  ///   closed
  public long stream(CDataColumn schema, List<CDataColumn> batches, @Nullable Failure failure) {
    Stream stream = new Stream(schema, batches, failure);
    streams.add(stream);
    return stream.struct.address();
  }

  /// A source of one batch.
  public RecordBatchSource source(CDataColumn batch) {
    return RecordBatchSource.ofArray(array(batch), schema(batch));
  }

  /// Calls of release callbacks of arrays so far, children's included.
  public int arrayReleases() {
    return arrays.stream().mapToInt(e -> e.releases).sum();
  }

  /// Calls of release callbacks of schemas so far, children's included.
  public int schemaReleases() {
    return schemas.stream().mapToInt(e -> e.releases).sum();
  }

  /// Calls of release callbacks of streams so far.
  public int streamReleases() {
    return streams.stream().mapToInt(e -> e.releases).sum();
  }

  /// Frees the structs.
  ///
  /// @throws AssertionError unless every export was released exactly once
  @Override
  public void close() {
    for (Export export : arrays) {
      require("array", export.releases);
    }
    for (Export export : schemas) {
      require("schema", export.releases);
    }
    for (Stream stream : streams) {
      require("stream", stream.releases);
    }
    arena.close();
  }

  private static void require(String what, int releases) {
    if (releases != 1) {
      throw new AssertionError(what + ": expected 1 release, got " + releases);
    }
  }

  private void export(CDataColumn column, MemorySegment struct) {
    Export export = new Export(CStructs.ARRAY_RELEASE);
    export.fillArray(column, struct);
    if (column.released) {
      export.release(struct);
    }
    arrays.add(export);
  }

  private void exportSchema(CDataColumn column, MemorySegment struct) {
    Export export = new Export(CStructs.SCHEMA_RELEASE);
    export.fillSchema(column, struct);
    schemas.add(export);
  }

  /// A C function pointer to the one method of a functional interface.
  private <T> long upcall(Class<T> type, String method, T target, FunctionDescriptor descriptor) {
    try {
      MethodHandle handle =
          MethodHandles.lookup()
              .findVirtual(type, method, descriptor.toMethodType())
              .bindTo(target);
      return LINKER.upcallStub(handle, descriptor, arena).address();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(method, e);
    }
  }

  /// `get_schema` and `get_next`.
  interface Fill {
    int fill(MemorySegment stream, MemorySegment out);
  }

  /// `get_last_error`.
  interface Tell {
    MemorySegment tell(MemorySegment stream);
  }

  /// `release`.
  interface Release {
    void release(MemorySegment struct);
  }

  /// What a stream answers when its batches are over, or to `get_schema` when it has no batches and
  /// `atSchema` is set.
  ///
  /// @param errno the code
  /// @param message what `get_last_error` says, null for NULL
  /// @param atSchema whether `get_schema` fails already
  public record Failure(int errno, @Nullable String message, boolean atSchema) {}

  /// Pages that hold one buffer or struct, and the guard behind it.
  private record Mapping(MemorySegment pages, MemorySegment content) {
    static Mapping of(long size) {
      long room = (size + PAGE - 1) / PAGE * PAGE;
      try {
        MemorySegment pages =
            ((MemorySegment)
                    MMAP.invokeExact(
                        MemorySegment.NULL,
                        room + PAGE,
                        PROT_READ_WRITE,
                        MAP_PRIVATE_ANONYMOUS,
                        -1,
                        0L))
                .reinterpret(room + PAGE);
        MemorySegment guard = MemorySegment.ofAddress(pages.address() + room);
        if (pages.address() == -1 || (int) MPROTECT.invokeExact(guard, PAGE, PROT_NONE) != 0) {
          throw new AssertionError("mmap of " + size + " bytes");
        }
        return new Mapping(pages, pages.asSlice(room - size, size));
      } catch (Throwable e) {
        throw new AssertionError("mmap", e);
      }
    }

    void unmap() {
      content.fill(POISON);
      try {
        if ((int) MUNMAP.invokeExact(pages, pages.byteSize()) != 0) {
          throw new AssertionError("munmap");
        }
      } catch (Throwable e) {
        throw new AssertionError("munmap", e);
      }
    }
  }

  /// An exported array or schema: what it consists of, and how often it was released.
  private final class Export {
    final int releaseAt;
    final long callback;
    final List<Mapping> mappings = new ArrayList<>();
    int releases;

    Export(int releaseAt) {
      this.releaseAt = releaseAt;
      this.callback =
          upcall(
              Release.class,
              "release",
              this::release,
              FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
    }

    /// The release callback.
    void release(MemorySegment address) {
      releases++;
      address.reinterpret(releaseAt + Long.BYTES).set(MEMBER, releaseAt, 0L);
      mappings.forEach(Mapping::unmap);
      mappings.clear();
    }

    MemorySegment map(long size) {
      Mapping mapping = Mapping.of(size);
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

  /// An exported stream.
  private final class Stream {
    final MemorySegment struct = arena.allocate(CStructs.STREAM_SIZE);
    final CDataColumn schema;
    final List<CDataColumn> batches;
    final @Nullable Failure failure;
    int next;
    int releases;

    Stream(CDataColumn schema, List<CDataColumn> batches, @Nullable Failure failure) {
      this.schema = schema;
      this.batches = batches;
      this.failure = failure;
      FunctionDescriptor fill =
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
      FunctionDescriptor tell = FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS);
      FunctionDescriptor release = FunctionDescriptor.ofVoid(ValueLayout.ADDRESS);
      set(CStructs.STREAM_GET_SCHEMA, upcall(Fill.class, "fill", (_, out) -> schema(out), fill));
      set(CStructs.STREAM_GET_NEXT, upcall(Fill.class, "fill", (_, out) -> next(out), fill));
      set(CStructs.STREAM_GET_LAST_ERROR, upcall(Tell.class, "tell", _ -> lastError(), tell));
      set(CStructs.STREAM_RELEASE, upcall(Release.class, "release", this::release, release));
    }

    private void set(int member, long value) {
      struct.set(MEMBER, member, value);
    }

    /// The get_schema callback.
    int schema(MemorySegment out) {
      if (failure != null && failure.atSchema()) {
        return failure.errno();
      }
      exportSchema(schema, out.reinterpret(CStructs.SCHEMA_SIZE));
      return 0;
    }

    /// The get_next callback.
    int next(MemorySegment out) {
      if (next < batches.size()) {
        export(batches.get(next++), out.reinterpret(CStructs.ARRAY_SIZE));
        return 0;
      }
      if (failure != null) {
        return failure.errno();
      }
      out.reinterpret(CStructs.ARRAY_SIZE).set(MEMBER, CStructs.ARRAY_RELEASE, 0L);
      return 0;
    }

    /// The get_last_error callback.
    MemorySegment lastError() {
      return failure == null || failure.message() == null
          ? MemorySegment.NULL
          : arena.allocateFrom(failure.message());
    }

    /// The release callback.
    void release(MemorySegment stream) {
      releases++;
      stream.reinterpret(CStructs.STREAM_SIZE).set(MEMBER, CStructs.STREAM_RELEASE, 0L);
    }
  }
}
