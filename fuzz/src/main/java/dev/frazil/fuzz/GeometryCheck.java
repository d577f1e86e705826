package dev.frazil.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.parquet.format.BoundingBox;
import org.apache.parquet.format.GeospatialStatistics;
import org.jspecify.annotations.Nullable;

/// Geospatial statistics against the points and lines of a chunk (Geospatial.md, "Statistics").
final class GeometryCheck {
  private static final int AXES = 4;
  private static final int LINE = 2;

  /// For X, Y, Z and M what coordinates there are, NaN left out.
  private final List<List<Double>> axes = new ArrayList<>();

  private final TreeSet<Integer> types = new TreeSet<>();

  private GeometryCheck() {
    for (int i = 0; i < AXES; i++) {
      axes.add(new ArrayList<>());
    }
  }

  static void verify(ExpectedLeaf leaf, @Nullable GeospatialStatistics actual) {
    if (!leaf.column().geospatial()) {
      Expect.equal("geospatial statistics", null, actual);
      return;
    }
    GeometryCheck check = new GeometryCheck();
    for (Object value : leaf.values()) {
      if (value instanceof byte[] bytes) {
        check.add(bytes);
      }
    }
    if (check.types.isEmpty()) {
      return;
    }
    GeospatialStatistics found = Expect.present("geospatial statistics", actual);
    Expect.equal(
        "geospatial types",
        check.types,
        new TreeSet<>(Expect.present("geospatial types", found.getGeospatial_types())));
    check.verify(found.getBbox());
  }

  private void add(byte[] geometry) {
    ByteBuffer bytes = ByteBuffer.wrap(geometry);
    bytes.order(bytes.get() == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    int type = bytes.getInt();
    types.add(type);
    int points = type % 1000 == LINE ? bytes.getInt() : 1;
    int dimensions = type / 1000;
    for (int i = 0; i < points; i++) {
      add(0, bytes.getDouble());
      add(1, bytes.getDouble());
      if ((dimensions & 1) != 0) {
        add(2, bytes.getDouble());
      }
      if ((dimensions & 2) != 0) {
        add(3, bytes.getDouble());
      }
    }
  }

  private void add(int axis, double coordinate) {
    if (!Double.isNaN(coordinate)) {
      axes.get(axis).add(coordinate);
    }
  }

  private void verify(@Nullable BoundingBox box) {
    if (axes.get(0).isEmpty() || axes.get(1).isEmpty()) {
      Expect.equal("box without X or Y", null, box);
      return;
    }
    BoundingBox found = Expect.present("box", box);
    verify("X", 0, true, found.getXmin(), found.getXmax());
    verify("Y", 1, true, found.getYmin(), found.getYmax());
    verify("Z", 2, found.isSetZmin() && found.isSetZmax(), found.getZmin(), found.getZmax());
    verify("M", 3, found.isSetMmin() && found.isSetMmax(), found.getMmin(), found.getMmax());
  }

  private void verify(String name, int axis, boolean present, double min, double max) {
    List<Double> coordinates = axes.get(axis);
    Expect.equal(name + " of the box present", !coordinates.isEmpty(), present);
    if (present) {
      Expect.that(
          name + " of the box: expected the hull, got " + min + " to " + max,
          coordinates.stream().mapToDouble(c -> c).min().orElseThrow() == min
              && coordinates.stream().mapToDouble(c -> c).max().orElseThrow() == max);
    }
  }
}
