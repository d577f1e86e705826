package dev.frazil.engine.verify;

/// A data page, decoded. Not to be compared.
///
/// @param slots its slots, nulls included
/// @param repetitionLevels one a slot; empty when they are all 0
/// @param definitionLevels one a slot; empty when they are all the same
/// @param values the slots that have one
@SuppressWarnings("ArrayRecordComponent") // a page is never compared
record DecodedPage(int slots, int[] repetitionLevels, int[] definitionLevels, Values values) {

  int repetitionLevel(int slot) {
    return repetitionLevels.length == 0 ? 0 : repetitionLevels[slot];
  }
}
