package dev.frazil.encoders.internal.page;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.ContentDefinedChunking;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.Nesting;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.encoders.internal.levels.LeafRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentDefinedChunkerTest {
  private static final int MIN = 8 << 10;
  private static final int MAX = 64 << 10;
  private static final ContentDefinedChunking OPTIONS = new ContentDefinedChunking(MIN, MAX, 0);

  private static LeafColumn column(PhysicalType type, int definition, int repetition) {
    ValueOrder order =
        type == PhysicalType.BYTE_ARRAY ? ValueOrder.LEXICOGRAPHIC : ValueOrder.SIGNED;
    return new LeafColumn(List.of("c"), type, 0, definition, repetition, order);
  }

  /// Behind which rows pages end, if at most `batch` rows are shown together.
  private static List<Integer> borders(
      ContentDefinedChunking options,
      LeafColumn column,
      LeafValues leaf,
      Nesting nesting,
      int batch) {
    ContentDefinedChunker chunker = new ContentDefinedChunker(column, options);
    List<Integer> borders = new ArrayList<>();
    try (LeafRows shown = LeafRows.of(column)) {
      shown.over(nesting);
      for (int row = 0; row < nesting.rowCount(); ) {
        shown.show(row, Math.min(batch, nesting.rowCount() - row));
        row += chunker.rowsToBoundary(leaf, shown);
        if (chunker.atBoundary()) {
          borders.add(row);
        }
      }
    }
    return borders;
  }

  private static long[] values(long seed, int count) {
    return new Random(seed).longs(count, 0, 1 << 20).toArray();
  }

  private static List<Integer> borders(ContentDefinedChunking options, long[] values, int batch) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocateFrom(ValueLayout.JAVA_LONG, values);
      return borders(
          options,
          column(PhysicalType.INT64, 0, 0),
          new LeafValues.FixedWidth(segment, 8, 0),
          new Nesting.Required(values.length),
          batch);
    }
  }

  private static List<Integer> borders(long[] values) {
    return borders(OPTIONS, values, values.length);
  }

  @Test
  void pagesStayBetweenTheLimitsAndNearTheirMean() {
    List<Integer> borders = borders(values(1, 1_000_000));
    int last = 0;
    for (int border : borders) {
      long bytes = 8L * (border - last);
      assertTrue(bytes >= MIN && bytes <= MAX, () -> bytes + " bytes");
      last = border;
    }
    double mean = 8.0 * last / borders.size();
    assertTrue(mean > MIN + 0.3 * (MAX - MIN) && mean < MAX - 0.3 * (MAX - MIN), "mean " + mean);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1_000, 65_536})
  void bordersDoNotDependOnBatches(int batch) {
    long[] values = values(2, 200_000);
    assertEquals(borders(values), borders(OPTIONS, values, batch));
  }

  /// Borders counted from the end, so that they stay put when something in front of them changes.
  private static Set<Integer> fromEnd(long[] values) {
    Set<Integer> borders = new HashSet<>();
    borders(values).forEach(border -> borders.add(values.length - border));
    return borders;
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 4, 5, 6, 7, 8, 9, 10})
  void aValueInFrontMovesTheFirstBordersOnly(long seed) {
    long[] values = values(seed, 400_000);
    long[] longer = new long[values.length + 1];
    longer[0] = 42;
    System.arraycopy(values, 0, longer, 1, values.length);
    Set<Integer> gone = fromEnd(values);
    int all = gone.size();
    gone.removeAll(fromEnd(longer));
    assertTrue(all > 50 && gone.size() <= 5, "seed " + seed + ": " + gone.size() + " of " + all);
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
  void rowsTakenFromTheMiddleMoveTheBordersBesideThem(long seed) {
    long[] values = values(seed, 400_000);
    long[] shorter = new long[values.length - 10_001];
    System.arraycopy(values, 0, shorter, 0, 100_000);
    System.arraycopy(values, 110_001, shorter, 100_000, shorter.length - 100_000);
    List<Integer> borders = borders(values);
    borders.removeIf(border -> border > 100_000);
    assertEquals(borders, borders(shorter).subList(0, borders.size()));
    Set<Integer> gone = fromEnd(values);
    gone.removeIf(border -> border > values.length - 110_001);
    int all = gone.size();
    gone.removeAll(fromEnd(shorter));
    assertTrue(all > 40 && gone.size() <= 12, "seed " + seed + ": " + gone.size() + " of " + all);
  }

  @Test
  void moreNormalizationMakesSmallerPages() {
    long[] values = values(19, 500_000);
    int last = 0;
    for (int level = -3; level <= 3; level++) {
      ContentDefinedChunking options = new ContentDefinedChunking(MIN, MAX, level);
      int pages = borders(options, values, values.length).size();
      assertTrue(pages >= last, "level " + level + ": " + pages + ", before " + last);
      last = pages;
    }
    assertTrue(last > 2 * borders(values).size());
  }

  @Test
  void equalValuesEndAtALimit() {
    int last = 0;
    for (int border : borders(new long[100_000])) {
      assertTrue(border - last >= MIN / 8 && border - last <= MAX / 8);
      last = border;
    }
    assertTrue(last > 0);
  }

  @Test
  void valuesGiveTheSameBordersThroughADictionary() {
    long[] entries = values(20, 1_000);
    Random random = new Random(20);
    int[] numbers = random.ints(100_000, 0, entries.length).toArray();
    long[] values = new long[numbers.length];
    byte[] indices = new byte[2 * numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      values[i] = entries[numbers[i]];
      indices[2 * i] = (byte) numbers[i];
      indices[2 * i + 1] = (byte) (numbers[i] >>> 8);
    }
    try (Arena arena = Arena.ofConfined()) {
      LeafValues dictionary =
          new LeafValues.FixedWidth(arena.allocateFrom(ValueLayout.JAVA_LONG, entries), 8, 0);
      LeafValues coded =
          new LeafValues.Coded(arena.allocateFrom(BYTE, indices), 2, 0, dictionary, entries.length);
      LeafColumn column = column(PhysicalType.INT64, 0, 0);
      Nesting rows = new Nesting.Required(values.length);
      assertEquals(borders(values), borders(OPTIONS, column, coded, rows, values.length));
    }
  }

  @Test
  void theLastCallCanBeTakenBack() {
    long[] values = values(21, 100_000);
    List<Integer> borders = new ArrayList<>();
    LeafColumn column = column(PhysicalType.INT64, 0, 0);
    try (Arena arena = Arena.ofConfined();
        LeafRows shown = LeafRows.of(column)) {
      MemorySegment segment = arena.allocateFrom(ValueLayout.JAVA_LONG, values);
      LeafValues leaf = new LeafValues.FixedWidth(segment, 8, 0);
      ContentDefinedChunker chunker = new ContentDefinedChunker(column, OPTIONS);
      shown.over(new Nesting.Required(values.length));
      for (int row = 0; row < values.length; ) {
        shown.show(row, Math.min(777, values.length - row));
        int rows = chunker.rowsToBoundary(leaf, shown);
        chunker.retract();
        assertFalse(chunker.atBoundary());
        assertEquals(rows, chunker.rowsToBoundary(leaf, shown));
        row += rows;
        if (chunker.atBoundary()) {
          borders.add(row);
        }
      }
      chunker.reset();
      shown.show(0, values.length);
      assertEquals(borders.getFirst(), chunker.rowsToBoundary(leaf, shown));
    }
    assertEquals(borders(values), borders);
  }

  @Test
  void pagesOfListsEndWithARowAndCountLevelsAndLengths() {
    Random random = new Random(22);
    int lists = 4_000;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment listOffsets = arena.allocate(4L * (lists + 1));
      MemorySegment offsets = arena.allocate(4L * (5L * lists + 1));
      MemorySegment validity = arena.allocate(lists);
      MemorySegment data = arena.allocate(5L * lists * 100);
      long[] bytes = new long[lists + 1];
      int element = 0;
      int end = 0;
      for (int list = 0; list < lists; list++) {
        bytes[list + 1] = bytes[list];
        int size = random.nextInt(6);
        bytes[list + 1] += 2L * Math.max(1, size);
        for (int i = 0; i < size; i++, element++) {
          int length = random.nextInt(100);
          if (random.nextInt(4) > 0) {
            long at = (long) element >>> 3;
            validity.set(BYTE, at, (byte) (validity.get(BYTE, at) | 1 << (element & 7)));
            bytes[list + 1] += 4L + length;
          }
          for (int k = 0; k < length; k++) {
            data.set(BYTE, end++, (byte) random.nextInt());
          }
          offsets.set(INT, 4L * (element + 1), end);
        }
        listOffsets.set(INT, 4L * (list + 1), element);
      }
      LeafColumn column = column(PhysicalType.BYTE_ARRAY, 2, 1);
      Nesting nesting =
          new Nesting.Nested(
              lists,
              List.of(
                  new Nesting.Step.Repeated(listOffsets, 4, 0),
                  new Nesting.Step.Optional(validity, 0, false, false)));
      LeafValues leaf = new LeafValues.Binary(offsets, 4, data, 0);
      List<Integer> borders = borders(OPTIONS, column, leaf, nesting, lists);
      assertTrue(borders.size() > 10, borders::toString);
      int last = 0;
      for (int border : borders) {
        assertTrue(bytes[border] - bytes[last] >= MIN, "from " + last + " to " + border);
        assertTrue(bytes[border - 1] - bytes[last] < MAX, "from " + last + " to " + border);
        last = border;
      }
      assertEquals(borders, borders(OPTIONS, column, leaf, nesting, 13));
    }
  }

  @Test
  void nullsAndBitsCountAByteEach() {
    int rows = 500_000;
    try (Arena arena = Arena.ofConfined()) {
      byte[] random = new byte[rows / 8];
      new Random(23).nextBytes(random);
      MemorySegment bits = arena.allocateFrom(BYTE, random);
      LeafColumn column = column(PhysicalType.BOOLEAN, 1, 0);
      Nesting nulls = new Nesting.Optional(rows, arena.allocate(rows / 8), 0, rows);
      int last = 0;
      for (int border : borders(OPTIONS, column, new LeafValues.Bits(bits, 0), nulls, rows)) {
        assertTrue(border - last >= MIN && border - last <= MAX);
        last = border;
      }
      Nesting some = new Nesting.Optional(rows, bits, 0, rows - 1);
      List<Integer> halves = borders(OPTIONS, column, new LeafValues.Bits(bits, 0), some, rows);
      assertTrue(halves.size() > 1.5 * rows / MAX && last > rows - 2 * MAX, halves::toString);
    }
  }

  @Test
  void aRowLargerThanAPageIsOne() {
    int rows = 20;
    int size = 100_000;
    byte[] bytes = new byte[rows * size];
    new Random(24).nextBytes(bytes);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment offsets = arena.allocate(8L * (rows + 1));
      for (int i = 0; i <= rows; i++) {
        offsets.setAtIndex(ValueLayout.JAVA_LONG, i, (long) i * size);
      }
      LeafValues leaf = new LeafValues.Binary(offsets, 8, arena.allocateFrom(BYTE, bytes), 0);
      LeafColumn column = column(PhysicalType.BYTE_ARRAY, 0, 0);
      List<Integer> borders = borders(OPTIONS, column, leaf, new Nesting.Required(rows), rows);
      assertEquals(rows, borders.size());
    }
  }
}
