/// Benchmarks of the engine beside its peers, driven from the same vectors in the same run.
@NullMarked
package dev.frazil.jmh;

import org.jspecify.annotations.NullMarked;
