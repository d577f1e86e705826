package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.engine.ArrowImportException;

/// The first child of run-end encoded columns: behind which slot of the parent, its offset
/// included, each run ends.
final class RunEnds {
  private RunEnds() {}

  /// The end of a run.
  static long at(ArrowColumn ends, int run) {
    long slot = ends.offset() + run;
    return switch ((int) ends.field().type().slotBits()) {
      case Short.SIZE -> ends.values().get(SHORT, slot << 1);
      case Integer.SIZE -> ends.values().get(INT, slot << 2);
      default -> ends.values().get(LONG, slot << 3);
    };
  }

  /// Checks that runs have slots and that the last one ends at `end` or behind it.
  ///
  /// @throws ArrowImportException naming the first run that has no slot
  static void check(ArrowColumn ends, long end, String path) {
    long last = 0;
    for (int run = 0; run < ends.length(); run++) {
      long here = at(ends, run);
      if (here <= last) {
        throw ArrayStruct.failure(
            path + ": run " + run,
            "an end behind " + last + ", where the run before it ends",
            String.valueOf(here));
      }
      last = here;
    }
    if (last < end) {
      throw ArrayStruct.failure(path, "runs up to slot " + end, "runs up to slot " + last);
    }
  }

  /// The run that a slot of the parent, its offset included, lies in.
  static int find(ArrowColumn ends, long slot) {
    int low = 0;
    int high = ends.length() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (at(ends, middle) <= slot) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
