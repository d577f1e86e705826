package dev.frazil.engine.arrow;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A producer over the C Data and C Stream interfaces that trusts nobody (POSIX only).
///
/// Every buffer and struct lies in pages of its own, its last byte just before a page that nobody
/// may touch: reading past a buffer's end kills the process. The moment an array is released its
/// memory is overwritten and unmapped, so that reading it later kills the process as well. Buffers
/// whose size is odd are not aligned.
///
/// Closing the builder fails unless everything it exported was released exactly once.
public final class CDataBuilder implements AutoCloseable {
  private static final ValueLayout.OfLong MEMBER = ValueLayout.JAVA_LONG_UNALIGNED;

  private final Arena arena = Arena.ofShared();
  private final List<CDataExport> arrays = new ArrayList<>();
  private final List<CDataExport> schemas = new ArrayList<>();
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
    for (CDataExport export : arrays) {
      require("array", export.releases);
    }
    for (CDataExport export : schemas) {
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
    CDataExport export = new CDataExport(CStructs.ARRAY_RELEASE, arena);
    export.fillArray(column, struct);
    if (column.released) {
      export.release(struct);
    }
    arrays.add(export);
  }

  private void exportSchema(CDataColumn column, MemorySegment struct) {
    CDataExport export = new CDataExport(CStructs.SCHEMA_RELEASE, arena);
    export.fillSchema(column, struct);
    schemas.add(export);
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
      set(CStructs.STREAM_GET_SCHEMA, stub(Fill.class, "fill", (_, out) -> schema(out), fill));
      set(CStructs.STREAM_GET_NEXT, stub(Fill.class, "fill", (_, out) -> next(out), fill));
      set(CStructs.STREAM_GET_LAST_ERROR, stub(Tell.class, "tell", _ -> lastError(), tell));
      set(CStructs.STREAM_RELEASE, stub(Release.class, "release", this::release, release));
    }

    private <T> long stub(Class<T> type, String method, T target, FunctionDescriptor descriptor) {
      return GuardedMemory.upcall(type, method, target, descriptor, arena);
    }

    private void set(int member, long value) {
      struct.set(MEMBER, member, value);
    }

    /// The get_schema callback.
    int schema(MemorySegment out) {
      if (failure != null && failure.atSchema()) {
        return failure.errno();
      }
      exportSchema(schema, GuardedMemory.view(out, CStructs.SCHEMA_SIZE));
      return 0;
    }

    /// The get_next callback.
    int next(MemorySegment out) {
      if (next < batches.size()) {
        export(batches.get(next++), GuardedMemory.view(out, CStructs.ARRAY_SIZE));
        return 0;
      }
      if (failure != null) {
        return failure.errno();
      }
      GuardedMemory.view(out, CStructs.ARRAY_SIZE).set(MEMBER, CStructs.ARRAY_RELEASE, 0L);
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
      GuardedMemory.view(stream, CStructs.STREAM_SIZE).set(MEMBER, CStructs.STREAM_RELEASE, 0L);
    }
  }
}
