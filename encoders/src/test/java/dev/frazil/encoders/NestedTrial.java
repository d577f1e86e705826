package dev.frazil.encoders;

import dev.frazil.encoders.Nesting.Step;
import dev.frazil.encoders.memory.Layouts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Rows of nested INT32 values in two forms made side by side: the steps that the encoder reads,
/// and the levels that the record shredding of the Dremel paper gives for the same rows.
final class NestedTrial {
  /// One step of a path.
  enum Kind {
    OPTIONAL,
    LIST,
    LARGE_LIST,
    FIXED_LIST
  }

  static final int FIXED_SIZE = 3;

  final List<Integer> definitionLevels = new ArrayList<>();
  final List<Integer> repetitionLevels = new ArrayList<>();
  final List<@Nullable Object> values = new ArrayList<>();
  final List<Step> steps = new ArrayList<>();
  private final Random random;
  private final int nullPercent;

  NestedTrial(Random random, int nullPercent) {
    this.random = random;
    this.nullPercent = nullPercent;
  }

  /// What stands in a slot of a step: a value, null, or the elements of a list.
  private record Node(boolean absent, List<Node> elements, int value) {}

  /// Makes rows; returns the leaf's values.
  LeafValues rows(Arena arena, List<Kind> path, int count) {
    List<Node> slots = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      Node node = node(path, 0);
      slots.add(node);
      shred(path, 0, node, 0, 0, 0);
    }
    for (int step = 0; step < path.size(); step++) {
      slots = lay(arena, path.get(step), slots);
    }
    int offset = random.nextInt(3);
    MemorySegment segment = arena.allocate(4L * (offset + slots.size()) + 1);
    for (int i = 0; i < slots.size(); i++) {
      segment.set(Layouts.INT, 4L * (offset + i), slots.get(i).value);
    }
    return new LeafValues.FixedWidth(segment, 4, offset);
  }

  private Node node(List<Kind> path, int step) {
    if (step == path.size()) {
      return new Node(false, List.of(), random.nextInt(50));
    }
    boolean absent = path.get(step) == Kind.OPTIONAL && random.nextInt(100) < nullPercent;
    int size =
        switch (path.get(step)) {
          case OPTIONAL -> 1;
          case LIST, LARGE_LIST ->
              random.nextInt(3) == 0
                  ? 0
                  : random.nextInt(random.nextInt(10) == 0 && path.size() < 4 ? 100 : 4);
          case FIXED_LIST -> FIXED_SIZE;
        };
    List<Node> elements = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      elements.add(node(path, step + 1)); // what is absent hides something
    }
    return new Node(absent, elements, 0);
  }

  private void shred(
      List<Kind> path, int step, Node node, int definition, int repetition, int lists) {
    if (step == path.size()) {
      add(definition, repetition, node.value);
    } else if (path.get(step) == Kind.OPTIONAL) {
      if (node.absent) {
        add(definition, repetition, null);
      } else {
        shred(path, step + 1, node.elements.getFirst(), definition + 1, repetition, lists);
      }
    } else if (node.elements.isEmpty()) {
      add(definition, repetition, null);
    } else {
      int level = repetition;
      for (Node element : node.elements) {
        shred(path, step + 1, element, definition + 1, level, lists + 1);
        level = lists + 1;
      }
    }
  }

  private void add(int definition, int repetition, @Nullable Object value) {
    definitionLevels.add(definition);
    repetitionLevels.add(repetition);
    values.add(value);
  }

  /// Adds the step of one kind; returns the slots of the next one.
  private List<Node> lay(Arena arena, Kind kind, List<Node> slots) {
    int offset = random.nextInt(12);
    List<Node> next = new ArrayList<>();
    slots.forEach(slot -> next.addAll(slot.elements));
    switch (kind) {
      case OPTIONAL -> {
        MemorySegment bits = arena.allocate((offset + slots.size() + 7L) / 8 + 1);
        for (int i = 0; i < slots.size(); i++) {
          int bit = slots.get(i).absent ? 0 : 1;
          long at = ((long) offset + i) >>> 3;
          bits.set(
              Layouts.BYTE, at, (byte) (bits.get(Layouts.BYTE, at) | (bit << ((offset + i) & 7))));
        }
        boolean none = slots.stream().noneMatch(Node::absent);
        steps.add(
            new Step.Optional(
                none ? MemorySegment.NULL : bits,
                offset,
                none,
                !none && slots.stream().allMatch(Node::absent)));
      }
      case LIST, LARGE_LIST -> {
        int width = kind == Kind.LIST ? 4 : 8;
        MemorySegment offsets = arena.allocate((long) width * (offset + slots.size() + 1));
        long end = 0;
        for (int i = 0; i <= slots.size(); i++) {
          long at = (long) width * (offset + i);
          if (width == 4) {
            offsets.set(Layouts.INT, at, (int) end);
          } else {
            offsets.set(Layouts.LONG, at, end);
          }
          end += i < slots.size() ? slots.get(i).elements.size() : 0;
        }
        steps.add(new Step.Repeated(offsets, width, offset));
      }
      case FIXED_LIST -> steps.add(new Step.FixedSize(FIXED_SIZE, 0));
    }
    return next;
  }
}
