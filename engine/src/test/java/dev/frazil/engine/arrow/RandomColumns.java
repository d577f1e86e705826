package dev.frazil.engine.arrow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Sound columns of random types to a given depth, with the noise that Arrow's layouts allow:
/// offsets, slots that nobody reaches, lists that do not start at 0, garbage under nulls.
public final class RandomColumns {
  private final RandomGenerator random;

  private final boolean arrowJava;

  /// Columns drawn from a source of numbers.
  ///
  /// @param random the source
  public RandomColumns(RandomGenerator random) {
    this(random, false);
  }

  private RandomColumns(RandomGenerator random, boolean arrowJava) {
    this.random = random;
    this.arrowJava = arrowJava;
  }

  /// Columns without what arrow-java cannot take: offsets, keys of maps that are nullable by their
  /// schema, garbage in null list views.
  ///
  /// @param random the source
  static RandomColumns forArrowJava(RandomGenerator random) {
    return new RandomColumns(random, true);
  }

  /// A column of so many slots.
  public CDataColumn column(String name, int length, int depth) {
    if (arrowJava) {
      return whole(name, length, depth);
    }
    int skip = random.nextInt(3);
    int stored = skip + length + random.nextInt(3);
    CDataColumn column = whole(name, stored, depth);
    boolean nulls = !"n".equals(column.format);
    return nulls ? column.slice(skip, length) : column.length(length).nullCount(length);
  }

  private CDataColumn whole(String name, int length, int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return flat(name, length);
    }
    return switch (random.nextInt(7)) {
      case 0 -> {
        CDataColumn first = column("a", length, depth - 1);
        yield CDataNested.struct(name, validity(length), first, column("b", length, depth - 1));
      }
      case 1 -> {
        int[] offsets = offsets(length);
        CDataColumn element = column("item", offsets[length] + random.nextInt(3), depth - 1);
        yield CDataNested.list(name, validity(length), offsets, element);
      }
      case 2 -> {
        int[] offsets = offsets(length);
        CDataColumn element = column("item", offsets[length], depth - 1);
        long[] wide = Arrays.stream(offsets).asLongStream().toArray();
        yield CDataNested.largeList(name, validity(length), wide, element);
      }
      case 3 -> listView(name, length, depth);
      case 4 -> {
        int size = random.nextInt(4);
        CDataColumn element = column("item", length * size, depth - 1);
        yield CDataNested.fixedSizeList(name, validity(length), size, element);
      }
      case 5 -> {
        int[] offsets = offsets(length);
        CDataColumn key = CDataColumn.ints("key", numbers(offsets[length]));
        key = arrowJava ? key.required() : key;
        CDataColumn value = column("value", offsets[length], depth - 1);
        yield CDataNested.map(name, validity(length), offsets, key, value);
      }
      default -> encoded(name, length, depth);
    };
  }

  private CDataColumn encoded(String name, int length, int depth) {
    if (random.nextBoolean()) {
      List<Integer> ends = new ArrayList<>();
      for (int end = 0; end < length || ends.isEmpty(); ) {
        end += 1 + random.nextInt(4);
        ends.add(end);
      }
      CDataColumn values = column("values", ends.size(), depth - 1);
      int[] runEnds = ends.stream().mapToInt(end -> end).toArray();
      return CDataNested.runs(name, runEnds, values).length(length);
    }
    int entries = 1 + random.nextInt(4);
    @Nullable Integer[] indices = new Integer[length];
    for (int i = 0; i < length; i++) {
      indices[i] = random.nextInt(5) == 0 ? null : random.nextInt(entries);
    }
    CDataColumn column = CDataColumn.integers(name, "C", 1, indices);
    CDataColumn dictionary = column("d", entries, depth - 1);
    while (dictionary.dictionary != null) {
      dictionary = column("d", entries, depth - 1);
    }
    return column.dictionary(dictionary);
  }

  private CDataColumn listView(String name, int length, int depth) {
    int elements = random.nextInt(10);
    String validity = validity(length);
    int[] offsets = new int[length];
    int[] sizes = new int[length];
    for (int i = 0; i < length; i++) {
      boolean valid = validity.charAt(i) == 'v';
      offsets[i] = valid ? random.nextInt(elements + 1) : garbage();
      sizes[i] = valid ? random.nextInt(elements - offsets[i] + 1) : garbage();
    }
    CDataColumn element = column("item", elements, depth - 1);
    return CDataNested.listView(name, validity, offsets, sizes, element);
  }

  private int garbage() {
    return arrowJava ? 0 : random.nextInt();
  }

  private CDataColumn flat(String name, int length) {
    @Nullable String[] texts = new String[length];
    @Nullable Boolean[] bits = new Boolean[length];
    @Nullable Long[] longs = new Long[length];
    for (int i = 0; i < length; i++) {
      boolean valid = random.nextInt(4) != 0;
      texts[i] = valid ? "é".repeat(random.nextInt(12)) + i : null;
      bits[i] = valid ? random.nextBoolean() : null;
      longs[i] = valid ? random.nextLong() : null;
    }
    return switch (random.nextInt(6)) {
      case 0 -> CDataColumn.strings(name, texts);
      case 1 -> CDataColumn.bools(name, bits);
      case 2 -> CDataColumn.longs(name, longs);
      case 3 -> CDataNested.views(name, "vu", texts);
      case 4 -> CDataNested.nulls(name, length);
      default -> CDataColumn.integers(name, "s", 2, longs);
    };
  }

  private Integer[] numbers(int length) {
    Integer[] numbers = new Integer[length];
    Arrays.setAll(numbers, _ -> random.nextInt());
    return numbers;
  }

  private int[] offsets(int length) {
    int[] offsets = new int[length + 1];
    offsets[0] = random.nextInt(3);
    for (int i = 0; i < length; i++) {
      offsets[i + 1] = offsets[i] + random.nextInt(4);
    }
    return offsets;
  }

  private String validity(int length) {
    boolean nulls = random.nextBoolean();
    StringBuilder validity = new StringBuilder();
    for (int i = 0; i < length; i++) {
      validity.append(nulls && random.nextInt(3) == 0 ? '.' : 'v');
    }
    return validity.toString();
  }
}
