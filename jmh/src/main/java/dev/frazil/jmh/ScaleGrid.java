package dev.frazil.jmh;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.file.WriterOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The points at which a run measures.
///
/// @param rows rows of the curve by rows, each a multiple of the largest `baseRows` below it
/// @param baseRows rows that are generated; larger files repeat them
/// @param columns columns of the curves by columns
/// @param columnRows rows of the curves by columns
/// @param partitions partitions of the curve by files, which is about that of files
/// @param fileRows rows of the curve by files
/// @param folder where the files of the curve by rows go, or null to drop them
record ScaleGrid(
    List<Long> rows,
    int baseRows,
    List<Integer> columns,
    List<Integer> columnRows,
    List<Integer> partitions,
    List<Integer> fileRows,
    @Nullable Path folder) {

  /// Rows of a batch: the largest files are whole batches.
  private static final int BATCH_ROWS = 125_000;

  private static final int TAXI_COLUMNS = 19;
  private static final String CODEC = "snappy";

  private static final long WIDE_BYTES = 1L << 30;

  /// Files from which on rows are routed and gathered, which a single partition's are not.
  private static final int ROUTED = 2;

  /// A curve with the batches that it needs.
  ///
  /// @param curve the curve
  /// @param owned its batches
  record Ground(ScaleCurve curve, List<Batches> owned) implements AutoCloseable {
    @Override
    public void close() {
      owned.forEach(Batches::close);
    }
  }

  /// Makes a curve when its turn comes.
  interface Maker {
    /// Generates the batches.
    Ground make();
  }

  /// The grid of a run.
  ///
  /// @param moreRows rows of one more point, or 0
  static ScaleGrid full(long moreRows, @Nullable Path folder) {
    List<Long> rows = new ArrayList<>(List.of(1_000L, 10_000L, 100_000L, 1_000_000L, 10_000_000L));
    if (moreRows > 0) {
      rows.add(moreRows);
    }
    return new ScaleGrid(
        rows,
        1_000_000,
        List.of(1, 10, 100, 1_000, 2_000),
        List.of(1_000, 10_000),
        List.of(1, 10, 100, 1_000, 10_000),
        List.of(100_000, 1_000_000),
        folder);
  }

  /// The curves in the order in which they are measured.
  List<Maker> curves() {
    return List.of(
        this::byRows,
        () -> byColumns("int64", false),
        () -> byColumns("string", true),
        this::byFiles);
  }

  private static WriterOptions options() {
    return WriterOptions.builder().compression(CompressionPolicy.parse(CODEC)).build();
  }

  /// Options by which the widest files have one row group as well, as all others do.
  private static WriterOptions wide() {
    return options().toBuilder().rowGroupTargetBytes(WIDE_BYTES).build();
  }

  private Ground byRows() {
    List<Batches> owned = new ArrayList<>();
    List<ScaleCurve.Case> cases = new ArrayList<>();
    for (long count : rows) {
      Batches batches =
          Batches.generated(TaxiRows::new, (int) Math.min(count, baseRows), BATCH_ROWS);
      owned.add(batches);
      int repeats = (int) (count / Math.min(count, baseRows));
      cases.add(
          new ScaleCurve.Case(
              count,
              TAXI_COLUMNS,
              NativeBound.ofFile(options(), TAXI_COLUMNS, repeats * batches.arrowBytes()),
              () -> new FileWork(batches, repeats, options(), folder)));
    }
    return new Ground(
        new ScaleCurve(
            "rows",
            "taxi",
            List.of(ScaleTerm.ROW, ScaleTerm.FILE),
            List.of(ScaleTerm.EARLY_ROW),
            1,
            cases),
        owned);
  }

  private Ground byColumns(String type, boolean strings) {
    List<Batches> owned = new ArrayList<>();
    List<ScaleCurve.Case> cases = new ArrayList<>();
    int most = columns.getLast();
    for (int count : columnRows) {
      Batches all = Batches.generated(a -> new WideRows(a, most, strings), count, count);
      owned.add(all);
      for (int width : columns) {
        Batches batches = all.select(IntStream.range(0, width).boxed().toList());
        cases.add(
            new ScaleCurve.Case(
                count,
                width,
                NativeBound.ofFile(wide(), width, batches.arrowBytes()),
                () -> new FileWork(batches, 1, wide(), null)));
      }
    }
    return new Ground(
        new ScaleCurve(
            "columns",
            type,
            List.of(ScaleTerm.VALUE, ScaleTerm.COLUMN, ScaleTerm.FILE),
            List.of(ScaleTerm.FAR_BYTE),
            1,
            cases),
        owned);
  }

  private Ground byFiles() {
    List<Batches> owned = new ArrayList<>();
    List<ScaleCurve.Case> cases = new ArrayList<>();
    for (int count : fileRows) {
      Batches all = Batches.generated(a -> new PartitionedRows(a, partitions), count, BATCH_ROWS);
      owned.add(all);
      for (int i = 0; i < partitions.size(); i++) {
        List<Integer> selected = new ArrayList<>(List.of(i));
        IntStream.range(0, TAXI_COLUMNS).forEach(c -> selected.add(partitions.size() + c));
        Batches batches = all.select(selected);
        int open = partitions.get(i);
        cases.add(
            new ScaleCurve.Case(
                count,
                selected.size(),
                NativeBound.ofFiles(open, selected.size(), batches.arrowBytes()),
                () ->
                    new PartitionWork(
                        batches, open, Map.of("write.parquet.compression-codec", CODEC))));
      }
    }
    return new Ground(
        new ScaleCurve(
            "files",
            "taxi",
            List.of(ScaleTerm.ROW, ScaleTerm.FILE),
            List.of(ScaleTerm.PIECE, ScaleTerm.EARLY_ROW),
            ROUTED,
            cases),
        owned);
  }
}
