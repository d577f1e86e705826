package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.schema.EdgeInterpolationAlgorithm;
import org.apache.parquet.schema.LogicalTypeAnnotation;

/// Arrow extension types as fields of their storage.
final class Extensions {
  static final String JSON = "arrow.json";
  static final String BOOL8 = "arrow.bool8";
  static final String WKB = "geoarrow.wkb";
  static final String VARIANT = "arrow.parquet.variant";
  private static final String METADATA = "ARROW:extension:metadata";

  private Extensions() {}

  static ArrowField uuid(String name, boolean nullable) {
    return field(name, new ArrowType.FixedSizeBinary(16), nullable, ArrowField.UUID_EXTENSION, "");
  }

  static ArrowField json(String name, ArrowType storage, boolean nullable) {
    return field(name, storage, nullable, JSON, "");
  }

  static ArrowField bool8(String name, boolean nullable) {
    return field(name, new ArrowType.Int(8, true), nullable, BOOL8, "");
  }

  static ArrowField wkb(String name, ArrowType storage, boolean nullable) {
    return field(name, storage, nullable, WKB, "{}");
  }

  static ArrowField variant(String name, boolean nullable) {
    ArrowType binary = new ArrowType.Binary(false);
    return new ArrowField(
        name,
        new ArrowType.Struct(),
        nullable,
        metadata(VARIANT, ""),
        null,
        List.of(new ArrowField("metadata", binary, false), new ArrowField("value", binary, false)));
  }

  /// The annotation of geometries in the default reference system, whose edges are straight or arcs
  /// on a sphere.
  static LogicalTypeAnnotation geospatial(ArrowField field) {
    String crs = "OGC:CRS84";
    return field.metadata().getOrDefault(METADATA, "").contains("spherical")
        ? LogicalTypeAnnotation.geographyType(crs, EdgeInterpolationAlgorithm.SPHERICAL)
        : LogicalTypeAnnotation.geometryType(crs);
  }

  private static ArrowField field(
      String name, ArrowType storage, boolean nullable, String extension, String parameters) {
    return new ArrowField(name, storage, nullable, metadata(extension, parameters), null);
  }

  private static Map<String, String> metadata(String extension, String parameters) {
    return Map.of(ArrowField.EXTENSION_NAME, extension, METADATA, parameters);
  }
}
