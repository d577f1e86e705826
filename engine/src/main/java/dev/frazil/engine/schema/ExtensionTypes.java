package dev.frazil.engine.schema;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import java.util.List;

/// The Arrow extension types whose values Frazil knows the meaning of. What the storage of another
/// one means is nobody's to guess.
public final class ExtensionTypes {
  /// The extension name of JSON in strings.
  public static final String JSON = "arrow.json";

  private static final List<String> KNOWN =
      List.of(
          ArrowField.UUID_EXTENSION,
          ArrowField.BOOL8_EXTENSION,
          JSON,
          VariantType.EXTENSION,
          GeospatialType.EXTENSION);

  private ExtensionTypes() {}

  /// Refuses other extension types.
  ///
  /// @param field any field
  /// @param path what to call it in messages
  /// @throws SchemaException if it has an extension type that is not known
  public static void requireKnown(ArrowField field, String path) {
    String name = field.metadata().get(ArrowField.EXTENSION_NAME);
    if (name != null && !KNOWN.contains(name)) {
      throw new SchemaException(
          "extension type: %s: expected one of %s, got %s over %s"
              .formatted(path, String.join(", ", KNOWN), name, field.type()));
    }
  }
}
