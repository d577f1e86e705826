package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.frazil.encoders.BoundTruncation;
import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.engine.scan.ColumnStatistics;
import dev.frazil.engine.scan.FileStatistics;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Statistics of a file as JSON: `{"rows":N,"columns":{PATH:[TYPE,NULLS,NANS,MIN,MAX,EXACT]}}`.
/// Counts that are not known are null; bounds are base64, or null where there are none.
///
/// Strings are cut to [#MAX_BOUND_BYTES], the upper bound upwards, and then are not exact; a bound
/// that cannot be cut so short is left out with its other side.
final class StatisticsJson {
  /// The longest bound that is kept, in bytes.
  static final int MAX_BOUND_BYTES = 64;

  private static final int MEMBERS = 6;

  private StatisticsJson() {}

  /// The document of some statistics.
  static ObjectNode write(FileStatistics statistics) {
    ObjectNode document = StoreJson.object().put("rows", statistics.rowCount());
    ObjectNode columns = document.putObject("columns");
    statistics.columns().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(column -> write(columns.putArray(column.getKey()), column.getValue()));
    return document;
  }

  private static void write(ArrayNode members, ColumnStatistics column) {
    Bounds bounds = column.bounds();
    Bounds kept = bounds == null ? null : shortened(column.type(), bounds);
    members.add(column.type());
    members.add(boxed(column.nullCount()));
    members.add(boxed(column.nanCount()));
    members.add(kept == null ? null : kept.min());
    members.add(kept == null ? null : kept.max());
    members.add(column.exact() && kept != null && bounds != null && kept.equals(bounds));
  }

  private static @Nullable Long boxed(OptionalLong count) {
    return count.isPresent() ? (Long) count.getAsLong() : null;
  }

  private static @Nullable Bounds shortened(String type, Bounds bounds) {
    ValueOrder order =
        switch (type) {
          case "utf8" -> ValueOrder.UTF8;
          case "binary" -> ValueOrder.LEXICOGRAPHIC;
          default -> ValueOrder.UNDEFINED;
        };
    byte[] min = BoundTruncation.lower(order, bounds.min(), MAX_BOUND_BYTES);
    byte[] max = BoundTruncation.upper(order, bounds.max(), MAX_BOUND_BYTES);
    return max == null || min.length > MAX_BOUND_BYTES || max.length > MAX_BOUND_BYTES
        ? null
        : new Bounds(min, max);
  }

  /// The statistics of a document.
  ///
  /// @return null if it is none: then nothing is known of the file
  static @Nullable FileStatistics read(@Nullable JsonNode document) {
    if (document == null
        || !document.path("rows").isIntegralNumber()
        || !document.path("columns").isObject()) {
      return null;
    }
    Map<String, ColumnStatistics> columns = new HashMap<>();
    for (Map.Entry<String, JsonNode> column : document.path("columns").properties()) {
      ColumnStatistics statistics = readColumn(column.getValue());
      if (statistics == null) {
        return null;
      }
      columns.put(column.getKey(), statistics);
    }
    return new FileStatistics(document.path("rows").longValue(), columns);
  }

  private static @Nullable ColumnStatistics readColumn(JsonNode members) {
    JsonNode min = members.path(3);
    JsonNode max = members.path(4);
    if (members.size() < MEMBERS || !members.path(0).isTextual() || min.isNull() != max.isNull()) {
      return null;
    }
    try {
      byte[] low = min.binaryValue();
      byte[] high = max.binaryValue();
      return new ColumnStatistics(
          members.path(0).textValue(),
          count(members.path(1)),
          count(members.path(2)),
          low == null || high == null ? null : new Bounds(low, high),
          members.path(5).booleanValue());
    } catch (IOException e) {
      return null;
    }
  }

  private static OptionalLong count(JsonNode node) {
    return node.isIntegralNumber() ? OptionalLong.of(node.longValue()) : OptionalLong.empty();
  }
}
