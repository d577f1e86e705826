package dev.frazil.engine.file;

import dev.frazil.encoders.GeospatialStatistics;
import java.util.List;
import java.util.TreeSet;
import org.apache.parquet.format.BoundingBox;
import org.jspecify.annotations.Nullable;

/// Where geometries lie, as the footer says it (parquet.thrift, `GeospatialStatistics`): no axis
/// that no coordinate has.
final class GeospatialMetaData {
  private GeospatialMetaData() {}

  static org.apache.parquet.format.GeospatialStatistics of(GeospatialStatistics statistics) {
    org.apache.parquet.format.GeospatialStatistics result =
        new org.apache.parquet.format.GeospatialStatistics();
    GeospatialStatistics.BoundingBox box = statistics.box();
    if (box != null) {
      result.setBbox(box(box));
    }
    if (!statistics.types().isEmpty()) {
      result.setGeospatial_types(List.copyOf(statistics.types()));
    }
    return result;
  }

  private static BoundingBox box(GeospatialStatistics.BoundingBox box) {
    BoundingBox result = new BoundingBox(box.xMin(), box.xMax(), box.yMin(), box.yMax());
    if (!Double.isNaN(box.zMin())) {
      result.setZmin(box.zMin()).setZmax(box.zMax());
    }
    if (!Double.isNaN(box.mMin())) {
      result.setMmin(box.mMin()).setMmax(box.mMax());
    }
    return result;
  }

  /// What a footer says, or null unless it says both where the geometries lie and of which types
  /// they are.
  static @Nullable GeospatialStatistics read(
      org.apache.parquet.format.@Nullable GeospatialStatistics statistics) {
    BoundingBox box = statistics == null ? null : statistics.getBbox();
    List<Integer> types = statistics == null ? null : statistics.getGeospatial_types();
    if (box == null || types == null || types.isEmpty()) {
      return null;
    }
    return new GeospatialStatistics(
        new GeospatialStatistics.BoundingBox(
            box.getXmin(),
            box.getXmax(),
            box.getYmin(),
            box.getYmax(),
            box.isSetZmin() ? box.getZmin() : Double.NaN,
            box.isSetZmax() ? box.getZmax() : Double.NaN,
            box.isSetMmin() ? box.getMmin() : Double.NaN,
            box.isSetMmax() ? box.getMmax() : Double.NaN),
        new TreeSet<>(types));
  }
}
