package dev.frazil.engine.file;

import dev.frazil.encoders.BoundTruncation;
import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.GeospatialStatistics;
import dev.frazil.encoders.LeafStatistics;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.engine.schema.LogicalType;
import dev.frazil.engine.schema.ParquetField;
import dev.frazil.engine.schema.ParquetLeaf;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A receipt as the document that `RECEIPT.md` describes.
///
/// @param root the document
record ReceiptJson(JsonValue root) {
  /// Version of the form: another one when a member changes its meaning or goes.
  private static final int VERSION = 1;

  /// Bytes of a bound that the document keeps.
  static final int BOUND_BYTES = 1024;

  static ReceiptJson of(String path, FileReceipt receipt) {
    List<JsonValue> fields = new ArrayList<>();
    addFields(fields, List.of(), receipt.schema().fields());
    return new ReceiptJson(
        new JsonValue.ObjectBuilder()
            .with("receipt", VERSION)
            .withText("path", path)
            .with("bytes", receipt.length())
            .with("footerBytes", receipt.footerLength())
            .with("rows", receipt.rowCount())
            .withText("createdBy", CreatedBy.TEXT)
            .with("schema", fields)
            .with("columns", receipt.leaves().stream().map(ReceiptJson::column).toList())
            .with("splitOffsets", receipt.splitOffsets().stream().map(JsonValue::number).toList())
            .with("rowGroups", receipt.rowGroups().stream().map(ReceiptJson::rowGroup).toList())
            .build());
  }

  private static void addFields(
      List<JsonValue> fields, List<String> parent, List<ParquetField> children) {
    for (ParquetField child : children) {
      List<String> path = new ArrayList<>(parent);
      path.add(child.name());
      ParquetLeaf leaf = child instanceof ParquetLeaf found ? found : null;
      LogicalType logicalType = child.logicalType();
      fields.add(
          new JsonValue.ObjectBuilder()
              .with("path", JsonValue.texts(path))
              .withText("repetition", child.repetition().name())
              .withText("type", leaf == null ? null : leaf.column().type().name())
              .with("typeLength", typeLength(leaf))
              .withText("annotation", logicalType == null ? null : Annotations.name(logicalType))
              .with("fieldId", optional(child.fieldId()))
              .build());
      if (child instanceof ParquetField.Group group) {
        addFields(fields, path, group.children());
      }
    }
  }

  private static JsonValue typeLength(@Nullable ParquetLeaf leaf) {
    return leaf == null || leaf.column().typeLength() == 0
        ? JsonValue.NULL
        : JsonValue.number(leaf.column().typeLength());
  }

  private static JsonValue column(FileReceipt.LeafReceipt receipt) {
    ParquetLeaf leaf = receipt.leaf();
    LeafStatistics statistics = receipt.statistics();
    ValueOrder order = leaf.column().order();
    JsonValue.ObjectBuilder column =
        new JsonValue.ObjectBuilder()
            .with("path", JsonValue.texts(leaf.column().path()))
            .with("fieldId", optional(leaf.fieldId()))
            .with("repeated", leaf.column().repeated())
            .with("compressedSize", receipt.compressedSize());
    if (statistics == null) {
      return column
          .with("values", JsonValue.NULL)
          .with("nulls", JsonValue.NULL)
          .with("nans", JsonValue.NULL)
          .with("distinct", JsonValue.NULL)
          .with("min", JsonValue.NULL)
          .with("max", JsonValue.NULL)
          .with("geospatial", JsonValue.NULL)
          .build();
    }
    Bounds bounds = statistics.bounds();
    return column
        .with("values", statistics.valueCount())
        .with("nulls", statistics.nullCount())
        .with("nans", order.floating() ? JsonValue.number(statistics.nanCount()) : JsonValue.NULL)
        .with("distinct", optional(statistics.distinctCount()))
        .with("min", bounds == null ? JsonValue.NULL : lower(receipt, bounds.min()))
        .with("max", bounds == null ? JsonValue.NULL : upper(receipt, bounds.max()))
        .with("geospatial", geospatial(statistics.geospatial()))
        .build();
  }

  private static JsonValue lower(FileReceipt.LeafReceipt receipt, byte[] min) {
    byte[] lower = BoundTruncation.lower(receipt.leaf().column().order(), min, BOUND_BYTES);
    return bound(receipt.leaf(), lower, receipt.boundsExact() && lower.length == min.length);
  }

  /// There is no upper bound where the first bytes of the largest value have no successor.
  private static JsonValue upper(FileReceipt.LeafReceipt receipt, byte[] max) {
    byte[] upper = BoundTruncation.upper(receipt.leaf().column().order(), max, BOUND_BYTES);
    return upper == null
        ? JsonValue.NULL
        : bound(receipt.leaf(), upper, receipt.boundsExact() && max.length <= BOUND_BYTES);
  }

  private static JsonValue bound(ParquetLeaf leaf, byte[] bound, boolean exact) {
    return new JsonValue.ObjectBuilder()
        .with("value", value(leaf, bound))
        .withText("bytes", HexFormat.of().formatHex(bound))
        .with("exact", exact)
        .build();
  }

  private static JsonValue value(ParquetLeaf leaf, byte[] bound) {
    String text = BoundText.of(leaf, bound);
    return switch (leaf.logicalType()) {
      case LogicalType.Int _ -> new JsonValue.Literal(text);
      case LogicalType.Float16 _ -> floatingPoint(text);
      case LogicalType.Date _,
          LogicalType.Time _,
          LogicalType.Timestamp _,
          LogicalType.Text _,
          LogicalType.Json _,
          LogicalType.Uuid _,
          LogicalType.Decimal _ ->
          new JsonValue.Text(text);
      case LogicalType.Unknown _,
          LogicalType.Interval _,
          LogicalType.List _,
          LogicalType.Map _,
          LogicalType.Variant _,
          LogicalType.Geometry _,
          LogicalType.Geography _ ->
          JsonValue.NULL;
      case null -> plain(leaf.column().type(), text);
    };
  }

  private static JsonValue plain(PhysicalType type, String text) {
    return switch (type) {
      case BOOLEAN, INT32, INT64 -> new JsonValue.Literal(text);
      case FLOAT, DOUBLE -> floatingPoint(text);
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> JsonValue.NULL;
    };
  }

  /// JSON has no number for NaN and the infinities.
  private static JsonValue floatingPoint(String text) {
    return Double.isFinite(Double.parseDouble(text))
        ? new JsonValue.Literal(text)
        : new JsonValue.Text(text);
  }

  private static JsonValue geospatial(@Nullable GeospatialStatistics statistics) {
    if (statistics == null) {
      return JsonValue.NULL;
    }
    GeospatialStatistics.BoundingBox box = statistics.box();
    return new JsonValue.ObjectBuilder()
        .with("box", box == null ? JsonValue.NULL : box(box))
        .with("types", statistics.types().stream().map(code -> JsonValue.number(code)).toList())
        .build();
  }

  private static JsonValue box(GeospatialStatistics.BoundingBox box) {
    return new JsonValue.ObjectBuilder()
        .with("x", axis(box.xMin(), box.xMax()))
        .with("y", axis(box.yMin(), box.yMax()))
        .with("z", axis(box.zMin(), box.zMax()))
        .with("m", axis(box.mMin(), box.mMax()))
        .build();
  }

  private static JsonValue axis(double min, double max) {
    return Double.isNaN(min)
        ? JsonValue.NULL
        : new JsonValue.Elements(
            List.of(floatingPoint(Double.toString(min)), floatingPoint(Double.toString(max))));
  }

  private static JsonValue rowGroup(FileReceipt.RowGroupReceipt rowGroup) {
    return new JsonValue.ObjectBuilder()
        .with("offset", rowGroup.offset())
        .with("rows", rowGroup.rowCount())
        .with("compressedSize", rowGroup.compressedSize())
        .build();
  }

  private static JsonValue optional(OptionalInt value) {
    return value.isPresent() ? JsonValue.number(value.getAsInt()) : JsonValue.NULL;
  }

  private static JsonValue optional(OptionalLong value) {
    return value.isPresent() ? JsonValue.number(value.getAsLong()) : JsonValue.NULL;
  }

  /// The document.
  ///
  /// @return its text, indented
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    root.append(text, "");
    return text.toString();
  }
}
