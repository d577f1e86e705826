package dev.frazil.encoders.internal.page;

import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.PageVersion;
import dev.frazil.encoders.internal.levels.LevelBuffer;
import dev.frazil.encoders.memory.Slab;

/// A page before its compression.
///
/// @param type the kind of page
/// @param encoding the encoding of its values
/// @param slots slots, nulls included; entries of a dictionary
/// @param nulls slots without a value
/// @param rows rows
/// @param levels encoded levels, repetition levels first
/// @param repetitionBytes bytes of the repetition levels
/// @param definitionBytes bytes of the definition levels
/// @param values encoded values
/// @param valueBytes their bytes
record Page(
    PageType type,
    Encoding encoding,
    int slots,
    int nulls,
    int rows,
    Slab levels,
    int repetitionBytes,
    int definitionBytes,
    Slab values,
    long valueBytes) {

  /// A dictionary page of `count` entries in PLAIN layout.
  static Page dictionary(int count, Slab entries, long bytes) {
    return new Page(
        PageType.DICTIONARY_PAGE, Encoding.PLAIN, count, 0, 0, entries, 0, 0, entries, bytes);
  }

  /// A data page of all slots of a level buffer, which has been encoded to `encoded`.
  static Page data(
      PageVersion version,
      Encoding encoding,
      LevelBuffer levels,
      Slab encoded,
      Slab values,
      long valueBytes) {
    return new Page(
        version == PageVersion.V1 ? PageType.DATA_PAGE : PageType.DATA_PAGE_V2,
        encoding,
        (int) levels.slots(),
        (int) (levels.slots() - levels.values()),
        (int) levels.rows(),
        encoded,
        levels.repetitionBytes(),
        levels.definitionBytes(),
        values,
        valueBytes);
  }

  /// Bytes of all levels.
  int levelBytes() {
    return repetitionBytes + definitionBytes;
  }
}
