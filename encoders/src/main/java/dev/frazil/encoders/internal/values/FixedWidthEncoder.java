package dev.frazil.encoders.internal.values;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.encoders.internal.dictionary.CodeTables;
import dev.frazil.encoders.internal.dictionary.DictionaryVerdict;
import dev.frazil.encoders.internal.dictionary.LongDictionary;
import dev.frazil.encoders.internal.encoding.DeltaPage;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.internal.stats.BoundsAccumulator;
import dev.frazil.encoders.internal.stats.NativeBounds;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// INT32, INT64, FLOAT and DOUBLE: numbers of four or eight bytes, whose PLAIN layout is Arrow's.
final class FixedWidthEncoder extends DictionaryValueEncoder {
  /// Values at which dictionaries are judged.
  private static final int[] PREFIXES = {2_048, 8_192, 16_384};

  /// Values that are taken at a time where that is twice.
  private static final int TILE = 1_024;

  private final int width;
  private final Slab compacted;
  private final BoundsAccumulator bounds;
  private final LongDictionary dictionary;

  /// Whether pages of this type may grow in DELTA_BINARY_PACKED: where nothing else asks for their
  /// values in PLAIN.
  private final boolean packable;

  /// Whether pages do so from the next one on.
  private boolean packs;

  /// The open page as it grows in DELTA_BINARY_PACKED, or null where that is in PLAIN.
  private @Nullable DeltaPage packed;

  /// What [#packed] is when it is not null.
  private @Nullable DeltaPage delta;

  /// Values of the open page that are NaN, beyond those that the bounds counted.
  private int nans;

  FixedWidthEncoder(
      LeafColumn column,
      EncoderOptions options,
      Slab compacted,
      CodedEntries coded,
      CodeTables tables) {
    super(
        new DictionaryVerdict(
            options.compression().codec() != CompressionPolicy.Codec.UNCOMPRESSED, PREFIXES),
        coded);
    boolean four = column.type() == PhysicalType.INT32 || column.type() == PhysicalType.FLOAT;
    width = four ? 4 : 8;
    this.compacted = compacted;
    bounds = BoundsAccumulator.of(column);
    boolean floating = column.type() == PhysicalType.FLOAT || column.type() == PhysicalType.DOUBLE;
    dictionary = new LongDictionary(width, floating, options.dictionaryMaxBytes(), tables);
    packable = !floating && options.bloomFilter() == null;
    startPage();
  }

  @Override
  public int slotsWithin(LeafValues values, long from, int slots, long budget) {
    return (int) Math.min(slots, budget / width);
  }

  @Override
  public void plain(LeafValues values, Slots slots) {
    int count = slots.valid();
    if (values instanceof LeafValues.Coded entries) {
      LeafValues.FixedWidth fixed = LeafKinds.fixedWidth(entries.dictionary(), width);
      MemorySegment numbers = coded.numbers(entries, slots);
      long first = fixed.offset() * width;
      MemorySegment target = room(count);
      if (width == 4) {
        Gathering.numbered4(fixed.values(), first, numbers, count, target, roomFrom());
      } else {
        Gathering.numbered8(fixed.values(), first, numbers, count, target, roomFrom());
      }
      take(target, roomFrom(), count);
      return;
    }
    LeafValues.FixedWidth fixed = LeafKinds.fixedWidth(values, width);
    long at = (fixed.offset() + slots.from()) * width;
    if (packed != null && slots.dense()) {
      take(fixed.values(), at, count);
    } else {
      MemorySegment target = room(count);
      Compaction.copy(fixed.values(), at, width, slots, target, roomFrom());
      take(target, roomFrom(), count);
    }
  }

  /// Memory for values that are to be taken: the open page itself if that is in PLAIN.
  private MemorySegment room(int count) {
    long bytes = (long) count * width;
    return packed == null ? page.ensure(pageEnd + bytes, pageEnd) : compacted.ensure(bytes, 0);
  }

  /// Where it starts.
  private long roomFrom() {
    return packed == null ? pageEnd : 0;
  }

  /// Takes values into the open page and the bounds. Those that are packed come from the nearest
  /// cache the second time, and only the ends of rising ones are looked at again.
  private void take(MemorySegment values, long at, int count) {
    DeltaPage body = packed;
    if (body == null) {
      bounds.add(values, at, count);
    } else {
      for (int done = 0; done < count; done += TILE) {
        int taken = Math.min(TILE, count - done);
        long from = at + (long) done * width;
        if (body.add(values, from, taken, page)) {
          bounds.addRising(values, from, taken);
        } else {
          bounds.add(values, from, taken);
        }
      }
    }
    pageEnd += (long) count * width;
  }

  @Override
  public void encodeAs(Encoding encoding) {
    packs = packable && encoding == Encoding.DELTA_BINARY_PACKED;
  }

  @Override
  public @Nullable DeltaPage packed() {
    return packed;
  }

  @Override
  public void startPage() {
    if (packs && delta == null) {
      delta = new DeltaPage(width);
    }
    packed = packs ? delta : null;
    if (packed != null) {
      packed.begin();
    }
    pageEnd = pageStart;
    bounds.reset();
    nans = 0;
  }

  @Override
  boolean indexValues(LeafValues values, Slots slots, MemorySegment codes, long to) {
    LeafValues.FixedWidth fixed = LeafKinds.fixedWidth(values, width);
    int count = slots.valid();
    MemorySegment dense = fixed.values();
    long at = (fixed.offset() + slots.from()) * width;
    if (!slots.dense()) {
      dense = compacted.ensure((long) count * width, 0);
      Compaction.copy(fixed.values(), at, width, slots, dense, 0);
      at = 0;
    }
    return dictionary.index(dense, at, count, codes, to);
  }

  @Override
  int indexOne(LeafValues values, int slot) {
    LeafValues.FixedWidth fixed = LeafKinds.fixedWidth(values, width);
    MemorySegment code = coded.one();
    return dictionary.index(fixed.values(), (fixed.offset() + slot) * width, 1, code, 0)
        ? code.get(SHORT, 0) & 0xffff
        : -1;
  }

  @Override
  public Slab entries() {
    return dictionary.entries();
  }

  @Override
  public int entryCount() {
    return dictionary.size();
  }

  @Override
  public long entryBytes() {
    return (long) dictionary.size() * width;
  }

  @Override
  public long plainBytes() {
    return indexCount * width;
  }

  @Override
  public int restorable(long first, int count, long budget) {
    return (int) Math.min(count, budget / width);
  }

  @Override
  public void restore(long first, int count) {
    MemorySegment target = room(count);
    MemorySegment entries = dictionary.entries().segment();
    if (width == 4) {
      Gathering.coded4(entries, indices.segment(), first << 1, count, target, roomFrom());
    } else {
      Gathering.coded8(entries, indices.segment(), first << 1, count, target, roomFrom());
    }
    take(target, roomFrom(), count);
  }

  @Override
  boolean hashed() {
    return dictionary.hashed();
  }

  @Override
  public void bound(long first, int count, long plainBytes) {
    if (fewValues(count)) {
      restore(first, count);
      pageEnd = pageStart;
    } else {
      super.bound(first, count, plainBytes);
    }
  }

  @Override
  void boundAll() {
    bounds.add(dictionary.entries().segment(), 0, entryCount());
  }

  @Override
  void boundEntries(int[] codes, int count) {
    MemorySegment target = page.ensure((long) count * width, 0);
    MemorySegment entries = dictionary.entries().segment();
    if (width == 4) {
      for (int i = 0; i < count; i++) {
        target.set(INT, (long) i << 2, entries.get(INT, (long) codes[i] << 2));
      }
    } else {
      for (int i = 0; i < count; i++) {
        target.set(LONG, (long) i << 3, entries.get(LONG, (long) codes[i] << 3));
      }
    }
    bounds.add(target, 0, count);
  }

  /// An entry that is NaN was counted once; it counts as often as it is used.
  @Override
  void countIndexed(long first, int count, long plainBytes) {
    if (bounds.nanCount() == 0) {
      return;
    }
    int found = 0;
    for (int i = 0; i < count; i++) {
      found += nan(code(first + i)) ? 1 : 0;
    }
    nans = found - (int) bounds.nanCount();
  }

  private boolean nan(int code) {
    MemorySegment entries = dictionary.entries().segment();
    return width == 4
        ? Float.isNaN(Float.intBitsToFloat(entries.get(INT, (long) code << 2)))
        : Double.isNaN(Double.longBitsToDouble(entries.get(LONG, (long) code << 3)));
  }

  @Override
  public int nanCount() {
    return (int) bounds.nanCount() + nans;
  }

  @Override
  public void bounds(NativeBounds target) {
    bounds.bounds(target);
  }

  @Override
  public void forgetDictionary() {
    super.forgetDictionary();
    dictionary.reset();
  }

  @Override
  public void close() {
    super.close();
    dictionary.close();
  }
}
