package dev.frazil.engine.align;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.align.StructAlignment.Member;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ColumnCast;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// Plans how fields of a source become fields of a target, and refuses what has no way.
///
/// @param defaults what stands in fields that the source does not have
/// @param options what is allowed beyond what loses nothing
record FieldPlanner(TargetDefaults defaults, AlignmentOptions options) {
  private static final int ENTRY_FIELDS = 2;

  /// The way from one field to another.
  ///
  /// @param from a field of a source, in plain layout where it is nested
  /// @param path the target, for defaults and messages
  FieldAlignment field(ArrowField from, ArrowField to, FieldPath path) {
    FieldAlignment alignment = values(from, to, path);
    return to.nullable() ? alignment : new FieldAlignment.Required(alignment, path.toString());
  }

  private FieldAlignment values(ArrowField from, ArrowField to, FieldPath path) {
    if (from.type() instanceof ArrowType.Null) {
      return new FieldAlignment.Nulls(AbsentColumn.nulls(to));
    }
    ValueConversion conversion = options.convertValues() ? ConvertedLeaf.plan(from, to) : null;
    if (conversion != null) {
      return new ConvertedLeaf(from, to, conversion, path.toString());
    }
    FieldMeaning.require(from, to, path.toString());
    return switch (to.type()) {
      case ArrowType.Struct _ -> struct(from, to, path);
      case ArrowType.List _, ArrowType.ListView _, ArrowType.FixedSizeList _ ->
          list(from, to, path);
      case ArrowType.Map _ -> map(from, to, path);
      default ->
          new FieldAlignment.Leaf(
              ColumnCast.of(from, to, options.casts(), path.toString()), path.toString());
    };
  }

  private StructAlignment struct(ArrowField from, ArrowField to, FieldPath path) {
    if (!(from.type() instanceof ArrowType.Struct)) {
      throw refused(from, to, path);
    }
    return members(from.children(), to, path);
  }

  /// The members of a struct, or the columns of a batch.
  StructAlignment members(List<ArrowField> sources, ArrowField to, FieldPath path) {
    List<ArrowField> known = new ArrayList<>(to.children());
    known.addAll(defaults.unknown(path.names()));
    int[] match = FieldMatch.of(sources, known, path, options.ignoreExtraColumns());
    List<Member> members = new ArrayList<>();
    boolean done = false;
    try {
      for (int i = 0; i < known.size(); i++) {
        ArrowField target = known.get(i);
        FieldPath below = path.then(target.name());
        boolean unknown = i >= to.children().size();
        if (match[i] == FieldMatch.MISSING) {
          if (!unknown) {
            AbsentColumn absent = AbsentColumn.missing(target, below, defaults);
            members.add(new StructAlignment.Absent(absent));
          }
        } else if (unknown) {
          members.add(unknown(match[i], sources.get(match[i]), below));
        } else {
          FieldAlignment way = top(sources.get(match[i]), target, below);
          members.add(new StructAlignment.Present(match[i], way));
        }
      }
      done = true;
      return new StructAlignment(to, members);
    } finally {
      if (!done) {
        members.forEach(Member::close);
      }
    }
  }

  private FieldAlignment top(ArrowField from, ArrowField to, FieldPath path) {
    return path.names().size() == 1 && from.type().nested()
        ? PlainAlignment.of(from, plain -> field(plain, to, path))
        : field(from, to, path);
  }

  private static Member unknown(int child, ArrowField from, FieldPath path) {
    return new StructAlignment.Unknown(child, PlainAlignment.ofAny(from), path.toString());
  }

  private FieldAlignment list(ArrowField from, ArrowField to, FieldPath path) {
    boolean sameSize =
        !(to.type() instanceof ArrowType.FixedSizeList) || to.type().equals(from.type());
    if (!isList(from) || !sameSize) {
      throw refused(from, to, path);
    }
    FieldPath below = path.then(TargetDefaults.ELEMENT);
    return new ListAlignment(to, part(from.children().getFirst(), to.children().getFirst(), below));
  }

  /// Maps by the place of the key and the value in the entries, which may come as a list of
  /// structs.
  private FieldAlignment map(ArrowField from, ArrowField to, FieldPath path) {
    boolean map = from.type() instanceof ArrowType.Map;
    if (!map && !isList(from)) {
      throw refused(from, to, path);
    }
    ArrowField entries = from.children().getFirst();
    ArrowField target = to.children().getFirst();
    boolean pairs =
        entries.type() instanceof ArrowType.Struct && entries.children().size() == ENTRY_FIELDS;
    if (!pairs) {
      throw refused(from, to, path);
    }
    List<String> names = List.of(TargetDefaults.KEY, TargetDefaults.VALUE);
    List<Member> members = new ArrayList<>();
    boolean done = false;
    try {
      for (int i = 0; i < ENTRY_FIELDS; i++) {
        ArrowField member = entries.children().get(i);
        FieldPath below = path.then(names.get(i));
        FieldAlignment way = part(member, target.children().get(i), below);
        members.add(new StructAlignment.Present(i, way));
      }
      done = true;
      StructAlignment pair = new StructAlignment(target, members);
      return new ListAlignment(to, new FieldAlignment.Required(pair, path + ".key_value"));
    } finally {
      if (!done) {
        members.forEach(Member::close);
      }
    }
  }

  /// An element, a key or a value: found by its place, whatever it is called.
  private FieldAlignment part(ArrowField from, ArrowField to, FieldPath path) {
    OptionalInt expected = to.fieldId();
    OptionalInt got = from.fieldId();
    if (expected.isPresent() && got.isPresent() && !expected.equals(got)) {
      throw new SchemaException(
          "align: %s: expected field id %d, got %d"
              .formatted(path, expected.getAsInt(), got.getAsInt()));
    }
    return field(from, to, path);
  }

  private static boolean isList(ArrowField field) {
    return field.type() instanceof ArrowType.List
        || field.type() instanceof ArrowType.FixedSizeList;
  }

  private static SchemaException refused(ArrowField from, ArrowField to, FieldPath path) {
    return FieldMeaning.refused(from, to, path.toString());
  }
}
