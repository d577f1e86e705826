package dev.frazil.engine.schema;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Well-known binary geometries in Arrow: the extension type `geoarrow.wkb` over binary (GeoArrow,
/// "Extension Types"; Geospatial.md).
///
/// Edges that are not stated are straight, and a coordinate reference system that is not stated is
/// the default one of Parquet, which has no way to say that there is none. So is `EPSG:4326`, in
/// whatever form, except where `crs_type` says that the name is meant (`authority_code`).
public final class GeospatialType {
  /// The extension name of geometries.
  public static final String EXTENSION = "geoarrow.wkb";

  /// What Parquet puts before the number of a spatial reference system.
  private static final String SRID = "srid:";

  /// The same coordinates as the default of Parquet, since the axes of well-known binary are
  /// longitude and latitude under either name.
  private static final String EPSG_LONGITUDE_LATITUDE = "EPSG:4326";

  /// What says of a reference system that it is a name.
  private static final String NAME_TYPE = "authority_code";

  private GeospatialType() {}

  /// Whether a field holds geometries.
  ///
  /// @param field any field
  /// @return true for one with the extension's name
  public static boolean matches(ArrowField field) {
    return EXTENSION.equals(field.metadata().get(ArrowField.EXTENSION_NAME));
  }

  /// The annotation of a field of geometries.
  ///
  /// @param field a field of geometries
  /// @param path its Parquet path, for messages
  /// @return GEOMETRY or GEOGRAPHY
  /// @throws SchemaException if the metadata of the extension is no JSON object, or names edges
  ///   that Parquet does not know
  public static LogicalType of(ArrowField field, String path) {
    String text = field.metadata().getOrDefault(ArrowField.EXTENSION_METADATA, "");
    if (text.isBlank()) {
      return new LogicalType.Geometry(LogicalType.DEFAULT_CRS);
    }
    String crs;
    String edges;
    try {
      JsonObject metadata = JsonObject.parse(text);
      crs = crs(metadata);
      edges = metadata.string("edges");
    } catch (IllegalArgumentException e) {
      throw new SchemaException(
          "%s metadata: %s: expected a JSON object, got %s".formatted(EXTENSION, path, text), e);
    }
    return edges == null || edges.equals("planar")
        ? new LogicalType.Geometry(crs)
        : new LogicalType.Geography(crs, interpolation(edges, path));
  }

  /// Whether the values of one field may be written as those of another: their edges are the same,
  /// and so are their reference systems, whatever they are called.
  ///
  /// @param from a field of geometries
  /// @param to a field of geometries
  /// @param path the Parquet path, for messages
  /// @return false if coordinates or edges would become others
  /// @throws SchemaException as [#of] does
  public static boolean interchangeable(ArrowField from, ArrowField to, String path) {
    return byMeaning(of(from, path)).equals(byMeaning(of(to, path)));
  }

  private static LogicalType byMeaning(LogicalType type) {
    return switch (type) {
      case LogicalType.Geometry(String crs) when crs.equals(EPSG_LONGITUDE_LATITUDE) ->
          new LogicalType.Geometry(LogicalType.DEFAULT_CRS);
      case LogicalType.Geography(String crs, LogicalType.EdgeInterpolation edges)
          when crs.equals(EPSG_LONGITUDE_LATITUDE) ->
          new LogicalType.Geography(LogicalType.DEFAULT_CRS, edges);
      default -> type;
    };
  }

  /// The metadata of a field whose annotation is a given one.
  ///
  /// @param type GEOMETRY
  /// @return the extension's name and parameters, by the keys of a field's metadata
  public static Map<String, String> metadata(LogicalType.Geometry type) {
    return metadata(crsMembers(type.crs()));
  }

  /// As [#metadata(LogicalType.Geometry)].
  ///
  /// @param type GEOGRAPHY
  /// @return the extension's name and parameters, by the keys of a field's metadata
  public static Map<String, String> metadata(LogicalType.Geography type) {
    String edges = type.edges().name().toLowerCase(Locale.ROOT);
    return metadata(crsMembers(type.crs()) + ",\"edges\":" + JsonObject.quoted(edges));
  }

  private static Map<String, String> metadata(String members) {
    return Map.of(
        ArrowField.EXTENSION_NAME, EXTENSION, ArrowField.EXTENSION_METADATA, "{" + members + "}");
  }

  private static String crsMembers(String crs) {
    if (crs.startsWith(SRID)) {
      return "\"crs\":"
          + JsonObject.quoted(crs.substring(SRID.length()))
          + ",\"crs_type\":\"srid\"";
    }
    String type =
        crs.equals(EPSG_LONGITUDE_LATITUDE) ? ",\"crs_type\":" + JsonObject.quoted(NAME_TYPE) : "";
    return "\"crs\":" + JsonObject.quoted(crs) + type;
  }

  /// A string stays as it is but for an SRID, which Parquet marks as one (Geospatial.md, "CRS
  /// Customization"); PROJJSON is written out, as other writers do.
  private static String crs(JsonObject metadata) {
    String json = metadata.text("crs");
    if (json == null) {
      return LogicalType.DEFAULT_CRS;
    }
    String name = metadata.string("crs");
    if (name == null) {
      return longitudeLatitude(json) ? LogicalType.DEFAULT_CRS : json;
    }
    String type = metadata.string("crs_type");
    if (name.isEmpty() || (name.equals(EPSG_LONGITUDE_LATITUDE) && !NAME_TYPE.equals(type))) {
      return LogicalType.DEFAULT_CRS;
    }
    return "srid".equals(type) ? SRID + name : name;
  }

  /// Whether PROJJSON names WGS 84.
  private static boolean longitudeLatitude(String projjson) {
    String id = projjson.startsWith("{") ? JsonObject.parse(projjson).text("id") : null;
    if (id == null || !id.startsWith("{")) {
      return false;
    }
    JsonObject identifier = JsonObject.parse(id);
    String code = identifier.string("code");
    String name =
        identifier.string("authority") + ":" + (code == null ? identifier.text("code") : code);
    return name.equals(LogicalType.DEFAULT_CRS) || name.equals(EPSG_LONGITUDE_LATITUDE);
  }

  private static LogicalType.EdgeInterpolation interpolation(String edges, String path) {
    LogicalType.@Nullable EdgeInterpolation found = null;
    for (LogicalType.EdgeInterpolation candidate : LogicalType.EdgeInterpolation.values()) {
      if (candidate.name().toLowerCase(Locale.ROOT).equals(edges)) {
        found = candidate;
      }
    }
    if (found == null) {
      throw new SchemaException(
          "%s metadata: %s: expected edges of planar or one of %s, got '%s'"
              .formatted(
                  EXTENSION,
                  path,
                  Arrays.toString(LogicalType.EdgeInterpolation.values()).toLowerCase(Locale.ROOT),
                  edges));
    }
    return found;
  }
}
