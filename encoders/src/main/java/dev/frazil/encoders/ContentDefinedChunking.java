package dev.frazil.encoders;

/// Pages that end where their contents say so rather than where a size is reached, so that a store
/// that keeps equal blocks once finds the same pages again after rows were added or removed.
///
/// @param minBytes no page ends before this many bytes of values, 1 or more
/// @param maxBytes every page ends at the first row border after this many bytes of values, above
///   `minBytes` and at most 1 GiB
/// @param normalization how closely the sizes gather around their mean: 0 for not at all, larger
///   for closer, smaller for wider, -3 to 3
public record ContentDefinedChunking(int minBytes, int maxBytes, int normalization) {
  /// From 256 KiB to 1 MiB.
  public static final ContentDefinedChunking DEFAULT =
      new ContentDefinedChunking(256 << 10, 1 << 20, 0);

  /// Checks the limits.
  ///
  /// @throws IllegalArgumentException if one is out of range
  public ContentDefinedChunking {
    if (minBytes < 1 || maxBytes <= minBytes || maxBytes > 1 << 30) {
      throw new IllegalArgumentException(
          "content-defined chunking: expected 1 <= minimum < maximum <= 1 GiB in bytes, got %d and %d"
              .formatted(minBytes, maxBytes));
    }
    if (normalization < -3 || normalization > 3) {
      throw new IllegalArgumentException(
          "content-defined chunking: expected a normalization of -3 to 3, got " + normalization);
    }
  }
}
