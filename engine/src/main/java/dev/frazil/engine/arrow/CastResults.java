package dev.frazil.engine.arrow;

import dev.frazil.encoders.memory.Slab;

/// Memory of the results of a cast, reused from batch to batch.
final class CastResults implements AutoCloseable {
  /// That of casts without a change of layout, which is never used.
  static final CastResults NONE = new CastResults();

  final Slab values = new Slab();
  final Slab wideDecimals = new Slab();
  final Slab text = new Slab();

  /// Values of one width that were strings of any length.
  final Slab fixed = new Slab();

  private CastResults() {}

  /// The memory for a conversion.
  static CastResults of(Conversion conversion) {
    return conversion instanceof Conversion.Same ? NONE : new CastResults();
  }

  @Override
  public void close() {
    values.close();
    wideDecimals.close();
    text.close();
    fixed.close();
  }
}
