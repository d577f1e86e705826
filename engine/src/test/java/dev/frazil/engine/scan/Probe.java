package dev.frazil.engine.scan;

/// A literal and what it means to the column that it is compared with.
///
/// @param literal the literal
/// @param meaning a `BigDecimal`, a `Double` or a `byte[]`
record Probe(Literal literal, Object meaning) {}
