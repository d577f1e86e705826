package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.schema.LogicalType;
import java.util.function.Function;
import org.apache.iceberg.types.EdgeAlgorithm;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/// The types of a table that geometries have. The table's metadata holds a type as text, so its
/// reference system must be one that Iceberg finds in there again: a parenthesis ends that of a
/// geometry, a comma that of a geography, and blanks around either are none of it. With another one
/// the table could be made and never be loaded.
final class GeospatialTypes {
  private static final int LONGEST_CRS = 80;

  private GeospatialTypes() {}

  /// The type of shapes with straight edges.
  ///
  /// @param shapes their annotation
  /// @param path the column, for messages
  /// @throws SchemaException if a table's metadata cannot hold the reference system
  static Type.PrimitiveType of(LogicalType.Geometry shapes, String path) {
    return readBack(Types.GeometryType::of, shapes.crs(), path);
  }

  /// As [#of(LogicalType.Geometry, String)], with edges on an ellipsoid.
  static Type.PrimitiveType of(LogicalType.Geography shapes, String path) {
    EdgeAlgorithm edges = EdgeAlgorithm.fromName(shapes.edges().name());
    return readBack(crs -> Types.GeographyType.of(crs, edges), shapes.crs(), path);
  }

  private static Type.PrimitiveType readBack(
      Function<String, Type.PrimitiveType> of, String crs, String path) {
    try {
      Type.PrimitiveType type = of.apply(crs);
      if (type.equals(Types.fromPrimitiveString(type.toString()))) {
        return type;
      }
    } catch (IllegalArgumentException e) {
      throw new SchemaException(refusal(crs, path), e);
    }
    throw new SchemaException(refusal(crs, path));
  }

  private static String refusal(String crs, String path) {
    String found =
        crs.codePointCount(0, crs.length()) <= LONGEST_CRS
            ? crs
            : crs.substring(0, crs.offsetByCodePoints(0, LONGEST_CRS)) + "…";
    return ("table schema: %s: expected a reference system that the metadata of a table can hold,"
            + " such as EPSG:4326 or srid:4326, got '%s'")
        .formatted(path, found);
  }
}
