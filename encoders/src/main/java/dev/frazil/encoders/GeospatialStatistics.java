package dev.frazil.encoders;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Where the geometries of a column lie (Geospatial.md, "Statistics"). Immutable.
///
/// @param box the box around all coordinates, or null when it is not known or there are none
/// @param types codes of well-known binary of the geometries' types, such as 1 for a point and 1001
///   for a point with Z; empty when they are not known
public record GeospatialStatistics(@Nullable BoundingBox box, SortedSet<Integer> types) {
  /// Copies the types.
  public GeospatialStatistics {
    types = Collections.unmodifiableSortedSet(new TreeSet<>(types));
  }

  /// The statistics of both parts together.
  ///
  /// @param other another part of the same column
  /// @return a box around both, and the types of both
  public GeospatialStatistics merge(GeospatialStatistics other) {
    SortedSet<Integer> all = new TreeSet<>(types);
    all.addAll(other.types);
    if (box == null || other.box == null) {
      return new GeospatialStatistics(box == null ? other.box : box, all);
    }
    return new GeospatialStatistics(box.merge(other.box), all);
  }

  /// A box along the axes. Z and M are NaN where no coordinate has them.
  ///
  /// @param xMin smallest X
  /// @param xMax largest X
  /// @param yMin smallest Y
  /// @param yMax largest Y
  /// @param zMin smallest Z, or NaN
  /// @param zMax largest Z, or NaN
  /// @param mMin smallest M, or NaN
  /// @param mMax largest M, or NaN
  public record BoundingBox(
      double xMin,
      double xMax,
      double yMin,
      double yMax,
      double zMin,
      double zMax,
      double mMin,
      double mMax) {

    /// The box around both boxes.
    ///
    /// @param other another box
    /// @return their hull
    public BoundingBox merge(BoundingBox other) {
      return new BoundingBox(
          Math.min(xMin, other.xMin),
          Math.max(xMax, other.xMax),
          Math.min(yMin, other.yMin),
          Math.max(yMax, other.yMax),
          min(zMin, other.zMin),
          max(zMax, other.zMax),
          min(mMin, other.mMin),
          max(mMax, other.mMax));
    }

    private static double min(double a, double b) {
      return Double.isNaN(a) || b < a ? b : a;
    }

    private static double max(double a, double b) {
      return Double.isNaN(a) || b > a ? b : a;
    }
  }
}
