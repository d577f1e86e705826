package dev.frazil.encoders;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A finished column chunk: its pages with their headers, dictionary page first, ready to be
/// written as they are. Valid until the encoder that made it is reset, closed or given more values.
///
/// @param bytes all pages, contiguous; its size is the chunk's `total_compressed_size`
/// @param uncompressedSize `total_uncompressed_size`: headers and uncompressed page bodies
/// @param dictionaryPageSize bytes of the dictionary page with its header, 0 when there is none
/// @param pages the data pages
/// @param pageVersion the layout of the data pages
/// @param valueEncoding the one encoding of all data pages
/// @param statistics counts and bounds of the chunk
/// @param bloomFilter the bitset of its bloom filter, or null when there is none
public record EncodedChunk(
    MemorySegment bytes,
    long uncompressedSize,
    long dictionaryPageSize,
    EncodedPages pages,
    PageVersion pageVersion,
    Encoding valueEncoding,
    LeafStatistics statistics,
    @Nullable MemorySegment bloomFilter) {}
