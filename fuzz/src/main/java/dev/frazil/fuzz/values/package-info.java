/// Values of Parquet files as plain Java, the same for every reader and comparable by `equals`:
///
/// `null`; `Boolean`; `Long` for integers, dates, times, timestamps and durations in the unit of
/// the file; `BigInteger` for unsigned 64-bit integers; `BigDecimal`; `Float` (half precision too)
/// and `Double`, of which all NaNs are equal and zeros of different sign are not; `String` for
/// text, JSON and enumerations; [Bytes]; [Interval]; `List`; maps as a `List` of `Map.Entry` in the
/// order of the file; structs and rows as a `Map` from field to value in the order of the schema.
@NullMarked
package dev.frazil.fuzz.values;

import org.jspecify.annotations.NullMarked;
