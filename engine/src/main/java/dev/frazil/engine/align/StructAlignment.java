package dev.frazil.engine.align;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ReachedSlots;
import java.util.ArrayList;
import java.util.List;

/// The members of a struct, or the columns of a batch, in the target's order at the target's types.
final class StructAlignment implements FieldAlignment {
  /// Where a member of the target comes from.
  sealed interface Member extends AutoCloseable {
    @Override
    void close();
  }

  /// A member of the source.
  ///
  /// @param child its number there
  record Present(int child, FieldAlignment alignment) implements Member {
    @Override
    public void close() {
      alignment.close();
    }
  }

  /// What the source does not have.
  record Absent(AbsentColumn column) implements Member {
    @Override
    public void close() {
      column.close();
    }
  }

  /// A member of the source that the target knows of and does not have.
  ///
  /// @param path the member, for messages
  record Unknown(int child, FieldAlignment alignment, String path) implements Member {
    /// Nothing but nulls may stand there.
    void requireNulls(ArrowColumn source, ReachedSlots reached) {
      ArrowColumn column = alignment.apply(source, reached);
      for (int slot = reached.first(); slot < column.length(); slot++) {
        if (!column.isNull(slot) && reached.contains(slot)) {
          throw new WriteException(
              "align: %s: expected nothing but nulls in a column of type unknown, got a value of %s in row %d"
                  .formatted(path, source.field().type(), reached.row(slot)));
        }
      }
    }

    @Override
    public void close() {
      alignment.close();
    }
  }

  private final ArrowField target;
  private final List<Member> members;

  /// Takes the members over.
  ///
  /// @param members one for each member of the target in its order, and the unknown ones
  StructAlignment(ArrowField target, List<Member> members) {
    this.target = target;
    this.members = List.copyOf(members);
  }

  @Override
  public ArrowColumn apply(ArrowColumn column, ReachedSlots reached) {
    ReachedSlots below = reached.below(column);
    List<ArrowColumn> children =
        members(column.children(), below, column.offset(), column.length());
    return new ArrowColumn(
        field(children),
        column.length(),
        column.offset(),
        column.nullCount(),
        column.validity(),
        column.values(),
        column.data(),
        List.of(),
        null,
        children);
  }

  /// The members of the target.
  ///
  /// @param sources the members of the source
  /// @param reached which of their slots belong to rows
  /// @param before slots of the members before the first one of the struct
  /// @param count slots of the struct
  List<ArrowColumn> members(
      List<ArrowColumn> sources, ReachedSlots reached, long before, int count) {
    List<ArrowColumn> children = new ArrayList<>(members.size());
    for (Member member : members) {
      switch (member) {
        case Present(int child, FieldAlignment alignment) ->
            children.add(alignment.apply(sources.get(child), reached));
        case Absent(AbsentColumn absent) -> children.add(absent.rowsAfter(before, count));
        case Unknown unknown -> unknown.requireNulls(sources.get(unknown.child()), reached);
      }
    }
    return children;
  }

  private ArrowField field(List<ArrowColumn> children) {
    List<ArrowField> fields = children.stream().map(ArrowColumn::field).toList();
    return fields.equals(target.children())
        ? target
        : FieldAlignment.laidOut(target, new ArrowField("", target.type(), true, fields));
  }

  @Override
  public void close() {
    members.forEach(Member::close);
  }
}
