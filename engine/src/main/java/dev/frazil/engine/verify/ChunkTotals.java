package dev.frazil.engine.verify;

import dev.frazil.engine.file.BloomFilter;
import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.LeafOrder;
import dev.frazil.engine.file.PageHeader;
import java.util.Collections;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What the pages of a chunk give together, and what the footer says of them. Not thread-safe.
final class ChunkTotals {
  private static final Set<String> DICTIONARY = Set.of("PLAIN_DICTIONARY", "RLE_DICTIONARY");

  private final Findings findings;
  private final Lie.Place place;
  private final FileMetadata.ColumnChunk chunk;
  private final StatisticsCheck statisticsCheck;
  private final Extremes extremes;
  private final long[] repetitionLevels;
  private final long[] definitionLevels;
  private final TreeMap<String, Integer> pageEncodings = new TreeMap<>();
  private final Set<String> encodings = new TreeSet<>();
  private final @Nullable BloomFilterCheck bloomFilter;
  private final @Nullable DistinctValues distinct;
  private final @Nullable Shapes shapes;
  private long slots;
  private long nulls;
  private long unencodedBytes;
  private long zeros;
  private long nans;

  /// Starts a chunk.
  ///
  /// @param place the chunk
  /// @param levels the largest levels of the leaf
  /// @param bloomFilter its bloom filter, or null when there is none that can be checked
  ChunkTotals(
      Findings findings,
      Lie.Place place,
      FileMetadata.ColumnChunk chunk,
      LeafLevels levels,
      StatisticsCheck statisticsCheck,
      @Nullable BloomFilter bloomFilter) {
    this.findings = findings;
    this.place = place;
    this.chunk = chunk;
    this.statisticsCheck = statisticsCheck;
    this.extremes = new Extremes(statisticsCheck.bounds().order());
    this.repetitionLevels = new long[levels.maxRepetition() + 1];
    this.definitionLevels = new long[levels.maxDefinition() + 1];
    this.bloomFilter = bloomFilter == null ? null : new BloomFilterCheck(bloomFilter);
    FileMetadata.Statistics statistics = chunk.statistics();
    this.distinct =
        statistics != null && statistics.distinctCount().isPresent() ? new DistinctValues() : null;
    FileMetadata.GeospatialStatistics geospatial = chunk.facts().geospatialStatistics();
    this.shapes = geospatial == null ? null : new Shapes(geospatial.boundingBox());
  }

  /// Counts a page by its header.
  void header(PageHeader header) {
    pageEncodings.merge(
        header.kind() + " in " + encoding(header.kind(), header.encoding()), 1, Integer::sum);
    if (header.isData()) {
      slots += header.valueCount();
      encodings.add(encoding(header.kind(), header.encoding()));
    }
  }

  /// Both names of an encoding with a dictionary are one, as are those of the dictionary's own.
  private static String encoding(PageHeader.Kind kind, String encoding) {
    if (kind == PageHeader.Kind.DICTIONARY_PAGE) {
      return encoding.equals("PLAIN_DICTIONARY") ? "PLAIN" : encoding;
    }
    return DICTIONARY.contains(encoding) ? "RLE_DICTIONARY" : encoding;
  }

  long slots() {
    return slots;
  }

  /// Adds what the values of a page give.
  void add(PageFacts facts) {
    nulls += facts.nulls();
    unencodedBytes += facts.unencodedBytes();
    extremes.add(facts.extremes());
    sum(repetitionLevels, facts.repetitionLevels());
    sum(definitionLevels, facts.definitionLevels());
    Values values = facts.page().values();
    if (bloomFilter != null || distinct != null) {
      long[] hashes = ValueHashes.of(statisticsCheck.bounds().order().type(), values);
      if (bloomFilter != null) {
        bloomFilter.add(hashes);
      }
      if (distinct != null) {
        distinct.add(hashes);
        countAmbiguous(values);
      }
    }
    if (shapes != null && values instanceof Values.Strings strings) {
      shapes.add(strings);
    }
  }

  private static void sum(long[] target, long[] source) {
    for (int i = 0; i < target.length; i++) {
      target[i] += source[i];
    }
  }

  /// Zeros and NaN of several bit patterns may be counted once or by their bits.
  private void countAmbiguous(Values values) {
    LeafOrder order = statisticsCheck.bounds().order();
    if (order.floating() && values instanceof Values.Words(long[] words)) {
      for (long word : words) {
        nans += order.isNan(word) ? 1 : 0;
        zeros += !order.isNan(word) && order.key(word) == order.key(0) && word != 0 ? 1 : 0;
      }
    }
  }

  /// Checks what the headers of all pages give.
  void endOfPages() {
    findings.require(place, "num_values", slots, chunk.valueCount());
    Set<String> stated = new TreeSet<>();
    chunk.encodings().forEach(name -> stated.add(encoding(PageHeader.Kind.DATA_PAGE, name)));
    if (!stated.isEmpty() && !stated.containsAll(encodings)) {
      findings.lie(place, "encodings", "all of " + encodings, chunk.encodings().toString());
    }
    if (chunk.facts().pageEncodings() != null) {
      TreeMap<String, Integer> counts = new TreeMap<>();
      chunk
          .facts()
          .pageEncodings()
          .forEach(pages ->
              counts.merge(
                  pages.kind() + " in " + encoding(pages.kind(), pages.encoding()),
                  pages.count(),
                  Integer::sum));
      counts.values().removeAll(Collections.singleton(0));
      if (!counts.equals(pageEncodings)) {
        findings.lie(place, "encoding_stats", pageEncodings.toString(), counts.toString());
      }
    }
  }

  /// Checks what the values of all pages give.
  void endOfValues() {
    FileMetadata.Statistics statistics = chunk.statistics();
    if (statistics != null) {
      statisticsCheck.check(place, statistics, nulls, extremes);
      if (distinct != null) {
        distinctCount(distinct, statistics.distinctCount().orElse(0));
      }
    }
    FileMetadata.SizeStatistics sizes = chunk.facts().sizeStatistics();
    if (sizes != null) {
      if (sizes.unencodedBytes().isPresent()
          && chunk.leaf().type() == FileMetadata.Type.BYTE_ARRAY) {
        findings.require(
            place,
            "unencoded_byte_array_data_bytes",
            unencodedBytes,
            sizes.unencodedBytes().getAsLong());
      }
      findings.require(
          place, "repetition_level_histogram", repetitionLevels, sizes.repetitionLevels());
      findings.require(
          place, "definition_level_histogram", definitionLevels, sizes.definitionLevels());
    }
    if (bloomFilter != null && bloomFilter.missing() > 0) {
      findings.lie(
          place,
          "bloom filter",
          "every value to be found",
          bloomFilter.missing() + " values that are not");
    }
    if (shapes != null) {
      geospatial(shapes);
    }
  }

  private void distinctCount(DistinctValues values, long stated) {
    long most = values.count();
    if (most > DistinctValues.LIMIT) {
      if (stated < most) {
        findings.lie(place, "distinct_count", "at least " + most, Long.toString(stated));
      } else {
        findings.unverified(place, "distinct_count of more than 4,194,304 values");
      }
      return;
    }
    long least = Math.max(0, most - Math.max(0, nans - 1) - (zeros > 0 ? 1 : 0));
    if (stated > most || stated < least) {
      findings.lie(place, "distinct_count", Long.toString(most), Long.toString(stated));
    }
  }

  private void geospatial(Shapes found) {
    FileMetadata.GeospatialStatistics stated = chunk.facts().geospatialStatistics();
    if (found.unreadable() > 0) {
      findings.unverified(place, "geospatial statistics of values that are not well-known binary");
      return;
    }
    if (stated == null) {
      return;
    }
    if (found.outside() > 0) {
      findings.lie(
          place,
          "geospatial_statistics bbox",
          "a box around every shape",
          found.outside() + " shapes that reach out of it");
    }
    if (!stated.types().isEmpty() && !new TreeSet<>(stated.types()).equals(found.types())) {
      findings.lie(
          place,
          "geospatial_statistics geospatial_types",
          found.types().toString(),
          stated.types().toString());
    }
  }
}
