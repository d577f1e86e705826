package dev.frazil.engine.arrow;

/// Which slot of a nested column leads to a slot of its children: for messages, since it looks for
/// it from the first slot on.
final class ParentSlot {
  private ParentSlot() {}

  /// The first slot that does.
  ///
  /// @param parent a nested column
  /// @param reached its slots that belong to rows, one of which leads to the child's slot
  /// @param slot a slot of the children; of the values for runs
  static int of(ArrowColumn parent, ReachedSlots reached, int slot) {
    if (parent.field().type() instanceof ArrowType.Struct) {
      return (int) (slot - parent.offset());
    }
    int found = reached.first();
    while (!reached.holds(parent, found) || !leads(parent, parent.offset() + found, slot)) {
      found++;
    }
    return found;
  }

  private static boolean leads(ArrowColumn parent, long from, int slot) {
    return switch (parent.field().type()) {
      case ArrowType.FixedSizeList(int size) -> slot / size == from;
      case ArrowType.List(boolean large) -> spans(parent, large, from, slot);
      case ArrowType.Map _ -> spans(parent, false, from, slot);
      case ArrowType.ListView(boolean large) -> {
        long start = RisingOffsets.at(parent.values(), large, from);
        yield start <= slot && slot - start < RisingOffsets.at(parent.data(), large, from);
      }
      default -> RunEnds.find(parent.children().getFirst(), from) == slot;
    };
  }

  private static boolean spans(ArrowColumn lists, boolean large, long from, int slot) {
    return RisingOffsets.at(lists.values(), large, from) <= slot
        && slot < RisingOffsets.at(lists.values(), large, from + 1);
  }
}
