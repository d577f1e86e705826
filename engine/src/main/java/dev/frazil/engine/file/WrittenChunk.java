package dev.frazil.engine.file;

import dev.frazil.encoders.EncodedChunk;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.LeafStatistics;
import dev.frazil.engine.schema.ParquetLeaf;

/// A column chunk that stands in the file: what the footer and the receipt say of it.
///
/// @param leaf the leaf
/// @param offset where its first page starts in the file, the dictionary page if there is one
/// @param compressedSize `total_compressed_size` in bytes
/// @param uncompressedSize `total_uncompressed_size` in bytes
/// @param dictionaryPageSize bytes of the dictionary page with its header, 0 when there is none
/// @param dataPages number of data pages
/// @param valueEncoding the one encoding of all data pages
/// @param statistics counts and whole bounds
record WrittenChunk(
    ParquetLeaf leaf,
    long offset,
    long compressedSize,
    long uncompressedSize,
    long dictionaryPageSize,
    int dataPages,
    Encoding valueEncoding,
    LeafStatistics statistics) {

  static WrittenChunk of(ParquetLeaf leaf, long offset, EncodedChunk chunk) {
    return new WrittenChunk(
        leaf,
        offset,
        chunk.bytes().byteSize(),
        chunk.uncompressedSize(),
        chunk.dictionaryPageSize(),
        chunk.pages().count(),
        chunk.valueEncoding(),
        chunk.statistics());
  }
}
