package dev.frazil.engine.cli;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import org.jspecify.annotations.Nullable;

/// Escapes of JSON that may be shown on a terminal: those that JSON demands (RFC 8259, section 7),
/// and all other control characters, which JSON would let through.
final class JsonEscapes extends CharacterEscapes {
  /// The one instance; without state.
  static final JsonEscapes INSTANCE = new JsonEscapes();

  private static final long serialVersionUID = 1;
  private static final int DELETE = 0x7F;

  private JsonEscapes() {}

  @Override
  public int[] getEscapeCodesForAscii() {
    int[] codes = standardAsciiEscapesForJSON();
    codes[DELETE] = ESCAPE_STANDARD;
    return codes;
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int character) {
    return Character.isISOControl(character)
        ? new SerializedString("\\u%04x".formatted(character))
        : null;
  }
}
