package dev.frazil.encoders.internal.page;

import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.PageVersion;
import dev.frazil.encoders.internal.levels.LevelBuffer;
import dev.frazil.encoders.memory.Slab;

/// A page before its compression: one object that is the next page after the other. Its memory is
/// that of the slabs it was shown last.
final class Page {
  private PageType type = PageType.DATA_PAGE;
  private Encoding encoding = Encoding.PLAIN;
  private int slots;
  private int nulls;
  private int rows;
  private Slab levels = new Slab();
  private int repetitionBytes;
  private int definitionBytes;
  private Slab values = levels;
  private long valuesFrom;
  private long valueBytes;

  /// Makes this a dictionary page of `count` entries in PLAIN layout.
  void dictionary(int count, Slab entries, long bytes) {
    type = PageType.DICTIONARY_PAGE;
    encoding = Encoding.PLAIN;
    slots = count;
    nulls = 0;
    rows = 0;
    levels = entries;
    repetitionBytes = 0;
    definitionBytes = 0;
    values = entries;
    valuesFrom = 0;
    valueBytes = bytes;
  }

  /// Makes this a data page of all slots of a level buffer, which has been encoded to `encoded`.
  void data(
      PageVersion version,
      Encoding encodingOfValues,
      LevelBuffer slotLevels,
      Slab encoded,
      Slab body,
      long from,
      long bytes) {
    type = version == PageVersion.V1 ? PageType.DATA_PAGE : PageType.DATA_PAGE_V2;
    encoding = encodingOfValues;
    slots = (int) slotLevels.slots();
    nulls = (int) (slotLevels.slots() - slotLevels.values());
    rows = (int) slotLevels.rows();
    levels = encoded;
    repetitionBytes = slotLevels.repetitionBytes();
    definitionBytes = slotLevels.definitionBytes();
    values = body;
    valuesFrom = from;
    valueBytes = bytes;
  }

  /// The kind of page.
  PageType type() {
    return type;
  }

  /// The encoding of its values.
  Encoding encoding() {
    return encoding;
  }

  /// Slots, nulls included; entries of a dictionary.
  int slots() {
    return slots;
  }

  /// Slots without a value.
  int nulls() {
    return nulls;
  }

  /// Rows.
  int rows() {
    return rows;
  }

  /// Encoded levels, repetition levels first.
  Slab levels() {
    return levels;
  }

  /// Bytes of the repetition levels.
  int repetitionBytes() {
    return repetitionBytes;
  }

  /// Bytes of the definition levels.
  int definitionBytes() {
    return definitionBytes;
  }

  /// Bytes of all levels.
  int levelBytes() {
    return repetitionBytes + definitionBytes;
  }

  /// What has the encoded values.
  Slab values() {
    return values;
  }

  /// Where they start in it.
  long valuesFrom() {
    return valuesFrom;
  }

  /// Bytes of the encoded values.
  long valueBytes() {
    return valueBytes;
  }
}
