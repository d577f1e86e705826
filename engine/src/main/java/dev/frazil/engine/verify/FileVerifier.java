package dev.frazil.engine.verify;

import dev.frazil.engine.file.ByteSource;
import dev.frazil.engine.file.FileMetadata;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/// Compares what a Parquet file says of its values with its values: statistics, sizes, offsets,
/// checksums, indexes, bloom filters and sort order. The file may be of any writer.
public final class FileVerifier {
  private FileVerifier() {}

  /// Reads a whole file, page by page, and reports each statement that is not true.
  ///
  /// @param source the file; stays open
  /// @param lies told of each lie as soon as it is found, in the order of the file
  /// @param progress told how many slots each data page has
  /// @return what was compared and what could not be
  /// @throws IOException if the file cannot be read, or has no footer that can be read; the message
  ///   names it
  public static Verification verify(ByteSource source, Consumer<Lie> lies, LongConsumer progress)
      throws IOException {
    FileMetadata metadata = FileMetadata.read(source);
    Findings findings = new Findings(lies);
    List<LeafLevels> levels = LeafLevels.of(metadata.schema());
    RowGroupVerifier rowGroups =
        new RowGroupVerifier(source, findings, parts(metadata), levels, progress);
    long rows = 0;
    int number = 0;
    for (FileMetadata.RowGroup rowGroup : metadata.rowGroups()) {
      rowGroups.verify(rowGroup, number++);
      rows += rowGroup.rowCount();
    }
    findings.require(Lie.Place.FILE, "num_rows", rows, metadata.rowCount());
    return findings.verification();
  }

  private static NavigableSet<Long> parts(FileMetadata metadata) {
    NavigableSet<Long> parts = new TreeSet<>();
    for (FileMetadata.RowGroup rowGroup : metadata.rowGroups()) {
      for (FileMetadata.ColumnChunk chunk : rowGroup.chunks()) {
        FileMetadata.ChunkFacts facts = chunk.facts();
        parts.add(chunk.dictionaryPageOffset().orElse(chunk.dataPageOffset()));
        for (FileMetadata.Extent extent :
            new FileMetadata.Extent[] {
              facts.columnIndex(), facts.offsetIndex(), facts.bloomFilter()
            }) {
          if (extent != null) {
            parts.add(extent.offset());
          }
        }
      }
    }
    return parts;
  }
}
