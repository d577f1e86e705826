/// Values of Parquet files as plain Java, the same for every reader and comparable by `equals`:
/// those of [dev.frazil.fuzz.ColumnValues], but as the file means them. Dates, times, timestamps
/// and durations count the file's unit, unsigned 64-bit integers are `BigInteger`, text, JSON and
/// enumerations are `String`, and rows are maps from column to value in the order of the schema.
@NullMarked
package dev.frazil.fuzz.values;

import org.jspecify.annotations.NullMarked;
