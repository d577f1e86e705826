package dev.frazil.engine.iceberg;

import dev.frazil.encoders.Bounds;
import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.LeafOrder;
import dev.frazil.engine.file.TrustedStatistics;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What the row groups of a file say together of a leaf. A count is known only if every row group
/// knows it, and there are bounds only if every row group has some, but for those without a value.
///
/// @param leaf the leaf
/// @param size bytes of its chunks
/// @param values its slots, nulls included
/// @param nulls slots without a value, or empty when unknown
/// @param nans values that are NaN, or empty when unknown or of another type
/// @param valueless whether there is surely no value but nulls and NaN
/// @param bounds in the layout that the encoders write the table's type in, or null for none
record FooterColumn(
    SchemaFit.FittedLeaf leaf,
    long size,
    long values,
    OptionalLong nulls,
    OptionalLong nans,
    boolean valueless,
    @Nullable Bounds bounds) {

  /// The statements of a file about a leaf.
  static FooterColumn of(FileMetadata file, SchemaFit.FittedLeaf leaf) {
    Merging merging = new Merging(leaf);
    for (FileMetadata.RowGroup group : file.rowGroups()) {
      merging.add(group.chunks().get(leaf.position()), file.createdBy());
    }
    return merging.column();
  }

  /// Whether there is surely no null.
  boolean withoutNulls() {
    return nulls.orElse(-1) == 0;
  }

  /// Whether there is surely nothing but nulls.
  boolean allNull() {
    return nulls.orElse(-1) == values;
  }

  private static final class Merging {
    private final SchemaFit.FittedLeaf leaf;
    private final LeafOrder order;

    /// INT96 is compared by writers in orders of their own, and counted by none that is known.
    private final boolean mute;

    private long size;
    private long values;
    private OptionalLong nulls = OptionalLong.of(0);
    private OptionalLong nans;
    private boolean valueless = true;
    private boolean bounded = true;
    private @Nullable Bounds bounds;

    Merging(SchemaFit.FittedLeaf leaf) {
      this.leaf = leaf;
      this.order = LeafOrder.of(leaf.field(), FileMetadata.BoundsOrder.TYPE_DEFINED);
      this.mute = leaf.field().type() == FileMetadata.Type.INT96;
      this.nans = order.floating() ? OptionalLong.of(0) : OptionalLong.empty();
    }

    void add(FileMetadata.ColumnChunk chunk, @Nullable String createdBy) {
      size = Math.addExact(size, chunk.compressedSize());
      values = Math.addExact(values, chunk.valueCount());
      TrustedStatistics trusted = TrustedStatistics.of(chunk, leaf.nullable(), createdBy);
      nulls = sum(nulls, trusted.nullCount());
      nans = sum(nans, trusted.nanCount());
      valueless &= trusted.valueless();
      if (trusted.valueless()) {
        return;
      }
      Bounds more = trusted.bounds();
      // Each chunk is looked at, so that none with bounds of no meaning hides within the others.
      if (more == null || FooterBounds.of(leaf.field(), leaf.type(), more) == null) {
        bounded = false;
      } else {
        bounds = bounds == null ? more : merged(bounds, more);
      }
    }

    private Bounds merged(Bounds a, Bounds b) {
      return new Bounds(
          compare(a.min(), b.min()) <= 0 ? a.min() : b.min(),
          compare(a.max(), b.max()) >= 0 ? a.max() : b.max());
    }

    private int compare(byte[] a, byte[] b) {
      return order.compare(ByteBuffer.wrap(a), ByteBuffer.wrap(b));
    }

    private static OptionalLong sum(OptionalLong a, OptionalLong b) {
      return a.isPresent() && b.isPresent()
          ? OptionalLong.of(a.getAsLong() + b.getAsLong())
          : OptionalLong.empty();
    }

    FooterColumn column() {
      Bounds all = bounded && bounds != null && !mute ? bounds : null;
      return new FooterColumn(
          leaf,
          size,
          values,
          mute ? OptionalLong.empty() : nulls,
          mute ? OptionalLong.empty() : nans,
          valueless && !mute,
          all == null ? null : FooterBounds.of(leaf.field(), leaf.type(), all));
    }
  }
}
