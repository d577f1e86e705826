package dev.frazil.engine.file;

import dev.frazil.encoders.Bounds;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a column chunk's statistics are good for, whoever wrote them: claims that older writers are
/// known to get wrong, that contradict each other, or that are made in an order nobody knows, are
/// left out (parquet.thrift, `Statistics` and `ColumnOrder`).
///
/// A claim that a writer made up without contradicting itself cannot be told from a true one.
///
/// @param nullCount slots without a value, or empty when that is not known
/// @param nanCount values that are NaN, or empty when that is not known or there can be none
/// @param valueless whether the chunk surely has no value but nulls and NaN
/// @param bounds hold for every value that is not NaN, in PLAIN layout without a length, perhaps
///   shortened; null when there are none to rely on
public record TrustedStatistics(
    OptionalLong nullCount, OptionalLong nanCount, boolean valueless, @Nullable Bounds bounds) {
  private static final TrustedStatistics NONE =
      new TrustedStatistics(OptionalLong.empty(), OptionalLong.empty(), false, null);

  private static final Pattern CREATED_BY = Pattern.compile("(\\S+) version (\\d+)\\.(\\d+)\\D?.*");

  /// The statistics of a chunk.
  ///
  /// @param chunk the chunk, of a leaf that is not repeated
  /// @param nullable whether the leaf or a group around it is optional; otherwise there are no
  ///   nulls, whether they are counted or not
  /// @param createdBy the writer, or null when the footer does not say
  /// @return what can be relied on
  public static TrustedStatistics of(
      FileMetadata.ColumnChunk chunk, boolean nullable, @Nullable String createdBy) {
    FileMetadata.Statistics statistics = chunk.statistics();
    OptionalLong nulls = nullable ? OptionalLong.empty() : OptionalLong.of(0);
    OptionalLong nans = OptionalLong.empty();
    Bounds bounds = null;
    if (statistics != null) {
      if (statistics.nullCount().isPresent()) {
        nulls = statistics.nullCount();
      }
      if (LeafOrder.of(chunk.leaf(), FileMetadata.BoundsOrder.TYPE_DEFINED).floating()) {
        nans = statistics.nanCount();
      }
      bounds = bounds(chunk, statistics, createdBy);
    }
    long noValues = Math.max(0, nulls.orElse(0)) + Math.max(0, nans.orElse(0));
    boolean impossible =
        nulls.orElse(0) < 0
            || nans.orElse(0) < 0
            || (!nullable && nulls.orElse(0) > 0)
            || noValues < 0
            || noValues > chunk.valueCount();
    boolean valueless = noValues == chunk.valueCount();
    return impossible || (valueless && bounds != null)
        ? NONE
        : new TrustedStatistics(nulls, nans, valueless, bounds);
  }

  private static @Nullable Bounds bounds(
      FileMetadata.ColumnChunk chunk,
      FileMetadata.Statistics statistics,
      @Nullable String createdBy) {
    LeafOrder order = LeafOrder.of(chunk.leaf(), chunk.facts().order());
    FileMetadata.StatedBounds stated = statistics.stated();
    if (order.defined() && stated.min() != null && stated.max() != null) {
      return bounds(order, stated.min(), stated.max());
    }
    // The deprecated bounds were compared as signed values whatever the type. Equal ones hold in
    // every order, unless the writer is one that let later values overwrite them (PARQUET-251).
    LeafOrder legacy = LeafOrder.of(chunk.leaf(), FileMetadata.BoundsOrder.TYPE_DEFINED);
    ByteBuffer min = statistics.deprecated().min();
    ByteBuffer max = statistics.deprecated().max();
    if (!legacy.defined() || min == null || max == null) {
      return null;
    }
    return legacy.signed() || (min.equals(max) && keepsBytes(createdBy))
        ? bounds(legacy, min, max)
        : null;
  }

  private static @Nullable Bounds bounds(LeafOrder order, ByteBuffer min, ByteBuffer max) {
    return !order.fits(min)
            || !order.fits(max)
            || order.isNan(min)
            || order.isNan(max)
            || order.compare(min, max) > 0
        ? null
        : new Bounds(bytes(min), bytes(max));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  /// Whether a writer's deprecated bounds of byte strings are values of the chunk: parquet-mr 1.8.0
  /// was the first of its releases that copied them, and who does not say what it is may be an
  /// older one.
  private static boolean keepsBytes(@Nullable String createdBy) {
    Matcher writer = CREATED_BY.matcher(createdBy == null ? "" : createdBy);
    if (!writer.matches()) {
      return false;
    }
    int[] version = {
      Integer.parseInt(bounded(writer.group(2))), Integer.parseInt(bounded(writer.group(3)))
    };
    return !writer.group(1).equals("parquet-mr") || Arrays.compare(version, new int[] {1, 8}) >= 0;
  }

  /// No release has a number of more than eight digits.
  private static String bounded(String digits) {
    return digits.length() > 8 ? "0" : digits;
  }
}
