package dev.frazil.encoders;

/// A column could not be encoded: the message names the column, what was expected and what was
/// found.
public final class EncoderException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// Creates the exception.
  ///
  /// @param message `<what failed>: <column path>: expected …, got …`
  public EncoderException(String message) {
    super(message);
  }

  /// Creates the exception with what led to it.
  ///
  /// @param message `<what failed>: <column path>: expected …, got …`
  /// @param cause what led to it
  public EncoderException(String message, Throwable cause) {
    super(message, cause);
  }
}
