package dev.frazil.engine.arrow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType.Binary;
import org.apache.arrow.vector.types.pojo.ArrowType.BinaryView;
import org.apache.arrow.vector.types.pojo.ArrowType.Bool;
import org.apache.arrow.vector.types.pojo.ArrowType.Date;
import org.apache.arrow.vector.types.pojo.ArrowType.Decimal;
import org.apache.arrow.vector.types.pojo.ArrowType.Duration;
import org.apache.arrow.vector.types.pojo.ArrowType.FixedSizeBinary;
import org.apache.arrow.vector.types.pojo.ArrowType.FixedSizeList;
import org.apache.arrow.vector.types.pojo.ArrowType.FloatingPoint;
import org.apache.arrow.vector.types.pojo.ArrowType.Int;
import org.apache.arrow.vector.types.pojo.ArrowType.Interval;
import org.apache.arrow.vector.types.pojo.ArrowType.LargeBinary;
import org.apache.arrow.vector.types.pojo.ArrowType.LargeList;
import org.apache.arrow.vector.types.pojo.ArrowType.LargeListView;
import org.apache.arrow.vector.types.pojo.ArrowType.LargeUtf8;
import org.apache.arrow.vector.types.pojo.ArrowType.ListView;
import org.apache.arrow.vector.types.pojo.ArrowType.Null;
import org.apache.arrow.vector.types.pojo.ArrowType.RunEndEncoded;
import org.apache.arrow.vector.types.pojo.ArrowType.Struct;
import org.apache.arrow.vector.types.pojo.ArrowType.Time;
import org.apache.arrow.vector.types.pojo.ArrowType.Timestamp;
import org.apache.arrow.vector.types.pojo.ArrowType.Utf8;
import org.apache.arrow.vector.types.pojo.ArrowType.Utf8View;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The message as arrow-java reads it.
class ArrowSchemaMessageTest {
  private static Schema read(ArrowSchema schema) throws Exception {
    byte[] message = Base64.getDecoder().decode(ArrowSchemaMessage.base64(schema));
    return MessageSerializer.deserializeSchema(
        new ReadChannel(Channels.newChannel(new ByteArrayInputStream(message))));
  }

  private static Schema read(ArrowField field) throws Exception {
    return read(new ArrowSchema(List.of(field)));
  }

  static Stream<Arguments> flatTypes() {
    var seconds = org.apache.arrow.vector.types.TimeUnit.SECOND;
    var millis = org.apache.arrow.vector.types.TimeUnit.MILLISECOND;
    var micros = org.apache.arrow.vector.types.TimeUnit.MICROSECOND;
    var nanos = org.apache.arrow.vector.types.TimeUnit.NANOSECOND;
    return Stream.of(
        Arguments.of(new ArrowType.Null(), new Null()),
        Arguments.of(new ArrowType.Bool(), new Bool()),
        Arguments.of(new ArrowType.Int(8, false), new Int(8, false)),
        Arguments.of(new ArrowType.Int(64, true), new Int(64, true)),
        Arguments.of(
            new ArrowType.FloatingPoint(16), new FloatingPoint(FloatingPointPrecision.HALF)),
        Arguments.of(
            new ArrowType.FloatingPoint(32), new FloatingPoint(FloatingPointPrecision.SINGLE)),
        Arguments.of(
            new ArrowType.FloatingPoint(64), new FloatingPoint(FloatingPointPrecision.DOUBLE)),
        Arguments.of(new ArrowType.Utf8(false), new Utf8()),
        Arguments.of(new ArrowType.Utf8(true), new LargeUtf8()),
        Arguments.of(new ArrowType.Utf8View(), new Utf8View()),
        Arguments.of(new ArrowType.Binary(false), new Binary()),
        Arguments.of(new ArrowType.Binary(true), new LargeBinary()),
        Arguments.of(new ArrowType.BinaryView(), new BinaryView()),
        Arguments.of(new ArrowType.FixedSizeBinary(7), new FixedSizeBinary(7)),
        Arguments.of(new ArrowType.Date(false), new Date(DateUnit.DAY)),
        Arguments.of(new ArrowType.Date(true), new Date(DateUnit.MILLISECOND)),
        Arguments.of(new ArrowType.Time(TimeUnit.SECOND), new Time(seconds, 32)),
        Arguments.of(new ArrowType.Time(TimeUnit.MILLISECOND), new Time(millis, 32)),
        Arguments.of(new ArrowType.Time(TimeUnit.MICROSECOND), new Time(micros, 64)),
        Arguments.of(new ArrowType.Time(TimeUnit.NANOSECOND), new Time(nanos, 64)),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.SECOND, null), new Timestamp(seconds, null)),
        Arguments.of(
            new ArrowType.Timestamp(TimeUnit.NANOSECOND, "Europe/Paris"),
            new Timestamp(nanos, "Europe/Paris")),
        Arguments.of(new ArrowType.Duration(TimeUnit.MILLISECOND), new Duration(millis)),
        Arguments.of(interval(IntervalUnit.YEAR_MONTH), interval("YEAR_MONTH")),
        Arguments.of(interval(IntervalUnit.DAY_TIME), interval("DAY_TIME")),
        Arguments.of(interval(IntervalUnit.MONTH_DAY_NANO), interval("MONTH_DAY_NANO")),
        Arguments.of(new ArrowType.Decimal(128, 38, 2), new Decimal(38, 2, 128)),
        Arguments.of(new ArrowType.Decimal(256, 76, 2), new Decimal(76, 2, 256)));
  }

  /// arrow-java reads decimals of 128 and 256 bits alone.
  @Test
  void narrowDecimalsStateTheirWidth() {
    for (int bits : new int[] {32, 64}) {
      ArrowField field = new ArrowField("d", new ArrowType.Decimal(bits, 9, 2), true);
      ByteBuffer message = ByteBuffer.wrap(ArrowSchemaMessage.of(new ArrowSchema(List.of(field))));
      message.position(8);
      var schema = new org.apache.arrow.flatbuf.Schema();
      Message.getRootAsMessage(message.slice().order(ByteOrder.LITTLE_ENDIAN)).header(schema);
      var decimal = new org.apache.arrow.flatbuf.Decimal();
      schema.fields(0).type(decimal);
      assertEquals(bits, decimal.bitWidth());
      assertEquals(9, decimal.precision());
      assertEquals(2, decimal.scale());
    }
  }

  private static ArrowType interval(IntervalUnit unit) {
    return new ArrowType.Interval(unit);
  }

  private static Interval interval(String unit) {
    return new Interval(org.apache.arrow.vector.types.IntervalUnit.valueOf(unit));
  }

  @ParameterizedTest
  @MethodSource("flatTypes")
  void flatTypesComeBack(ArrowType type, org.apache.arrow.vector.types.pojo.ArrowType expected)
      throws Exception {
    for (boolean nullable : new boolean[] {false, true}) {
      assertEquals(
          new Schema(List.of(field("größe", expected, nullable))),
          read(new ArrowField("größe", type, nullable)));
    }
  }

  private static Field field(
      String name,
      org.apache.arrow.vector.types.pojo.ArrowType type,
      boolean nullable,
      Field... children) {
    return field(name, type, nullable, null, Map.of(), children);
  }

  private static Field field(
      String name,
      org.apache.arrow.vector.types.pojo.ArrowType type,
      boolean nullable,
      @Nullable DictionaryEncoding dictionary,
      Map<String, String> metadata,
      Field... children) {
    return new Field(name, new FieldType(nullable, type, dictionary, metadata), List.of(children));
  }

  static Stream<Arguments> lists() {
    return Stream.of(
        Arguments.of(
            new ArrowType.List(false), new org.apache.arrow.vector.types.pojo.ArrowType.List()),
        Arguments.of(new ArrowType.List(true), new LargeList()),
        Arguments.of(new ArrowType.ListView(false), new ListView()),
        Arguments.of(new ArrowType.ListView(true), new LargeListView()),
        Arguments.of(new ArrowType.FixedSizeList(3), new FixedSizeList(3)));
  }

  @ParameterizedTest
  @MethodSource("lists")
  void listsComeBackWithTheNamesOfTheirChildren(
      ArrowType type, org.apache.arrow.vector.types.pojo.ArrowType expected) throws Exception {
    ArrowField item = new ArrowField("item", new ArrowType.Bool(), false);
    assertEquals(
        new Schema(List.of(field("l", expected, true, field("item", new Bool(), false)))),
        read(new ArrowField("l", type, true, List.of(item))));
  }

  @Test
  void structsMapsAndRunsComeBack() throws Exception {
    ArrowField key = new ArrowField("k", new ArrowType.Utf8(false), false);
    ArrowField ends = new ArrowField("run_ends", new ArrowType.Int(16, true), false);
    ArrowField values = new ArrowField("values", new ArrowType.Utf8View(), true);
    ArrowField runs =
        new ArrowField("v", new ArrowType.RunEndEncoded(16), true, List.of(ends, values));
    ArrowField entries =
        new ArrowField("entries", new ArrowType.Struct(), false, List.of(key, runs));
    assertEquals(
        new Schema(
            List.of(
                field(
                    "m",
                    new org.apache.arrow.vector.types.pojo.ArrowType.Map(true),
                    true,
                    field(
                        "entries",
                        new Struct(),
                        false,
                        field("k", new Utf8(), false),
                        field(
                            "v",
                            new RunEndEncoded(),
                            true,
                            field("run_ends", new Int(16, true), false),
                            field("values", new Utf8View(), true)))))),
        read(new ArrowField("m", new ArrowType.Map(true), true, List.of(entries))));
  }

  @Test
  void dictionariesHaveTheTypeOfTheirValuesAndNumbersOfTheirOwn() throws Exception {
    ArrowType.Int unsigned = new ArrowType.Int(8, false);
    ArrowType.Int wide = new ArrowType.Int(64, true);
    ArrowField first = new ArrowField("a", new ArrowType.Utf8(false), true, Map.of(), unsigned);
    ArrowField second = new ArrowField("b", new ArrowType.Utf8(true), false, Map.of(), wide);
    assertEquals(
        new Schema(
            List.of(
                field(
                    "a",
                    new Utf8(),
                    true,
                    new DictionaryEncoding(0, false, new Int(8, false)),
                    Map.of()),
                field(
                    "b",
                    new LargeUtf8(),
                    false,
                    new DictionaryEncoding(1, false, new Int(64, true)),
                    Map.of()))),
        read(new ArrowSchema(List.of(first, second))));
  }

  @Test
  void metadataOfTheSchemaAndOfFieldsIsKept() throws Exception {
    Map<String, String> extension =
        Map.of("ARROW:extension:name", "unheard.of", "ARROW:extension:metadata", "{}");
    ArrowField field = new ArrowField("a", new ArrowType.Bool(), true, extension, null);
    assertEquals(
        new Schema(
            List.of(field("a", new Bool(), true, null, extension)),
            Map.of("pandas", "{}", "b", "")),
        read(new ArrowSchema(List.of(field), Map.of("pandas", "{}", "b", ""))));
  }

  @Test
  void theMessageIsEncapsulatedAndTheSameForEqualSchemas() {
    Map<String, String> metadata = Map.of("a", "1", "b", "2", "c", "3", "d", "4");
    ArrowSchema schema =
        new ArrowSchema(List.of(new ArrowField("x", new ArrowType.Bool(), true)), metadata);
    byte[] message = ArrowSchemaMessage.of(schema);
    ByteBuffer bytes = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(-1, bytes.getInt());
    assertEquals(message.length - 8, bytes.getInt());
    assertEquals(0, message.length % 8);
    assertArrayEquals(message, ArrowSchemaMessage.of(schema));
  }
}
