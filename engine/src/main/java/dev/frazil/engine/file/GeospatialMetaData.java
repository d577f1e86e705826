package dev.frazil.engine.file;

import dev.frazil.encoders.GeospatialStatistics;
import dev.frazil.encoders.memory.CompactWriter;
import dev.frazil.engine.schema.LogicalType;
import java.util.List;
import java.util.TreeSet;
import org.apache.parquet.format.BoundingBox;
import org.jspecify.annotations.Nullable;

/// Where geometries lie, as the footer says it (parquet.thrift, `GeospatialStatistics`): no axis
/// that no coordinate has.
final class GeospatialMetaData {
  private static final int POINT = 1;
  private static final int MULTI_POINT = 4;

  private GeospatialMetaData() {}

  /// Writes the fields of the structure, which has begun, of a column with an annotation, and ends
  /// it.
  ///
  /// Edges of a GEOGRAPHY bend out of the box of their ends, and its coordinates may go around the
  /// globe: it has a box only where there are no edges and every coordinate lies in one turn.
  static void write(
      CompactWriter writer, @Nullable LogicalType annotation, GeospatialStatistics statistics) {
    GeospatialStatistics.BoundingBox box = statistics.box();
    boolean bounded = !(annotation instanceof LogicalType.Geography) || onGlobe(statistics);
    if (box != null && bounded) {
      writer.struct(1);
      box(writer, box);
      writer.after(1);
    }
    if (!statistics.types().isEmpty()) {
      writer.list(2, CompactWriter.I32, statistics.types().size());
      for (int type : statistics.types()) {
        writer.number(type);
      }
    }
    writer.end();
  }

  private static boolean onGlobe(GeospatialStatistics statistics) {
    GeospatialStatistics.BoundingBox box = statistics.box();
    return box != null
        && box.xMin() >= -180
        && box.xMax() <= 180
        && box.yMin() >= -90
        && box.yMax() <= 90
        && statistics.types().stream()
            .allMatch(type -> type % 1_000 == POINT || type % 1_000 == MULTI_POINT);
  }

  private static void box(CompactWriter writer, GeospatialStatistics.BoundingBox box) {
    writer.float64(1, box.xMin());
    writer.float64(2, box.xMax());
    writer.float64(3, box.yMin());
    writer.float64(4, box.yMax());
    if (!Double.isNaN(box.zMin())) {
      writer.float64(5, box.zMin());
      writer.float64(6, box.zMax());
    }
    if (!Double.isNaN(box.mMin())) {
      writer.float64(7, box.mMin());
      writer.float64(8, box.mMax());
    }
    writer.end();
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
