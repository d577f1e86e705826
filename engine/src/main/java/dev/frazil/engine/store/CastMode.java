package dev.frazil.engine.store;

/// What may become of the values of rows that are appended at other types than the version has.
/// Columns are found by name in any order, and their names must be the same set, in every mode.
///
/// How a type is laid out makes no difference: offsets of 32 or 64 bits, views, dictionaries, runs.
public enum CastMode {
  /// Nothing: the types must be equal at every depth.
  STRICT,

  /// What loses nothing: wider integers and floating point numbers, decimals of more digits, finer
  /// units of time, coarser ones where each value is a multiple. Members of structs that are not
  /// there are null.
  SAFE,

  /// What the strict `cast` of polars does, as the Python original appends: numbers that fit, text
  /// that is read as a number or a date, numbers and dates as text, coarser units of time. A value
  /// that has no counterpart is an error. Members of structs that the version does not have are
  /// dropped, and those that are not there are null.
  ORIGINAL
}
