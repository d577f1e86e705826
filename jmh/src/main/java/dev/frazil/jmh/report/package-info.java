/// Turns the committed results of benchmarks into tables and pictures, the same bytes every time.
/// Knows the names of benchmarks and nothing of what they measure.
@NullMarked
package dev.frazil.jmh.report;

import org.jspecify.annotations.NullMarked;
