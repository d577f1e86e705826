package dev.frazil.fuzz;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;

/// What lies where in a file: everything between the first magic and the footer must belong to
/// something, and nothing to two things.
final class FileLayout {
  private record Part(String name, long start, long length) {}

  private final long start;
  private final long end;
  private final List<Part> parts = new ArrayList<>();

  /// @param start behind the first magic
  /// @param end the footer
  FileLayout(long start, long end) {
    this.start = start;
    this.end = end;
  }

  /// Adds the pages, the bloom filter and the indexes of a chunk.
  void add(ColumnChunk chunk) {
    ColumnMetaData meta = Expect.present("meta_data", chunk.getMeta_data());
    parts.add(new Part("pages", PageWalk.start(meta), meta.getTotal_compressed_size()));
    if (meta.isSetBloom_filter_offset()) {
      parts.add(
          new Part("bloom filter", meta.getBloom_filter_offset(), meta.getBloom_filter_length()));
    }
    if (chunk.isSetColumn_index_offset()) {
      parts.add(
          new Part("column index", chunk.getColumn_index_offset(), chunk.getColumn_index_length()));
    }
    if (chunk.isSetOffset_index_offset()) {
      parts.add(
          new Part("offset index", chunk.getOffset_index_offset(), chunk.getOffset_index_length()));
    }
  }

  /// Checks that the parts lie back to back.
  void verify() {
    parts.sort(Comparator.comparingLong(Part::start));
    long at = start;
    for (Part part : parts) {
      Expect.equal("start of the next part, " + part.name(), at, part.start());
      at += part.length();
    }
    Expect.equal("start of the footer", at, end);
  }
}
