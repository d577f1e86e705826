package dev.frazil.engine.iceberg;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.partition.RowSelection;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.jspecify.annotations.Nullable;

/// The files of a write that are open between one selection of rows and the next: which ones is
/// what [WriteMode]s differ in.
sealed interface OpenFiles extends AutoCloseable {

  /// The files of a mode.
  ///
  /// @param spec names partitions in messages
  /// @param files makes a file, or one after the other of a partition
  static OpenFiles of(WriteMode mode, PartitionSpec spec, Supplier<RollingFile> files) {
    return switch (mode) {
      case WriteMode.Batch _ -> new OfBatch(files.get());
      case WriteMode.Clustered _ -> new Clustered(spec, files.get());
      case WriteMode.Fanout fanout -> new Fanout(fanout, files);
    };
  }

  /// Writes the rows of one partition. They stay the caller's.
  void append(RecordBatch rows, RowSelection selection) throws IOException;

  /// Ends all files.
  void finish() throws IOException;

  /// Frees the memory and aborts open files.
  @Override
  void close();

  /// None.
  record OfBatch(RollingFile file) implements OpenFiles {
    @Override
    public void append(RecordBatch rows, RowSelection selection) throws IOException {
      file.begin(selection.partition());
      file.append(rows, selection);
      file.end();
    }

    @Override
    public void finish() {}

    @Override
    public void close() {
      file.close();
    }
  }

  /// That of the partition whose rows came last.
  final class Clustered implements OpenFiles {
    private final PartitionSpec spec;
    private final RollingFile file;
    private final Set<@Nullable StructLike> begun = new HashSet<>();
    private @Nullable StructLike current;

    private Clustered(PartitionSpec spec, RollingFile file) {
      this.spec = spec;
      this.file = file;
    }

    @Override
    public void append(RecordBatch rows, RowSelection selection) throws IOException {
      StructLike partition = selection.partition();
      if (begun.add(partition)) {
        file.end();
        file.begin(partition);
        current = partition;
      } else if (partition != null && !partition.equals(current)) {
        throw new WriteException(
            "clustered write: %s: expected rows that come partition by partition, got row %d of the batch after the partition was finished"
                .formatted(spec.partitionToPath(partition), selection.row(0)));
      }
      file.append(rows, selection);
    }

    @Override
    public void finish() throws IOException {
      file.end();
    }

    @Override
    public void close() {
      file.close();
    }
  }

  /// One a partition, within limits.
  final class Fanout implements OpenFiles {
    private final WriteMode.Fanout limits;
    private final Supplier<RollingFile> files;

    /// Least recently used first.
    private final Map<@Nullable StructLike, RollingFile> open =
        new LinkedHashMap<>(16, 0.75f, true);

    /// One that is not open, whose memory serves the next partition.
    private @Nullable RollingFile idle;

    private long bufferedBytes;

    private Fanout(WriteMode.Fanout limits, Supplier<RollingFile> files) {
      this.limits = limits;
      this.files = files;
    }

    @Override
    public void append(RecordBatch rows, RowSelection selection) throws IOException {
      RollingFile file = open.get(selection.partition());
      if (file == null) {
        if (open.size() == limits.maxOpenFiles()) {
          endEldest();
        }
        file = take();
        file.begin(selection.partition());
        open.put(selection.partition(), file);
      }
      bufferedBytes -= file.bufferedBytes();
      file.append(rows, selection);
      bufferedBytes += file.bufferedBytes();
      while (bufferedBytes > limits.maxOpenBytes()) {
        endEldest();
      }
    }

    private RollingFile take() {
      RollingFile file = idle;
      idle = null;
      return file == null ? files.get() : file;
    }

    private void endEldest() throws IOException {
      Iterator<RollingFile> eldest = open.values().iterator();
      RollingFile file = eldest.next();
      bufferedBytes -= file.bufferedBytes();
      file.end();
      eldest.remove();
      if (idle == null) {
        idle = file;
      } else {
        file.close();
      }
    }

    /// Ends the files one by one and frees the memory of each at once: the last steps of a file
    /// take scratch of their own.
    @Override
    public void finish() throws IOException {
      for (Iterator<RollingFile> each = open.values().iterator(); each.hasNext(); ) {
        RollingFile file = each.next();
        file.end();
        each.remove();
        file.close();
      }
    }

    @Override
    public void close() {
      Cleanup cleanup = new Cleanup();
      open.values().forEach(file -> cleanup.attempt(file::close));
      open.clear();
      if (idle != null) {
        cleanup.attempt(idle::close);
      }
      cleanup.finish();
    }
  }
}
