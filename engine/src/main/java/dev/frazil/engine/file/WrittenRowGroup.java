package dev.frazil.engine.file;

import java.util.List;

/// A row group that stands in the file.
///
/// @param offset where its first page starts in the file
/// @param rowCount rows, 1 or more
/// @param chunks one a leaf of the schema, in its order
record WrittenRowGroup(long offset, long rowCount, List<WrittenChunk> chunks) {

  WrittenRowGroup {
    chunks = List.copyOf(chunks);
  }

  long compressedSize() {
    return chunks.stream().mapToLong(WrittenChunk::compressedSize).sum();
  }

  long uncompressedSize() {
    return chunks.stream().mapToLong(WrittenChunk::uncompressedSize).sum();
  }
}
