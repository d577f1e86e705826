package dev.frazil.engine.scan;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.csv.CsvSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;

/// A description of rows to read from files of one schema: which columns, which rows, how many.
/// Nothing is read before it is opened, and it can be opened any number of times. Immutable and
/// thread-safe.
///
/// Rows come in the order of the files and, within a file, of its rows, however many threads read.
/// Files whose statistics show that no row of theirs is kept are not opened, row groups and pages
/// of Parquet files that hold no such row are not decoded, and reading ends with the row that
/// reaches the limit.
public final class Scan {
  private final ArrowSchema source;
  private final List<ScanFile> files;
  private final List<String> columns;
  private final @Nullable Filter filter;
  private final long limit;
  private final int threads;
  private final List<Object> owners;

  private Scan(
      ArrowSchema source,
      List<ScanFile> files,
      List<String> columns,
      @Nullable Filter filter,
      long limit,
      int threads,
      List<Object> owners) {
    this.source = source;
    this.files = List.copyOf(files);
    this.columns = List.copyOf(columns);
    this.filter = filter;
    this.limit = limit;
    this.threads = threads;
    this.owners = List.copyOf(owners);
  }

  /// All rows of some files.
  ///
  /// @param schema what each file's columns are brought to, where dictionaries and runs are read as
  ///   their values, views as strings with offsets and list views as lists; a column that a file
  ///   lacks is null in its rows
  /// @param files the files in order; none is looked at
  /// @return the scan
  /// @throws SchemaException if two columns have one name
  public static Scan of(ArrowSchema schema, List<ScanFile> files) {
    ArrowSchema read = StatedTypes.read(schema);
    List<String> columns = read.fields().stream().map(ArrowField::name).toList();
    requireDistinct(columns);
    return new Scan(read, files, columns, null, Long.MAX_VALUE, 1, List.of());
  }

  /// All rows of some files of one format, at the schema of the first one: that of its footer, or
  /// what is inferred from the whole of a CSV file.
  ///
  /// @param paths one or more files in order; the first one is looked at
  /// @param format what they are
  /// @return the scan
  /// @throws IOException if the first file cannot be read
  /// @throws IllegalArgumentException if there is no file
  public static Scan ofFiles(List<Path> paths, DataFormat format) throws IOException {
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("scan: expected one or more files, got none");
    }
    List<ScanFile> files = paths.stream().map(path -> new ScanFile(path, format)).toList();
    return of(schemaOf(files.getFirst()), files);
  }

  private static ArrowSchema schemaOf(ScanFile file) throws IOException {
    return switch (file.format()) {
      case PARQUET -> {
        try (ParquetFiles parquet = new ParquetFiles(1);
            ParquetFile open = parquet.open(file)) {
          yield open.schema();
        }
      }
      case CSV -> {
        try (CsvSource open = CsvSource.open(file.path(), null)) {
          yield open.schema();
        }
      }
    };
  }

  /// The columns that come out; no file is looked at.
  ///
  /// @return the schema of the batches
  public ArrowSchema schema() {
    return ScanPlan.of(source, columns, null).output();
  }

  /// The same rows with fewer columns, or in another order.
  ///
  /// @param names names of columns of this scan, each once, as they are, not as paths; none for
  ///   rows without columns
  /// @return the scan
  /// @throws SchemaException if a column is not there or named twice
  public Scan select(String... names) {
    return select(List.of(names));
  }

  /// The same rows with fewer columns, or in another order.
  ///
  /// @param names names of columns of this scan, each once, as they are, not as paths; none for
  ///   rows without columns
  /// @return the scan
  /// @throws SchemaException if a column is not there or named twice
  public Scan select(List<String> names) {
    requireDistinct(names);
    for (String name : names) {
      if (!columns.contains(name)) {
        throw new SchemaException(
            "select: %s: expected one of %s, got none of them"
                .formatted(name, String.join(", ", columns)));
      }
    }
    return new Scan(source, files, names, filter, limit, threads, owners);
  }

  private static void requireDistinct(List<String> names) {
    Set<String> seen = new HashSet<>();
    List<String> twice = names.stream().filter(name -> !seen.add(name)).toList();
    if (!twice.isEmpty()) {
      throw new SchemaException(
          "select: %s: expected each column once, got it twice"
              .formatted(twice.stream().distinct().collect(Collectors.joining(", "))));
    }
  }

  /// Those of the rows for which a filter is true. It may name columns that are not selected; of
  /// several filters, all must be true, whichever comes first.
  ///
  /// @param condition the filter
  /// @return the scan
  /// @throws SchemaException if it names a column that the files do not have, or a literal that
  ///   does not fit its column
  public Scan where(Filter condition) {
    Filter both = filter == null ? condition : filter.and(condition);
    new FilterBinder(source).bind(condition);
    return new Scan(source, files, columns, both, limit, threads, owners);
  }

  /// The first rows alone, of those that the filters of the whole scan keep.
  ///
  /// @param rows how many at most, 0 or more; of several limits the smallest holds
  /// @return the scan
  /// @throws IllegalArgumentException if it is negative
  public Scan limit(long rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("limit: expected 0 rows or more, got " + rows);
    }
    return new Scan(source, files, columns, filter, Math.min(limit, rows), threads, owners);
  }

  /// The same rows, read by several threads.
  ///
  /// @param count how many files are read at once, 1 or more; 1 unless this is called
  /// @return the scan
  /// @throws IllegalArgumentException if it is less than 1
  public Scan parallelism(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("parallelism: expected 1 thread or more, got " + count);
    }
    return new Scan(source, files, columns, filter, limit, count, owners);
  }

  /// The same scan, which keeps an object reachable, and what it opens does so until it is closed.
  ///
  /// @param owner what must not be collected while the files are read, such as a lease
  /// @return the scan
  public Scan heldBy(Object owner) {
    List<Object> all = new ArrayList<>(owners);
    all.add(owner);
    return new Scan(source, files, columns, filter, limit, threads, all);
  }

  /// Begins to read.
  ///
  /// @return batches of [#schema()], none of them empty, and none after a failure; to be closed by
  ///   the caller
  /// @throws IOException if a file cannot be read
  public RecordBatchSource open() throws IOException {
    ScanPlan plan = ScanPlan.of(source, columns, filter);
    OpenFiles opening = new OpenFiles(source, plan, threads);
    RecordBatchSource rows =
        threads > 1 && files.size() > 1
            ? new FilesAhead(plan.output(), files, opening, threads)
            : new FilesInOrder(plan.output(), files, opening);
    return new OpenScan(rows, opening, limit, owners);
  }

  /// Begins to read into memory of arrow-java.
  ///
  /// @param allocator owns the vectors
  /// @return a reader over one root that is loaded anew for each batch; to be closed by the caller
  /// @throws IOException if a file cannot be read
  public ArrowReader open(BufferAllocator allocator) throws IOException {
    return ArrowExport.reader(open(), allocator);
  }

  /// Begins to read for a consumer of the Arrow C Stream Interface, which releases the stream; that
  /// may be long after this call.
  ///
  /// @param allocator owns the exported buffers, and must outlive the stream
  /// @param streamAddress the address of a `struct ArrowArrayStream` to be filled
  /// @throws IOException if a file cannot be read
  public void exportStream(BufferAllocator allocator, long streamAddress) throws IOException {
    ArrowExport.exportStream(open(), allocator, streamAddress);
  }
}
