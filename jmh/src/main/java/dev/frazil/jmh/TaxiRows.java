package dev.frazil.jmh;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Rows in the likeness of New York's yellow taxi trips: 19 nullable columns, two of them instants
/// that are almost all distinct, amounts of two decimals, and many columns of few values. The same
/// rows every time.
final class TaxiRows implements RowGenerator {
  private static final long SEED = 0x7a41;
  private static final long START_MICROS = 1_704_067_200_000_000L; // 2024-01-01
  private static final double[] RATES = {1, 1, 1, 1, 1, 1, 1, 1, 2, 5};
  private static final double[] EXTRAS = {0, 0, 1, 2.5, 2.5, 3.5, 5};

  private final BufferAllocator allocator;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private long clock = START_MICROS;

  TaxiRows(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  @Override
  public VectorSchemaRoot next(int rows) {
    List<FieldVector> columns = new ArrayList<>();
    columns.add(ints("VendorID", rows, 2, 1));
    TimeStampMicroVector pickup = instants("tpep_pickup_datetime");
    TimeStampMicroVector dropoff = instants("tpep_dropoff_datetime");
    pickup.allocateNew(rows);
    dropoff.allocateNew(rows);
    columns.add(pickup);
    columns.add(dropoff);
    columns.add(doubles("passenger_count", rows, 30, r -> 1 + r.nextInt(r.nextInt(1, 7))));
    Float8Vector distance = doubles("trip_distance", rows, 0, r -> cents(r, 2_000, 3.0));
    columns.add(distance);
    columns.add(doubles("RatecodeID", rows, 30, r -> RATES[r.nextInt(RATES.length)]));
    columns.add(flags("store_and_fwd_flag", rows));
    columns.add(ints("PULocationID", rows, 263, 1));
    columns.add(ints("DOLocationID", rows, 263, 1));
    columns.add(longs("payment_type", rows, 4));
    Float8Vector fare = doubles("fare_amount", rows, 0, r -> cents(r, 120, 2.2));
    columns.add(fare);
    columns.add(doubles("extra", rows, 0, r -> EXTRAS[r.nextInt(EXTRAS.length)]));
    columns.add(doubles("mta_tax", rows, 0, r -> r.nextInt(100) < 98 ? 0.5 : 0));
    columns.add(doubles("tip_amount", rows, 0, r -> r.nextInt(4) == 0 ? 0 : cents(r, 30, 2.0)));
    columns.add(doubles("tolls_amount", rows, 0, r -> r.nextInt(12) == 0 ? 6.94 : 0));
    columns.add(doubles("improvement_surcharge", rows, 0, r -> r.nextInt(100) < 99 ? 1 : 0.3));
    columns.add(doubles("total_amount", rows, 0, r -> cents(r, 160, 2.0) + 4));
    columns.add(doubles("congestion_surcharge", rows, 30, r -> r.nextInt(10) == 0 ? 0 : 2.5));
    columns.add(doubles("Airport_fee", rows, 30, r -> r.nextInt(11) == 0 ? 1.75 : 0));
    for (int i = 0; i < rows; i++) {
      clock += random.nextInt(2_000_000);
      long start = clock / 1_000_000 * 1_000_000;
      pickup.set(i, start);
      dropoff.set(i, start + (60 + (long) cents(random, 3_600, 2.0)) * 1_000_000);
    }
    columns.forEach(c -> c.setValueCount(rows));
    return new VectorSchemaRoot(columns);
  }

  /// An amount of two decimals up to a limit, small ones more likely.
  private static double cents(SplittableRandom random, double limit, double skew) {
    return Math.round(Math.pow(random.nextDouble(), skew) * limit * 100) / 100.0;
  }

  private IntVector ints(String name, int rows, int bound, int first) {
    IntVector vector = new IntVector(name, allocator);
    vector.allocateNew(rows);
    for (int i = 0; i < rows; i++) {
      vector.set(i, first + low(bound));
    }
    return vector;
  }

  private BigIntVector longs(String name, int rows, int bound) {
    BigIntVector vector = new BigIntVector(name, allocator);
    vector.allocateNew(rows);
    for (int i = 0; i < rows; i++) {
      vector.set(i, 1 + low(bound));
    }
    return vector;
  }

  private TimeStampMicroVector instants(String name) {
    return new TimeStampMicroVector(name, allocator);
  }

  /// A number below a bound, small ones more likely.
  private int low(int bound) {
    int first = random.nextInt(bound);
    return Math.min(first, random.nextInt(bound));
  }

  private interface Amount {
    double next(SplittableRandom random);
  }

  private Float8Vector doubles(String name, int rows, int nullsPerMille, Amount amount) {
    Float8Vector vector = new Float8Vector(name, allocator);
    vector.allocateNew(rows);
    for (int i = 0; i < rows; i++) {
      if (random.nextInt(1_000) < nullsPerMille) {
        vector.setNull(i);
      } else {
        vector.set(i, amount.next(random));
      }
    }
    return vector;
  }

  private VarCharVector flags(String name, int rows) {
    VarCharVector vector = new VarCharVector(name, allocator);
    vector.allocateNew(rows);
    byte[] no = "N".getBytes(StandardCharsets.UTF_8);
    byte[] yes = "Y".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < rows; i++) {
      if (random.nextInt(1_000) < 30) {
        vector.setNull(i);
      } else {
        vector.setSafe(i, random.nextInt(100) == 0 ? yes : no);
      }
    }
    return vector;
  }
}
