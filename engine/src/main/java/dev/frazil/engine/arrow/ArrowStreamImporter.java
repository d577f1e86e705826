package dev.frazil.engine.arrow;

import dev.frazil.engine.ArrowImportException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The batches of an `ArrowArrayStream` (the Arrow C Stream Interface).
///
/// After an error a stream can only be released, so a source that failed once fails from then on.
final class ArrowStreamImporter implements RecordBatchSource {
  private static final String WHAT = "ArrowArrayStream";

  private enum State {
    OPEN,
    ENDED,
    FAILED,
    CLOSED
  }

  private final OwnedStruct stream;
  private final ArrowSchema schema;
  private State state = State.OPEN;
  private long batches;

  private ArrowStreamImporter(OwnedStruct stream, ArrowSchema schema) {
    this.stream = stream;
    this.schema = schema;
  }

  /// Moves the stream and asks it for its schema. On failure it is released.
  static ArrowStreamImporter move(long address) {
    OwnedStruct stream = OwnedStruct.stream(address);
    boolean moved = false;
    try {
      stream.requireLive(WHAT);
      ArrowStreamImporter source = new ArrowStreamImporter(stream, readSchema(stream));
      moved = true;
      return source;
    } finally {
      if (!moved) {
        stream.close();
      }
    }
  }

  private static ArrowSchema readSchema(OwnedStruct stream) {
    try (OwnedStruct schema = OwnedStruct.emptySchema()) {
      fill(stream, CStructs.STREAM_GET_SCHEMA, schema, "schema");
      schema.requireLive("ArrowSchema of the stream");
      return SchemaImporter.read(schema.segment());
    }
  }

  @Override
  public ArrowSchema schema() {
    return schema;
  }

  @Override
  public @Nullable RecordBatch next() {
    if (state == State.ENDED) {
      return null;
    }
    if (state != State.OPEN) {
      throw new IllegalStateException(
          "record batches: expected an open source, got a "
              + state.name().toLowerCase(Locale.ROOT)
              + " one");
    }
    state = State.FAILED;
    RecordBatch batch = load();
    state = batch == null ? State.ENDED : State.OPEN;
    batches++;
    return batch;
  }

  private @Nullable RecordBatch load() {
    OwnedStruct array = OwnedStruct.emptyArray();
    boolean filled = false;
    try {
      fill(stream, CStructs.STREAM_GET_NEXT, array, "batch " + batches);
      filled = !array.released();
    } finally {
      if (!filled) {
        array.close();
      }
    }
    return filled ? ArrowImporter.batch(array, schema) : null;
  }

  @Override
  public void close() {
    state = State.CLOSED;
    stream.close();
  }

  /// Calls `get_schema` or `get_next`. What a failed call left in `out` is not looked at.
  private static void fill(OwnedStruct stream, int member, OwnedStruct out, String what) {
    long function = CStructs.member(stream.segment(), member);
    if (function == 0) {
      throw new ArrowImportException(
          "Arrow stream: %s: expected a callback, got NULL".formatted(what));
    }
    int errno = NativeAccess.fill(function, stream.segment(), out.segment());
    if (errno != 0) {
      out.segment().fill((byte) 0);
      throw new ArrowImportException(
          "Arrow stream: %s: expected data, got error %d of the producer: %s"
              .formatted(what, errno, lastError(stream)));
    }
  }

  private static String lastError(OwnedStruct stream) {
    long function = CStructs.member(stream.segment(), CStructs.STREAM_GET_LAST_ERROR);
    long text = function == 0 ? 0 : NativeAccess.lastError(function, stream.segment());
    return text == 0
        ? "no message"
        : new String(NativeAccess.cString(text), StandardCharsets.UTF_8);
  }
}
