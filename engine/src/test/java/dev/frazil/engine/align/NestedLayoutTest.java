package dev.frazil.engine.align;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What of a nested column is shared with the batch, and for how long plans are kept.
class NestedLayoutTest {
  private static final ArrowField A = new ArrowField("a", new ArrowType.Int(32, true), true);
  private static final ArrowField B = new ArrowField("b", new ArrowType.Utf8(false), true);

  private static ArrowSchema lists() {
    ArrowField struct = new ArrowField("element", new ArrowType.Struct(), true, List.of(A, B));
    return new ArrowSchema(
        List.of(new ArrowField("l", new ArrowType.List(false), true, List.of(struct))));
  }

  private static RecordBatch batch(CDataBuilder producer, CDataColumn... columns)
      throws IOException {
    try (RecordBatchSource source = producer.source(CDataColumn.batch(2, columns))) {
      return Objects.requireNonNull(source.next());
    }
  }

  @Test
  void whatAgreesIsNotCopiedAtAnyDepth() throws IOException {
    CDataColumn strings = CDataColumn.strings("b", "x", "y", null);
    CDataColumn struct =
        CDataNested.struct("element", "v.v", CDataColumn.ints("a", 1, 2, null), strings);
    try (CDataBuilder producer = new CDataBuilder();
        BatchAligner aligner = new BatchAligner(lists())) {
      RecordBatch read =
          batch(producer, CDataNested.largeList("l", "vv", new long[] {0, 1, 3}, struct));
      ArrowColumn before = read.columns().getFirst();
      try (RecordBatch aligned = aligner.align(read)) {
        ArrowColumn after = aligned.columns().getFirst();
        assertEquals(new ArrowType.List(true), after.field().type());
        assertEquals(before.values().address(), after.values().address());
        ArrowColumn members = before.children().getFirst();
        ArrowColumn alignedMembers = after.children().getFirst();
        assertEquals(members.validity().address(), alignedMembers.validity().address());
        for (int i = 0; i < 2; i++) {
          ArrowColumn member = members.children().get(i);
          ArrowColumn same = alignedMembers.children().get(i);
          assertEquals(member.values().address(), same.values().address());
          assertEquals(member.validity().address(), same.validity().address());
          assertEquals(member.data().address(), same.data().address());
        }
      }
    }
  }

  @Test
  void moreSchemasThanPlansMayAlternate() throws IOException {
    ArrowSchema target =
        new ArrowSchema(List.of(new ArrowField("a", new ArrowType.Int(64, true), true)));
    String[] formats = {"c", "C", "s", "S", "i", "I", "l"};
    int[] widths = {1, 1, 2, 2, 4, 4, 8};
    try (CDataBuilder producer = new CDataBuilder();
        BatchAligner aligner = new BatchAligner(target)) {
      for (int i = 0; i < 3 * formats.length; i++) {
        int k = i % formats.length;
        CDataColumn column = CDataColumn.integers("a", formats[k], widths[k], 5, i);
        try (RecordBatch aligned = aligner.align(batch(producer, column))) {
          ArrowColumn a = aligned.columns().getFirst();
          assertEquals(
              i, a.values().get(ValueLayout.JAVA_LONG_UNALIGNED, (a.offset() + 1) * Long.BYTES));
        }
      }
    }
  }
}
