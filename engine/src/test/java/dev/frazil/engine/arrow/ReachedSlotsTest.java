package dev.frazil.engine.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Collections;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReachedSlotsTest {
  /// Structs in one another, each cut somewhere.
  @Test
  void membersAreReachedThroughStructsThatHoldSomething() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int trial = 0; trial < 200; trial++) {
      int outerOffset = random.nextInt(150);
      int innerOffset = random.nextInt(150);
      int rows = random.nextInt(1, 200);
      String outer = validity(random, outerOffset + rows);
      String inner = validity(random, innerOffset + outerOffset + rows);
      Integer[] values = Collections.nCopies(inner.length(), 1).toArray(Integer[]::new);
      CDataColumn below =
          CDataNested.struct("b", inner, CDataColumn.ints("i", values))
              .slice(innerOffset, outerOffset + rows);
      CDataColumn column = CDataNested.struct("a", outer, below).slice(outerOffset, rows);
      try (CDataBuilder producer = new CDataBuilder();
          RecordBatchSource source = producer.source(CDataColumn.batch(rows, column));
          RecordBatch batch = Objects.requireNonNull(source.next())) {
        ArrowColumn a = batch.columns().getFirst();
        ReachedSlots members = ReachedSlots.all().below(a);
        ReachedSlots leaves = members.below(a.children().getFirst());
        String text = "seed " + seed + ", trial " + trial;
        for (int row = 0; row < rows; row++) {
          int slot = outerOffset + row;
          boolean holds = outer.charAt(slot) == 'v';
          assertEquals(holds, members.contains(slot), text);
          assertEquals(row, members.row(slot), text);
          int leaf = innerOffset + slot;
          assertEquals(holds && inner.charAt(leaf) == 'v', leaves.contains(leaf), text);
          assertEquals(row, leaves.row(leaf), text);
        }
      }
    }
  }

  private static String validity(Random random, int slots) {
    int nulls = random.nextInt(3);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < slots; i++) {
      text.append(random.nextInt(3) < nulls ? '.' : 'v');
    }
    return text.toString();
  }
}
