package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.align.BatchAligner;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;

/// Writes arrow-java roots to one Parquet file of a table, behind Iceberg's own interface, so that
/// its `DataWriter`, `EqualityDeleteWriter` and everything built on them take batches.
///
/// One [#add] takes all the rows that a root holds: brought to the table's schema, its columns
/// found by their field ids (`PARQUET:field_id` in the metadata of a field), else by name, and
/// missing ones filled with their write defaults. The columns of row lineage are written if the
/// schema has them (`MetadataColumns.schemaWithRowLineage`). Rows keep their order; a sort order or
/// a partition that a `DataWriter` stamps on the file is its caller's claim.
///
/// As Iceberg's contract has it, [#close()] publishes the file. But a file that lost an `add` is
/// never published: the first error of `add` or `close` aborts it and frees the memory, and every
/// `close` after it throws, so that no `DataWriter` makes a `DataFile` of the rest. Nothing remains
/// under the file's name if no row group had been written before, if the file is one of
/// [LocalFileIO], or if the builder was given a [FileIO]. Otherwise its stream is dropped without
/// being closed, which publishes nothing in stores whose objects appear when a stream is closed.
///
/// Without rows there is no file, the metrics count none and the length is 0.
///
/// Native memory is freed by `close`, or by the first error. Iceberg's fan-out writers do not close
/// the files behind one that fails to close: an appender that nobody refers to any more is aborted
/// by a thread of its own some time later. Not thread-safe, but any thread may use it, one at a
/// time.
public final class ArrowFileAppender implements FileAppender<VectorSchemaRoot> {
  private static final Metrics NO_ROWS = new Metrics(0L, null, null, null, null);
  private static final Cleaner ABANDONED = Cleaner.create();

  private final BatchAligner aligner;
  private final TableFileWriter file;
  private final Cleaner.Cleanable memory;
  private final MetricsMapper mapper;
  private final @Nullable DictionaryProvider dictionaries;
  private boolean closed;
  private boolean failed;
  private @Nullable FileReceipt receipt;

  private ArrowFileAppender(Builder builder) {
    Map<String, String> keyValues = new HashMap<>(builder.options.keyValueMetadata());
    keyValues.putAll(builder.metadata);
    WriterOptions options = builder.options.toBuilder().keyValueMetadata(keyValues).build();
    MetricsConfig metrics = builder.metrics;
    if (metrics == null) {
      metrics =
          MetricsConfig.from(options.metricsProperties(), builder.schema, SortOrder.unsorted());
    }
    TableFileFormat format = TableFileFormat.of(builder.schema, options);
    this.aligner = format.aligner(builder.alignment);
    this.file = new TableFileWriter(format, builder.file, builder.overwrite, builder.io);
    this.mapper = new MetricsMapper(builder.schema, metrics);
    this.dictionaries = builder.dictionaries;
    this.memory = ABANDONED.register(this, new Memory(file, aligner));
  }

  /// What an appender owns. Knows nothing of the appender, which could not be abandoned otherwise.
  private record Memory(TableFileWriter file, BatchAligner aligner) implements Runnable {
    @Override
    public void run() {
      try (file) {
        aligner.close();
      }
    }
  }

  /// Begins an appender.
  ///
  /// @param schema the schema of the table, or of the rows of a delete file, with its field ids
  /// @param file where the rows go; opened when its first bytes are written. It must not be an
  ///   encrypted one
  /// @return a builder with Iceberg's defaults
  public static Builder builder(Schema schema, OutputFile file) {
    return new Builder(schema, file);
  }

  /// Writes all rows of a root. When this returns nothing refers to the root's buffers, and the
  /// root is the caller's to fill again.
  ///
  /// @param root at least one vector, each with the rows of the root
  /// @throws dev.frazil.engine.FrazilException if the rows cannot be written as the schema has
  ///   them; the message names the column
  /// @throws UncheckedIOException if the file cannot be written
  /// @throws IllegalStateException if the appender is closed
  @Override
  public void add(VectorSchemaRoot root) {
    if (closed) {
      throw new IllegalStateException(
          "append: " + file.location() + ": expected an open file, got a closed one");
    }
    try (RecordBatchSource source = source(root)) {
      RecordBatch batch = source.next();
      if (batch != null) {
        file.append(aligner.align(batch));
      }
    } catch (IOException e) {
      fail(e);
      throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
    } catch (Throwable t) {
      fail(t);
      throw t;
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  private RecordBatchSource source(VectorSchemaRoot root) {
    if (root.getFieldVectors().isEmpty()) {
      throw new SchemaException(
          "append: " + file.location() + ": expected at least one vector, got none");
    }
    BufferAllocator allocator = root.getVector(0).getAllocator();
    return dictionaries == null
        ? RecordBatchSource.of(root, allocator)
        : RecordBatchSource.of(root, dictionaries, allocator);
  }

  private void fail(Throwable error) {
    failed = true;
    file.fail(error);
    // An add after a failure has aligned its rows, and there is one clean-up only.
    aligner.close();
    memory.clean();
  }

  /// The metrics of the file, from what the encoders counted.
  ///
  /// @return the metrics; for no rows, a count of 0 alone
  /// @throws IllegalStateException before [#close()], or if the file failed
  @Override
  public Metrics metrics() {
    requirePublished("metrics");
    FileReceipt written = receipt;
    return written == null ? NO_ROWS : mapper.metrics(written);
  }

  /// The size of the file. Before [#close()] it is an estimate, since rows in memory count as they
  /// are encoded and not yet compressed; afterwards it is exact.
  ///
  /// @return a size in bytes; 0 without rows, or if the file failed
  @Override
  public long length() {
    FileReceipt written = receipt;
    try {
      return written == null ? file.length() : written.length();
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /// Where the row groups of the file start.
  ///
  /// @return the offsets, ascending; null without rows
  /// @throws IllegalStateException before [#close()], or if the file failed
  @Override
  public @Nullable List<Long> splitOffsets() {
    requirePublished("split offsets");
    FileReceipt written = receipt;
    return written == null ? null : written.splitOffsets();
  }

  private void requirePublished(String what) {
    if (failed || !closed) {
      throw new IllegalStateException(
          "%s: %s: expected a closed file, got %s"
              .formatted(what, file.location(), failed ? "one that failed" : "an open one"));
    }
  }

  /// Publishes the file and frees the memory. A second call after a success does nothing.
  ///
  /// @throws IOException if the file cannot be published, or if an earlier `add` or `close` failed,
  ///   which is the cause then; nothing is published
  @Override
  public void close() throws IOException {
    if (closed && !failed) {
      return;
    }
    closed = true;
    try {
      receipt = file.finish();
    } catch (RuntimeException e) {
      failed = true;
      throw new IOException(e.getMessage(), e);
    } catch (Throwable t) {
      failed = true;
      throw t;
    } finally {
      memory.clean();
      Reference.reachabilityFence(this);
    }
  }

  /// Settings of an [ArrowFileAppender]. Not thread-safe.
  public static final class Builder {
    private final Schema schema;
    private final OutputFile file;
    private final Map<String, String> metadata = new HashMap<>();
    private WriterOptions options = TableFileFormat.options(Map.of());
    private AlignmentOptions alignment = AlignmentOptions.DEFAULT;
    private boolean overwrite;
    private @Nullable MetricsConfig metrics;
    private @Nullable DictionaryProvider dictionaries;
    private @Nullable FileIO io;

    private Builder(Schema schema, OutputFile file) {
      this.schema = schema;
      this.file = file;
    }

    /// How the file is written, by the properties of a table; in place of [#options].
    ///
    /// @param properties names and values as in a table's properties; without a codec, gzip
    /// @return this
    /// @throws IllegalArgumentException if a property has a value that cannot be used
    public Builder properties(Map<String, String> properties) {
      return options(TableFileFormat.options(properties));
    }

    /// How the file is written; in place of [#properties].
    ///
    /// @param value options of columns go by their names in the table; others are passed over
    /// @return this
    public Builder options(WriterOptions value) {
      options = value;
      return this;
    }

    /// What is allowed to bring batches to the schema beyond what loses nothing.
    ///
    /// @param value the options
    /// @return this
    public Builder alignment(AlignmentOptions value) {
      alignment = value;
      return this;
    }

    /// What is kept of each column's counts and bounds.
    ///
    /// @param value the modes of the columns, by their names in the table; if it is never given,
    ///   the metrics properties of the options say it
    /// @return this
    public Builder metricsConfig(MetricsConfig value) {
      metrics = value;
      return this;
    }

    /// One entry of the file's key-value metadata.
    ///
    /// @param key any key but `iceberg.schema`, which is the schema's
    /// @param value its value
    /// @return this
    public Builder meta(String key, String value) {
      metadata.put(key, value);
      return this;
    }

    /// What dictionary-encoded vectors refer to. Without it they are an error.
    ///
    /// @param provider knows the dictionaries of all encoded vectors of every root
    /// @return this
    public Builder dictionaries(DictionaryProvider provider) {
      dictionaries = provider;
      return this;
    }

    /// Replaces a file of the same name. Without it that is an error when the first bytes are
    /// written.
    ///
    /// @return this
    public Builder overwrite() {
      overwrite = true;
      return this;
    }

    /// What deletes the file if it fails after its first bytes were written.
    ///
    /// @param value the `FileIO` of the file
    /// @return this
    public Builder io(FileIO value) {
      io = value;
      return this;
    }

    /// Creates the appender. It touches no file.
    ///
    /// @return the appender, to be closed by the caller
    /// @throws SchemaException if a column has a type that is not written
    /// @throws dev.frazil.engine.WriteException if the file is an encrypted one
    public ArrowFileAppender build() {
      PlainOutput.require(file);
      return new ArrowFileAppender(this);
    }
  }
}
