package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random values of every type that parquet-java writes in several row groups: no claim is false.
class FooterPropertyTest {
  private static final MessageType TYPES =
      MessageTypeParser.parseMessageType(
          "message m { required fixed_len_byte_array(16) uuid (UUID); optional binary db"
              + " (DECIMAL(20,2)); optional fixed_len_byte_array(12) df (DECIMAL(20,2)); optional"
              + " int64 dl (DECIMAL(15,2)); optional int32 di (DECIMAL(8,2)); optional int32 u8"
              + " (INTEGER(8,false)); optional int32 u32 (INTEGER(32,false)); optional int32 i16"
              + " (INTEGER(16,true)); optional int64 at (TIMESTAMP(MILLIS,true)); optional int32"
              + " time (TIME(MILLIS,true)); optional float f; optional double d; optional boolean"
              + " b; optional binary s (STRING); optional binary raw; optional group g { required"
              + " int64 n; optional fixed_len_byte_array(3) x; } }");

  private static final int FILES = 40;
  private static final int ROWS = 30;
  private static final String[] WORDS = {"", "a", "é", "日本", "😀", "\uD7FF", "\uFFFF", "zz"};

  @TempDir private Path folder = Path.of("");

  private DataFile claims(MessageType type, int rows, BiConsumer<Group, Integer> fill, String mode)
      throws IOException {
    Path path = folder.resolve("x.parquet");
    Files.deleteIfExists(path);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(path))
            .withConf(new PlainParquetConfiguration())
            .withType(type)
            .withRowGroupRowCountLimit(7)
            .build()) {
      for (int row = 0; row < rows; row++) {
        Group group = new SimpleGroupFactory(type).newGroup();
        fill.accept(group, row);
        writer.write(group);
      }
    }
    InputFile file = new LocalFileIO().newInputFile(path.toString());
    Schema schema = FooterDataFile.tableSchema(file);
    DataFile claimed =
        FooterDataFile.read(
            file,
            schema,
            PartitionSpec.unpartitioned(),
            null,
            SortOrder.unsorted(),
            MetricsConfig.from(
                Map.of("write.metadata.metrics.default", mode), schema, SortOrder.unsorted()),
            MappingUtil.create(schema));
    assertTrue(ClaimCheck.check(path, claimed, schema) > 0);
    return claimed;
  }

  @Test
  void noClaimIsFalse() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int file = 0; file < FILES; file++) {
      boolean half = random.nextBoolean();
      try {
        claims(
            TYPES,
            random.nextInt(1, ROWS),
            (row, i) -> fill(row, random, half),
            file % 2 == 0 ? "full" : "truncate(1)");
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ", file " + file, e);
      }
    }
  }

  private static void fill(Group row, Random random, boolean half) {
    byte[] uuid = bytes(random, 16);
    uuid[0] = half ? (byte) (uuid[0] & 0x7f) : uuid[0];
    if (random.nextInt(3) == 0) {
      Arrays.fill(uuid, 0, 8, (byte) 1);
    }
    row.append("uuid", Binary.fromConstantByteArray(uuid));
    maybe(random, () -> row.append("db", binary(decimal(random).toByteArray())));
    maybe(random, () -> row.append("df", binary(wide(decimal(random)))));
    maybe(random, () -> row.append("dl", random.nextLong(-1_000_000, 1_000_000)));
    maybe(random, () -> row.append("di", random.nextInt(-10_000, 10_000)));
    maybe(random, () -> row.append("u8", random.nextInt(256)));
    maybe(random, () -> row.append("u32", random.nextInt()));
    maybe(random, () -> row.append("i16", random.nextInt(-32768, 32768)));
    maybe(random, () -> row.append("at", random.nextLong(-1L << 42, 1L << 42)));
    maybe(random, () -> row.append("time", random.nextInt(86_400_000)));
    maybe(random, () -> row.append("f", random.nextInt(9) == 0 ? -0f : random.nextFloat() - 0.5f));
    maybe(
        random, () -> row.append("d", random.nextInt(9) == 0 ? Double.NaN : random.nextGaussian()));
    maybe(random, () -> row.append("b", random.nextBoolean()));
    maybe(random, () -> row.append("s", WORDS[random.nextInt(WORDS.length)]));
    maybe(random, () -> row.append("raw", binary(bytes(random, random.nextInt(4)))));
    maybe(
        random,
        () -> {
          Group group = row.addGroup("g").append("n", random.nextLong());
          maybe(random, () -> group.append("x", binary(bytes(random, 3))));
        });
  }

  private static void maybe(Random random, Runnable append) {
    if (random.nextInt(5) != 0) {
      append.run();
    }
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static Binary binary(byte[] bytes) {
    return Binary.fromConstantByteArray(bytes);
  }

  private static BigInteger decimal(Random random) {
    return new BigInteger(random.nextInt(1, 66), random)
        .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1));
  }

  private static byte[] wide(BigInteger value) {
    byte[] minimal = value.toByteArray();
    byte[] bytes = new byte[12];
    Arrays.fill(bytes, (byte) (value.signum() < 0 ? -1 : 0));
    System.arraycopy(minimal, 0, bytes, 12 - minimal.length, minimal.length);
    return bytes;
  }

  private static ByteBuffer uuid(long high, long low) {
    return ByteBuffer.allocate(16).putLong(0, high).putLong(8, low);
  }

  private DataFile uuids(ByteBuffer... values) throws IOException {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { required fixed_len_byte_array(16) u (UUID); }");
    return claims(
        type, values.length, (row, i) -> row.append("u", binary(values[i].array())), "full");
  }

  @Test
  void uuidsHaveBoundsOfBothOrders() throws IOException {
    DataFile one = uuids(uuid(5, -1), uuid(5, -3));
    assertEquals(uuid(5, -3), one.lowerBounds().get(1));
    assertEquals(uuid(5, -1), one.upperBounds().get(1));
    DataFile versioned = uuids(uuid(5, Long.MIN_VALUE), uuid(7, Long.MIN_VALUE + 9));
    assertEquals(uuid(5, Long.MIN_VALUE), versioned.lowerBounds().get(1));
    assertEquals(uuid(8, 0), versioned.upperBounds().get(1));
    DataFile mixed = uuids(uuid(5, 1), uuid(5, -1), uuid(5, 2));
    assertEquals(uuid(4, 0), mixed.lowerBounds().get(1));
    assertEquals(uuid(6, 0), mixed.upperBounds().get(1));
    assertNull(uuids(uuid(5, 1), uuid(-5, 1)).lowerBounds().get(1));
    assertNull(uuids(uuid(5, 1), uuid(Long.MAX_VALUE, -1)).upperBounds().get(1));
    assertNotNull(uuids(uuid(5, 1), uuid(Long.MAX_VALUE, 1)).upperBounds().get(1));
  }
}
