package dev.frazil.jmh;

import java.util.List;

/// Coefficients that make the time of points a sum over terms, by least squares of the residuals
/// relative to the time of each point.
///
/// @param terms what the time grows with
/// @param micros microseconds for one of each term
record ScaleFit(List<ScaleTerm> terms, List<Double> micros) {

  /// Fits terms to the times of points, but for terms that no point has.
  ///
  /// @throws IllegalArgumentException if the points do not tell the terms apart
  static ScaleFit of(List<ScaleTerm> wanted, List<ScalePoint> points) {
    List<ScaleTerm> terms =
        wanted.stream().filter(t -> points.stream().anyMatch(p -> t.count(p) > 0)).toList();
    int n = terms.size();
    double[][] normal = new double[n][n + 1];
    double[] scale = new double[n];
    for (int i = 0; i < n; i++) {
      ScaleTerm term = terms.get(i);
      scale[i] = points.stream().mapToDouble(p -> term.count(p) / p.micros()).max().orElse(1);
    }
    for (ScalePoint point : points) {
      double[] row = new double[n + 1];
      for (int i = 0; i < n; i++) {
        row[i] = terms.get(i).count(point) / point.micros() / scale[i];
      }
      row[n] = 1;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= n; j++) {
          normal[i][j] += row[i] * row[j];
        }
      }
    }
    double[] solution = solve(normal);
    Double[] micros = new Double[n];
    for (int i = 0; i < n; i++) {
      micros[i] = solution[i] / scale[i];
    }
    return new ScaleFit(terms, List.of(micros));
  }

  /// Solves a system of equations, each of which ends with its right side, by Gauss's elimination
  /// with a pivot a column.
  private static double[] solve(double[][] system) {
    int n = system.length;
    for (int i = 0; i < n; i++) {
      int pivot = i;
      for (int j = i + 1; j < n; j++) {
        if (Math.abs(system[j][i]) > Math.abs(system[pivot][i])) {
          pivot = j;
        }
      }
      double[] row = system[pivot];
      system[pivot] = system[i];
      system[i] = row;
      if (Math.abs(row[i]) < 1e-12) {
        throw new IllegalArgumentException(
            "fit: expected points that tell terms apart, got others");
      }
      for (int j = 0; j < n; j++) {
        double factor = j == i ? 0 : system[j][i] / row[i];
        for (int k = i; k <= n; k++) {
          system[j][k] -= factor * row[k];
        }
      }
    }
    double[] solution = new double[n];
    for (int i = 0; i < n; i++) {
      solution[i] = system[i][n] / system[i][i];
    }
    return solution;
  }

  /// The time of a point by the coefficients, in microseconds.
  double fitted(ScalePoint point) {
    double sum = 0;
    for (int i = 0; i < terms.size(); i++) {
      sum += micros.get(i) * terms.get(i).count(point);
    }
    return sum;
  }

  /// By how many per cent of the measured time a point takes longer than the coefficients say.
  double residualPercent(ScalePoint point) {
    return 100 * (1 - fitted(point) / point.micros());
  }

  /// How far the point that is farthest off the fit is, in per cent of its time.
  double largestResidualPercent(List<ScalePoint> points) {
    return points.stream().mapToDouble(p -> Math.abs(residualPercent(p))).max().orElse(0);
  }
}
