package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.CDataColumn;
import java.math.BigDecimal;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Floating-point numbers.
///
/// @param bits 16, 32 or 64
record FloatKind(int bits) implements ValueKind {
  private static final double[] SPECIAL = {
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    0.0,
    -0.0,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Float.MAX_VALUE,
    Float.MIN_VALUE,
    65504,
    0.1
  };

  private double rounded(double value) {
    return switch (bits) {
      case 16 -> Float.float16ToFloat(Float.floatToFloat16((float) value));
      case 32 -> (float) value;
      default -> value;
    };
  }

  @Override
  public Object value(RandomGenerator random) {
    return rounded(
        random.nextInt(3) == 0
            ? SPECIAL[random.nextInt(SPECIAL.length)]
            : random.nextInt(-20, 21) / 4.0);
  }

  @Override
  public CDataColumn column(String name, @Nullable Object... values) {
    @Nullable Short[] halves = new Short[values.length];
    @Nullable Float[] floats = new Float[values.length];
    @Nullable Double[] doubles = new Double[values.length];
    for (int i = 0; i < values.length; i++) {
      Double value = (Double) values[i];
      doubles[i] = value;
      floats[i] = value == null ? null : value.floatValue();
      halves[i] = value == null ? null : Float.floatToFloat16(value.floatValue());
    }
    return switch (bits) {
      case 16 -> CDataColumn.integers(name, "e", Short.BYTES, halves);
      case 32 -> CDataColumn.floats(name, floats);
      default -> CDataColumn.doubles(name, doubles);
    };
  }

  @Override
  public Probe probe(RandomGenerator random, Object near) {
    Double value = (Double) near;
    switch (random.nextInt(10)) {
      case 0 -> {
        String beyond = random.nextBoolean() ? "1e310" : "-1e999999";
        return new Probe(new Literal.Numeric(new BigDecimal(beyond)), new BigDecimal(beyond));
      }
      case 1 -> {
        return new Probe(new Literal.Text("NaN"), Double.NaN);
      }
      case 2 -> {
        return new Probe(new Literal.Text("-inf"), Double.NEGATIVE_INFINITY);
      }
      default -> {
        // Goes on.
      }
    }
    if (value.isNaN() || value.isInfinite()) {
      return new Probe(Literal.of(value), value);
    }
    BigDecimal exact = new BigDecimal(value);
    BigDecimal moved =
        random.nextBoolean() ? exact : exact.add(new BigDecimal(random.nextInt(-3, 4) + "e-2"));
    double nearest = rounded(moved.doubleValue());
    return new Probe(
        new Literal.Numeric(moved), Double.isInfinite(nearest) ? (Object) moved : nearest);
  }
}
