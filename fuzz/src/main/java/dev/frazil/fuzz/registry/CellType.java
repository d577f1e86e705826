package dev.frazil.fuzz.registry;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A leaf type of the registry: an Arrow type in one layout, and the values that its cells hold.
///
/// @param name its name in the table
/// @param field a nullable field of the type
/// @param values what its cells hold: extremes, the neighbours of zero, empties; no nulls
public record CellType(String name, ArrowField field, List<Object> values) {
  private static final String EXTENSION = ArrowField.EXTENSION_NAME;
  private static final String VARIANT = "arrow.parquet.variant";
  private static final String EXTENSION_METADATA = "ARROW:extension:metadata";

  /// Copies the values.
  ///
  /// @param name its name in the table
  /// @param field a nullable field of the type
  /// @param values what its cells hold
  public CellType(String name, ArrowField field, List<Object> values) {
    this.name = name;
    this.field = field;
    this.values = List.copyOf(values);
  }

  static CellType of(ArrowType type, List<Object> values) {
    return new CellType(type.toString(), field(type, Map.of(), null), values);
  }

  static CellType dictionary(ArrowType.Int index, ArrowType type, List<Object> values) {
    return new CellType(
        "dictionary<" + index + ", " + type + ">", field(type, Map.of(), index), values);
  }

  static CellType runs(int runEndBits, ArrowType type, List<Object> values) {
    List<ArrowField> children =
        List.of(
            new ArrowField("run_ends", new ArrowType.Int(runEndBits, true), false),
            new ArrowField("values", type, true));
    ArrowType runs = new ArrowType.RunEndEncoded(runEndBits);
    return new CellType(
        runs + "<int" + runEndBits + ", " + type + ">",
        new ArrowField("", runs, true, children),
        values);
  }

  static CellType extension(
      String extension, String metadata, ArrowType storage, List<Object> values) {
    return new CellType(
        extension + " over " + storage,
        field(storage, Map.of(EXTENSION, extension, EXTENSION_METADATA, metadata), null),
        values);
  }

  static CellType variant(List<Object> values) {
    ArrowType binary = new ArrowType.Binary(false);
    return new CellType(
        VARIANT,
        new ArrowField(
            "",
            new ArrowType.Struct(),
            true,
            Map.of(EXTENSION, VARIANT, EXTENSION_METADATA, ""),
            null,
            List.of(
                new ArrowField("metadata", binary, false), new ArrowField("value", binary, false))),
        values);
  }

  /// A copy of the table's entry under another name, with other values.
  CellType with(String suffix, List<Object> others) {
    return new CellType(name + " " + suffix, field, others);
  }

  private static ArrowField field(
      ArrowType type, Map<String, String> metadata, ArrowType.@Nullable Int index) {
    return new ArrowField("", type, true, metadata, index);
  }

  /// The type whose values the leaf has: run ends are seen through.
  ///
  /// @return a type without children
  public ArrowType valueType() {
    return field.type() instanceof ArrowType.RunEndEncoded
        ? field.children().getLast().type()
        : field.type();
  }

  /// Whether the type is a group of leaves in the file.
  ///
  /// @return true for variants
  public boolean group() {
    return field.type() instanceof ArrowType.Struct;
  }

  /// The name of the extension type.
  ///
  /// @return the name, or an empty text for none
  public String extension() {
    return field.metadata().getOrDefault(EXTENSION, "");
  }

  /// A field of the type.
  ///
  /// @param fieldName its name
  /// @param nullable whether values may be missing
  /// @return the field
  public ArrowField named(String fieldName, boolean nullable) {
    List<ArrowField> children = field.children();
    if (field.type() instanceof ArrowType.RunEndEncoded) {
      ArrowField runValues = children.getLast();
      children =
          List.of(
              children.getFirst(), new ArrowField(runValues.name(), runValues.type(), nullable));
    }
    return new ArrowField(
        fieldName, field.type(), nullable, field.metadata(), field.indexType(), children);
  }

  @Override
  public String toString() {
    return name;
  }
}
