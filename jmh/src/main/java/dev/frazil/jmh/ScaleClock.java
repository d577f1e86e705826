package dev.frazil.jmh;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/// Measures the points of curves, those of one curve in turns, so that a disturbance meets all of
/// them. The first rounds do not count: they go on until the compiler has nothing left to do.
///
/// @param warmUpSeconds the least time of each point before it counts; the rounds until the
///   compiler is quiet come on top
/// @param warmUpRounds the most of those rounds
/// @param rounds samples of each point
/// @param sampleMillis the least time of a sample, which is as many writes as that takes
record ScaleClock(double warmUpSeconds, int warmUpRounds, int rounds, double sampleMillis) {
  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /// Part of a round that the compiler may take in one that counts.
  private static final double QUIET = 0.02;

  private static long collectionMillis() {
    long millis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      millis += collector.getCollectionTime();
    }
    return millis;
  }

  /// One point while it is measured.
  private static final class Running {
    private final ScaleCurve.Case point;
    private final ScaleWork work;
    private final ScalePoint.Memory memory;
    private final List<Double> wallMicros = new ArrayList<>();
    private final List<Double> micros = new ArrayList<>();

    private Running(ScaleCurve.Case point, ScaleWork work, ScalePoint.Memory memory) {
      this.point = point;
      this.work = work;
      this.memory = memory;
    }

    private void sample(double millis) throws IOException {
      long start = System.nanoTime();
      long cpuStart = THREADS.getCurrentThreadCpuTime();
      long collected = collectionMillis();
      long wall;
      int writes = 0;
      do {
        work.write();
        writes++;
        wall = System.nanoTime() - start;
      } while (wall < millis * 1e6);
      long cpu = THREADS.getCurrentThreadCpuTime() - cpuStart;
      micros.add((cpu / 1e3 + 1e3 * (collectionMillis() - collected)) / writes);
      wallMicros.add(wall / 1e3 / writes);
    }

    private ScalePoint measured() {
      return new ScalePoint(
          point.rows(),
          point.columns(),
          work.files(),
          work.pieces(),
          quantile(micros, 0.5),
          100 * (quantile(micros, 0.75) - quantile(micros, 0.25)) / quantile(micros, 0.5),
          quantile(wallMicros, 0.5),
          work.fileBytes(),
          memory);
    }

    private static double quantile(List<Double> samples, double part) {
      List<Double> sorted = new ArrayList<>(samples);
      Collections.sort(sorted);
      return sorted.get((int) (sorted.size() * part));
    }
  }

  /// The points of a curve.
  List<ScalePoint> measure(ScaleCurve curve) throws IOException {
    List<Running> points = new ArrayList<>();
    try {
      for (ScaleCurve.Case point : curve.cases()) {
        points.add(begin(point));
        print(
            String.format(
                Locale.ROOT,
                "  %,d rows, %,d columns, %,d files: first write",
                point.rows(),
                point.columns(),
                points.getLast().work.files()));
      }
      for (Running point : points) {
        point.sample(warmUpSeconds * 1e3);
      }
      double busy = 1;
      for (int i = 0; i < warmUpRounds && busy > QUIET; i++) {
        busy = round(points);
        print(
            String.format(
                Locale.ROOT, "  warm-up: the compiler took %.1f %% of a round", 100 * busy));
      }
      for (Running point : points) {
        point.wallMicros.clear();
        point.micros.clear();
      }
      for (int i = 0; i < rounds; i++) {
        round(points);
      }
      return points.stream().map(Running::measured).toList();
    } finally {
      points.forEach(p -> p.work.close());
    }
  }

  /// Tells of progress: a curve takes a minute or two.
  private static void print(String line) {
    System.out.println(line);
  }

  /// Samples every point and returns the part of the time that the compiler took.
  private double round(List<Running> points) throws IOException {
    long start = System.nanoTime();
    long compiled = COMPILER.getTotalCompilationTime();
    for (Running point : points) {
      point.sample(sampleMillis);
    }
    return 1e6 * (COMPILER.getTotalCompilationTime() - compiled) / (System.nanoTime() - start);
  }

  /// Opens the work of a point and writes once, for its memory.
  private static Running begin(ScaleCurve.Case point) throws IOException {
    boolean fromHere = ResidentMemory.resetPeak();
    OptionalLong before = ResidentMemory.peak();
    ScaleWork work = point.opening().open();
    try {
      work.write();
    } catch (Throwable t) {
      work.close();
      throw t;
    }
    OptionalLong peak = fromHere ? ResidentMemory.peak() : OptionalLong.empty();
    OptionalLong growth =
        peak.isPresent()
            ? OptionalLong.of(peak.getAsLong() - before.orElseThrow())
            : OptionalLong.empty();
    return new Running(
        point, work, new ScalePoint.Memory(work.nativeBytes(), point.nativeBound(), peak, growth));
  }
}
