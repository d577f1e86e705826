package dev.frazil.engine.cli;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/// Four rows with a struct, a list, nulls and a NaN, and field ids at every depth: what the
/// examples of `RECEIPT.md` are made of.
final class Orders {
  private static final Instant FIRST = Instant.parse("2026-11-30T08:00:00.000001Z");

  private Orders() {}

  /// The fields.
  static List<Field> fields() {
    return List.of(
        field(1, "id", false, new ArrowType.Int(64, true)),
        field(2, "name", true, new ArrowType.Utf8()),
        field(3, "price", true, new ArrowType.Decimal(9, 2, 128)),
        field(4, "at", true, new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")),
        field(5, "day", true, new ArrowType.Date(DateUnit.DAY)),
        field(6, "ratio", true, new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
        field(
            7,
            "address",
            true,
            new ArrowType.Struct(),
            field(8, "city", true, new ArrowType.Utf8()),
            field(9, "zip", true, new ArrowType.Int(32, true))),
        field(
            10,
            "tags",
            true,
            new ArrowType.List(),
            field(11, "element", true, new ArrowType.Utf8())),
        field(12, "raw", true, new ArrowType.Binary()));
  }

  private static Field field(
      int id, String name, boolean nullable, ArrowType type, Field... children) {
    return new Field(
        name,
        new FieldType(nullable, type, null, Map.of("PARQUET:field_id", Integer.toString(id))),
        List.of(children));
  }

  /// The rows as an Arrow IPC stream.
  static byte[] stream() {
    return IpcBytes.stream(fields(), Orders::fill);
  }

  private static void fill(VectorSchemaRoot root) {
    for (int row = 0; row < 4; row++) {
      ((BigIntVector) root.getVector("id")).setSafe(row, row + 1);
    }
    strings(root, "name", "Ada", "Grace", "", "Zoë");
    root.getVector("name").setNull(2);
    DecimalVector price = (DecimalVector) root.getVector("price");
    price.setSafe(0, 999);
    price.setSafe(1, 12_000);
    price.setSafe(3, -350);
    for (int row = 0; row < 4; row++) {
      ((TimeStampMicroTZVector) root.getVector("at"))
          .setSafe(row, ChronoUnit.MICROS.between(Instant.EPOCH, FIRST) + row * 1_000_500L);
    }
    ((DateDayVector) root.getVector("day"))
        .setSafe(1, (int) LocalDate.parse("2026-11-30").toEpochDay());
    Float8Vector ratio = (Float8Vector) root.getVector("ratio");
    ratio.setSafe(0, 0.5);
    ratio.setSafe(1, Double.NaN);
    ratio.setSafe(3, 2.25);
    fillNested(root);
    VarBinaryVector raw = (VarBinaryVector) root.getVector("raw");
    raw.setSafe(0, new byte[] {0, 1});
    raw.setSafe(3, new byte[] {-1});
    root.setRowCount(4);
  }

  private static void fillNested(VectorSchemaRoot root) {
    StructVector address = (StructVector) root.getVector("address");
    VarCharVector city = (VarCharVector) address.getChild("city");
    city.setSafe(0, "Paris".getBytes(StandardCharsets.UTF_8));
    city.setSafe(3, "Berlin".getBytes(StandardCharsets.UTF_8));
    IntVector zip = (IntVector) address.getChild("zip");
    zip.setSafe(0, 75_001);
    zip.setSafe(1, 10_115);
    zip.setSafe(3, 10_115);
    for (int row : new int[] {0, 1, 3}) {
      address.setIndexDefined(row);
    }
    ListVector tags = (ListVector) root.getVector("tags");
    VarCharVector tag = (VarCharVector) tags.getDataVector();
    tags.startNewValue(0);
    tag.setSafe(0, new byte[] {'a'});
    tag.setSafe(1, new byte[] {'b'});
    tags.endValue(0, 2);
    tags.startNewValue(1);
    tags.endValue(1, 0);
    tags.setNull(2);
    tags.startNewValue(3);
    tag.setSafe(2, new byte[] {'c'});
    tags.endValue(3, 1);
  }

  private static void strings(VectorSchemaRoot root, String name, String... values) {
    VarCharVector vector = (VarCharVector) Objects.requireNonNull(root.getVector(name));
    for (int row = 0; row < values.length; row++) {
      vector.setSafe(row, values[row].getBytes(StandardCharsets.UTF_8));
    }
  }
}
