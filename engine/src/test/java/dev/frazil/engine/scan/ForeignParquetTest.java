package dev.frazil.engine.scan;

import static java.util.Arrays.asList;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of other writers, without an Arrow schema.
class ForeignParquetTest {
  private static final int FILES = 120;

  @TempDir private Path directory;

  /// Adds the fields of a row.
  private interface Row {
    void fill(Group row);
  }

  private Path write(String schema, Row... rows) throws IOException {
    MessageType type = MessageTypeParser.parseMessageType("message m { " + schema + " }");
    Path path = directory.resolve("java.parquet");
    path.toFile().delete();
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(path))
            .withConf(new PlainParquetConfiguration())
            .withType(type)
            .build()) {
      SimpleGroupFactory factory = new SimpleGroupFactory(type);
      for (Row row : rows) {
        Group group = factory.newGroup();
        row.fill(group);
        writer.write(group);
      }
    }
    return path;
  }

  private static ArrowType type(Path path) throws IOException {
    return FileValues.schema(path).fields().getFirst().type();
  }

  private static @Nullable Object value(Path path) throws IOException {
    return FileValues.read(path, 10).values().iterator().next().getFirst();
  }

  @Test
  void randomRowsOfEveryFormOfListsComeOutAsTheyWereWritten() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < FILES; i++) {
      RandomGroups groups = new RandomGroups(random);
      MessageType schema = groups.schema();
      Map<String, List<@Nullable Object>> expected = new LinkedHashMap<>();
      schema.getFields().forEach(field -> expected.put(field.getName(), new ArrayList<>()));
      Path path = directory.resolve(i + ".parquet");
      try (ParquetWriter<Group> writer =
          ExampleParquetWriter.builder(new LocalOutputFile(path))
              .withConf(new PlainParquetConfiguration())
              .withType(schema)
              .withWriterVersion(
                  random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
              .withPageRowCountLimit(random.nextInt(1, 30))
              .withRowGroupRowCountLimit(random.nextInt(1, 60))
              .build()) {
        for (int row = random.nextInt(80); row > 0; row--) {
          Group group = new SimpleGroupFactory(schema).newGroup();
          groups
              .fill(group)
              .forEach((name, value) -> Objects.requireNonNull(expected.get(name)).add(value));
          writer.write(group);
        }
      }
      String at = "seed " + seed + ", file " + i + ", " + schema;
      assertEquals(expected, FileValues.read(path, random.nextInt(1, 90)), at);
    }
  }

  @Test
  void annotationsOfOlderWritersHaveTheirMeaning() throws IOException {
    Path path =
        write(
            "required int32 i8 (INT_8); required int32 u16 (UINT_16); required int64 u64 (UINT_64);"
                + " required int32 day (DATE); required int32 millis (TIME_MILLIS);"
                + " required int64 micros (TIME_MICROS); required int64 ts (TIMESTAMP_MILLIS);"
                + " required binary text (UTF8); required binary word (ENUM);"
                + " required binary raw; required int32 d9 (DECIMAL(9,2));"
                + " required int64 d18 (DECIMAL(18,4)); required binary dec (DECIMAL(30,3));"
                + " required fixed_len_byte_array(20) wide (DECIMAL(40,1));",
            row ->
                row.append("i8", -5)
                    .append("u16", 65535)
                    .append("u64", -1L)
                    .append("day", 1)
                    .append("millis", 1000)
                    .append("micros", 1L)
                    .append("ts", 5L)
                    .append("text", "é")
                    .append("word", "w")
                    .append("raw", Binary.fromConstantByteArray(new byte[] {1, -1}))
                    .append("d9", -12345)
                    .append("d18", 10001L)
                    .append("dec", Binary.fromConstantByteArray(new byte[] {-1, 0}))
                    .append("wide", Binary.fromConstantByteArray(wide())));
    Map<String, @Nullable Object> first = new LinkedHashMap<>();
    FileValues.read(path, 10).forEach((name, values) -> first.put(name, values.getFirst()));
    Map<String, @Nullable Object> expected = new LinkedHashMap<>();
    expected.put("i8", (byte) -5);
    expected.put("u16", 65535);
    expected.put("u64", BigInteger.TWO.pow(64).subtract(BigInteger.ONE));
    expected.put("day", LocalDate.of(1970, 1, 2));
    expected.put("millis", LocalTime.of(0, 0, 1));
    expected.put("micros", LocalTime.ofNanoOfDay(1000));
    expected.put("ts", Instant.ofEpochMilli(5));
    expected.put("text", "é");
    expected.put("word", "w");
    expected.put("raw", ByteBuffer.wrap(new byte[] {1, -1}));
    expected.put("d9", new BigDecimal("-123.45"));
    expected.put("d18", new BigDecimal("1.0001"));
    expected.put("dec", new BigDecimal("-0.256"));
    expected.put("wide", new BigDecimal(BigInteger.TWO.pow(125), 1));
    assertEquals(expected, first);
  }

  private static byte[] wide() {
    byte[] bytes = new byte[20];
    bytes[4] = 0x20;
    return bytes;
  }

  @Test
  void timestampsOf96BitsAreNanosecondsWithoutAZone() throws IOException {
    ByteBuffer noon = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    noon.putLong(43_200_000_000_001L).putInt(2_440_589);
    Path path =
        write(
            "optional int96 t;",
            row -> row.append("t", Binary.fromConstantByteArray(noon.array())),
            row -> {});
    assertEquals(new ArrowType.Timestamp(TimeUnit.NANOSECOND, null), type(path));
    assertEquals(
        asList(LocalDateTime.of(1970, 1, 2, 12, 0, 0, 1), null),
        FileValues.read(path, 10).get("t"));
  }

  @Test
  void aTimestampBeyondNanosecondsIsAnErrorThatNamesItsColumn() throws IOException {
    ByteBuffer late = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    late.putLong(0).putInt(Integer.MAX_VALUE);
    Path path =
        write(
            "optional int96 t;",
            row -> row.append("t", Binary.fromConstantByteArray(late.array())));
    IOException failure = assertThrows(IOException.class, () -> FileValues.read(path, 10));
    assertEquals(
        "Parquet read: "
            + path
            + ": t: expected a timestamp that fits 64 bits at 1000000000 a second, got day "
            + (Integer.MAX_VALUE - 2_440_588),
        failure.getMessage());
  }

  @Test
  void textThatIsNoUtf8IsAnErrorThatNamesItsColumn() throws IOException {
    for (byte[] bytes : List.of(new byte[] {'a', -1}, new byte[] {(byte) 0xC3})) {
      Path path =
          write(
              "required group g { optional binary t (STRING); }",
              row -> row.addGroup("g").append("t", Binary.fromConstantByteArray(bytes)),
              row ->
                  row.addGroup("g")
                      .append("t", Binary.fromConstantByteArray(new byte[] {(byte) 0xA9})));
      IOException failure = assertThrows(IOException.class, () -> FileValues.read(path, 10));
      assertEquals(
          "Parquet read: %s: g.t: expected valid UTF-8, got 0x%02x at byte %d of %d"
              .formatted(path, bytes[bytes.length - 1], bytes.length - 1, bytes.length),
          failure.getMessage());
    }
  }

  @Test
  void aRepeatedGroupWithoutAnnotationIsRefusedWhereItsFieldsAreRequired() throws IOException {
    Path path =
        write("repeated group g { required int32 a; }", row -> row.addGroup("g").append("a", 1));
    SchemaException refused = assertThrows(SchemaException.class, () -> FileValues.schema(path));
    assertEquals(
        "Parquet read: %s: g.a: expected an annotated list around a required field, got required INT32"
            .formatted(path),
        refused.getMessage());
    Path optional =
        write(
            "repeated group g { optional int32 a; }",
            row -> row.addGroup("g").append("a", 1),
            row -> row.addGroup("g"),
            row -> {});
    Map<String, @Nullable Object> nothing = new LinkedHashMap<>();
    nothing.put("a", null);
    assertEquals(
        List.of(List.of(Map.of("a", 1)), List.of(nothing), List.of()),
        FileValues.read(optional, 10).get("g"));
  }

  @Test
  void fieldIdsAndUuidsAreKnown() throws IOException {
    Path path =
        write(
            "required fixed_len_byte_array(16) u (UUID) = 7;",
            row -> row.append("u", Binary.fromConstantByteArray(new byte[16])));
    assertEquals(
        new ArrowField(
            "u",
            new ArrowType.FixedSizeBinary(16),
            false,
            Map.of(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION, ArrowField.FIELD_ID, "7"),
            null),
        FileValues.schema(path).fields().getFirst());
    assertEquals(new java.util.UUID(0, 0).toString(), String.valueOf(value(path)));
  }

  @Test
  void whatDuckDbWritesIsWhatItReads() throws IOException, SQLException {
    Path path = directory.resolve("duck.parquet");
    String query =
        "SELECT i::TINYINT a, (i * 1000)::UINTEGER b, i::DECIMAL(30, 3) / 7 c, 'x' || i d,"
            + " [j FOR j IN range(i % 4)] e, {'f': i, 'g': [NULL, 'z' || i]} h,"
            + " MAP {'k' || i: i % 2 = 0} k, CASE WHEN i % 3 > 0 THEN i::DOUBLE / 3 END m,"
            + " DATE '2020-02-28' + i::INTEGER n, TIMESTAMP '2001-02-03 04:05:06.789' o"
            + " FROM range(100) t(i)";
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (%s) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 2048)".formatted(query, path));
      Map<String, List<@Nullable Object>> values = FileValues.read(path, 7);
      for (String column : List.of("a", "b", "c", "d", "m", "n")) {
        try (ResultSet rows =
            statement.executeQuery(
                "SELECT %s::VARCHAR FROM read_parquet('%s')".formatted(column, path))) {
          List<@Nullable String> expected = new ArrayList<>();
          while (rows.next()) {
            expected.add(rows.getString(1));
          }
          List<@Nullable String> texts = new ArrayList<>();
          Objects.requireNonNull(values.get(column))
              .forEach(v -> texts.add(v == null ? null : String.valueOf(v)));
          assertEquals(expected, texts, column);
        }
      }
      assertEquals(List.of(0L, 1L, 2L), Objects.requireNonNull(values.get("e")).get(7));
      Map<String, @Nullable Object> struct = new LinkedHashMap<>();
      struct.put("f", 7L);
      struct.put("g", asList(null, "z7"));
      assertEquals(struct, Objects.requireNonNull(values.get("h")).get(7));
      assertEquals(List.of(List.of("k7", false)), Objects.requireNonNull(values.get("k")).get(7));
      assertEquals(
          LocalDateTime.parse("2001-02-03T04:05:06.789"),
          Objects.requireNonNull(values.get("o")).get(7));
    }
  }
}
