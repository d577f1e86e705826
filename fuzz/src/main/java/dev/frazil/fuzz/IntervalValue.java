package dev.frazil.fuzz;

/// A calendar interval of any of Arrow's three units.
///
/// @param months months
/// @param days days
/// @param nanos nanoseconds; whole milliseconds in intervals of days and milliseconds
public record IntervalValue(int months, int days, long nanos) {}
