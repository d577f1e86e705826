package dev.frazil.engine.arrow;

import dev.frazil.engine.ArrowImportException;
import java.util.List;

/// A type and the fields below it.
///
/// @param type the type, with what stands in the flags and in the children of its struct
/// @param children the fields of the columns below
record NestedShape(ArrowType type, List<ArrowField> children) {

  /// Checks what the type asks of its children.
  ///
  /// @param type the type as its format string has it
  /// @param flags the flags of its struct
  /// @throws ArrowImportException if a child is not what the type asks for
  static NestedShape of(ArrowType type, long flags, List<ArrowField> children, String path) {
    return switch (type) {
      case ArrowType.Map _ -> map((flags & CStructs.FLAG_MAP_KEYS_SORTED) != 0, children, path);
      case ArrowType.RunEndEncoded _ -> runs(children, path);
      default -> new NestedShape(type, children);
    };
  }

  /// Entries and keys are never null (Schema.fbs, "Map"), whatever their flags say: the importer
  /// looks for nulls there.
  private static NestedShape map(boolean keysSorted, List<ArrowField> children, String path) {
    ArrowField entries = children.getFirst();
    if (!(entries.type() instanceof ArrowType.Struct)
        || entries.indexType() != null
        || entries.children().size() != 2) {
      throw ArrayStruct.failure(
          path,
          "entries of a struct of a key and a value under map",
          "%s of %d children".formatted(entries.type(), entries.children().size()));
    }
    ArrowField key = required(entries.children().getFirst());
    ArrowField entry =
        new ArrowField(
            entries.name(),
            entries.type(),
            false,
            entries.metadata(),
            null,
            List.of(key, entries.children().getLast()));
    return new NestedShape(new ArrowType.Map(keysSorted), List.of(entry));
  }

  private static ArrowField required(ArrowField field) {
    return new ArrowField(
        field.name(), field.type(), false, field.metadata(), field.indexType(), field.children());
  }

  private static NestedShape runs(List<ArrowField> children, String path) {
    ArrowField ends = children.getFirst();
    if (!(ends.type() instanceof ArrowType.Int(int bits, boolean signed))
        || !signed
        || bits == Byte.SIZE
        || ends.indexType() != null) {
      throw ArrayStruct.failure(
          path, "run ends of int16, int32 or int64 under run_end_encoded", ends.type().toString());
    }
    return new NestedShape(new ArrowType.RunEndEncoded(bits), children);
  }
}
