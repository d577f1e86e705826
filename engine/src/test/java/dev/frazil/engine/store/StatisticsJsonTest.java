package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.Bounds;
import dev.frazil.engine.scan.ColumnStatistics;
import dev.frazil.engine.scan.FileStatistics;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatisticsJsonTest {
  private static final FileFacts FILE = new FileFacts(3, 1234, 0xcafebabeL);

  private static ColumnStatistics column(String type, byte[] min, byte[] max) {
    return new ColumnStatistics(
        type, OptionalLong.of(1), OptionalLong.empty(), new Bounds(min, max), true);
  }

  private static FileStatistics read(FileStatistics statistics) {
    byte[] text = new StatisticsSidecar(FILE, statistics).text().getBytes(StandardCharsets.UTF_8);
    StatisticsSidecar sidecar = Objects.requireNonNull(StatisticsSidecar.read(text));
    assertEquals(FILE, sidecar.file());
    return sidecar.statistics();
  }

  private static @Nullable Bounds kept(String type, byte[] min, byte[] max) {
    FileStatistics back = read(new FileStatistics(3, Map.of("x", column(type, min, max))));
    ColumnStatistics column = Objects.requireNonNull(back.columns().get("x"));
    assertFalse(column.exact());
    return column.bounds();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Map<String, ColumnStatistics> columns = new HashMap<>();
    for (int i = 0; i < 1000; i++) {
      byte[] min = new byte[random.nextInt(StatisticsJson.MAX_BOUND_BYTES + 1)];
      byte[] max = new byte[random.nextInt(StatisticsJson.MAX_BOUND_BYTES + 1)];
      random.nextBytes(min);
      random.nextBytes(max);
      OptionalLong nulls =
          random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(random.nextLong());
      OptionalLong nans = random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(i);
      boolean bounded = random.nextBoolean();
      columns.put(
          "`\"\\\u00e9.".repeat(i % 3) + i,
          new ColumnStatistics(
              "int64",
              nulls,
              nans,
              bounded ? new Bounds(min, max) : null,
              bounded && random.nextBoolean()));
    }
    FileStatistics statistics = new FileStatistics(random.nextLong(1L << 40), columns);
    assertEquals(statistics, read(statistics), "seed " + seed);
  }

  @Test
  void longStringsAreCutSoThatTheyHold() {
    String smile = "\ud83d\ude00";
    Bounds bounds =
        Objects.requireNonNull(kept("utf8", text(smile.repeat(50)), text("z".repeat(100))));
    assertEquals(smile.repeat(16), new String(bounds.min(), StandardCharsets.UTF_8));
    assertEquals("z".repeat(63) + "{", new String(bounds.max(), StandardCharsets.UTF_8));
    byte[] high = new byte[70];
    Arrays.fill(high, (byte) 0xfe);
    Bounds bytes = Objects.requireNonNull(kept("binary", high, high));
    assertArrayEquals(Arrays.copyOf(high, 64), bytes.min());
    assertTrue(Arrays.compareUnsigned(bytes.max(), high) > 0);
    assertTrue(bytes.max().length <= 64);
  }

  @Test
  void boundsThatCannotBeCutAreLeftOut() {
    byte[] top = new byte[70];
    Arrays.fill(top, (byte) 0xff);
    assertNull(kept("binary", new byte[] {1}, top));
    assertNull(kept("fixed_size_binary(70)", new byte[70], new byte[70]));
    assertNull(kept("utf8", text(""), text("\udbff\udfff".repeat(30))));
  }

  @Test
  void damageMeansThatNothingIsKnown() {
    FileStatistics statistics =
        new FileStatistics(3, Map.of("x", column("int32", new byte[4], new byte[4])));
    byte[] text = new StatisticsSidecar(FILE, statistics).text().getBytes(StandardCharsets.UTF_8);
    assertNotNull(StatisticsSidecar.read(text));
    for (int i = 0; i < text.length; i++) {
      byte[] damaged = text.clone();
      damaged[i] ^= 1;
      assertNull(StatisticsSidecar.read(damaged), "byte " + i);
      assertNull(StatisticsSidecar.read(Arrays.copyOf(text, i)), "cut at " + i);
    }
  }

  @Test
  void documentsOfAnotherFormMeanThatNothingIsKnown() {
    for (String document :
        new String[] {
          "[]",
          "{}",
          "{\"rows\":1}",
          "{\"rows\":1.5,\"columns\":{}}",
          "{\"rows\":1,\"columns\":{\"x\":[]}}",
          "{\"rows\":1,\"columns\":{\"x\":[\"int32\",0,0,\"AAAAAA==\",null,true]}}",
          "{\"rows\":1,\"columns\":{\"x\":[\"int32\",0,0,\"!\",\"!\",true]}}"
        }) {
      assertNull(StatisticsJson.read(StoreJson.parse(text(document))), document);
    }
    assertNotNull(StatisticsJson.read(StoreJson.parse(text("{\"rows\":1,\"columns\":{}}"))));
  }
}
