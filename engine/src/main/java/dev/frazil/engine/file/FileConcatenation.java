package dev.frazil.engine.file;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowSchemaMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;

/// Makes one Parquet file of the row groups of several, of any writer, without decoding them.
///
/// The schema, the orders of bounds and the key-value metadata are those of the first file; the
/// others must have the same schema and orders. Pages, statistics, bloom filters and indexes are
/// moved as they are. Nothing is published before [#finish]; the first error of any kind, or
/// [#close] before [#finish], aborts the sink, which the concatenation owns. Not thread-safe, but
/// any thread may use it, one at a time.
public final class FileConcatenation implements AutoCloseable {
  private final PositionedSink sink;
  private final FileTail tail = new FileTail();
  private final RowGroupCopy copy = new RowGroupCopy();
  private final SortedSet<String> strayKeys = new TreeSet<>();
  private final List<Long> splitOffsets = new ArrayList<>();
  private @Nullable AppendedFile first;
  private long rowCount;
  private boolean ended;

  /// What was written.
  ///
  /// @param length bytes of the file
  /// @param rowCount its rows
  /// @param splitOffsets where each row group starts, ascending
  /// @param strayKeys keys of metadata pairs of later files that the first file does not have, or
  ///   has with another value; those pairs are not in the file
  public record Receipt(
      long length, long rowCount, List<Long> splitOffsets, SortedSet<String> strayKeys) {
    /// Copies the collections.
    public Receipt {
      splitOffsets = List.copyOf(splitOffsets);
      strayKeys = Collections.unmodifiableSortedSet(new TreeSet<>(strayKeys));
    }
  }

  /// Begins a file.
  ///
  /// @param sink where the file goes; ended also when this constructor fails
  /// @throws IOException if the sink cannot be written
  public FileConcatenation(ByteSink sink) throws IOException {
    this.sink = new PositionedSink(sink);
    try {
      tail.begin(this.sink);
    } catch (Throwable t) {
      close();
      throw t;
    }
  }

  /// Appends all row groups of a file; those without rows are left out.
  ///
  /// @param source the file; read during the call only, and left open
  /// @throws IOException if the source cannot be read, is damaged or encrypted, the sink cannot be
  ///   written, or the thread is interrupted
  /// @throws dev.frazil.engine.SchemaException if the file's schema is not that of the first; the
  ///   message names the difference
  /// @throws IllegalStateException if the concatenation has ended
  public void append(ByteSource source) throws IOException {
    requireOpen("append");
    try {
      AppendedFile file = AppendedFile.open(source);
      AppendedFile schema = first;
      if (schema == null) {
        first = file;
      } else {
        file.requireFits(schema.fields(), schema.columnOrders());
        file.requireArrowSchema(schema.keyValueMetadata().get(ArrowSchemaMessage.KEY));
        collectStrayKeys(schema.keyValueMetadata(), file.keyValueMetadata());
      }
      for (RowGroup rowGroup : file.rowGroups()) {
        splitOffsets.add(sink.position());
        rowCount += rowGroup.getNum_rows();
        copy.copy(source, rowGroup, sink, tail);
      }
    } catch (Throwable t) {
      close();
      throw t;
    }
  }

  private void collectStrayKeys(Map<String, String> kept, Map<String, String> others) {
    others.forEach((key, value) -> {
      if (!value.equals(kept.get(key))) {
        strayKeys.add(key);
      }
    });
  }

  /// Ends the file and publishes it.
  ///
  /// @return what was written
  /// @throws IOException if the sink cannot be written or completed
  /// @throws WriteException if no file was appended
  /// @throws IllegalStateException if the concatenation has ended
  public Receipt finish() throws IOException {
    requireOpen("finish");
    try {
      AppendedFile schema = first;
      if (schema == null) {
        throw new WriteException("finish: expected at least one appended file, got none");
      }
      tail.write(
          sink,
          new FooterWriter(
              schema.schemaElements(), schema.columnOrders(), schema.keyValueMetadata()));
      sink.complete();
      ended = true;
      return new Receipt(sink.position(), rowCount, splitOffsets, strayKeys);
    } finally {
      close();
    }
  }

  private void requireOpen(String call) {
    if (ended) {
      throw new IllegalStateException(call + ": expected an open file, got an ended one");
    }
  }

  /// Frees the memory, and aborts a file that is not finished. A second call does nothing.
  @Override
  public void close() {
    tail.close();
    copy.close();
    if (!ended) {
      ended = true;
      sink.abort();
    }
  }
}
