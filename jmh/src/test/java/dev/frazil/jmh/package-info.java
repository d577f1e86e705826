/// Tests that the benchmarks measure equal work.
@NullMarked
package dev.frazil.jmh;

import org.jspecify.annotations.NullMarked;
