package dev.frazil.engine.verify;

/// Bytes that are not what the file says they are.
final class Undecodable extends Exception {
  private static final long serialVersionUID = 1;

  /// Creates the exception.
  ///
  /// @param message what the bytes are instead
  Undecodable(String message) {
    super(message);
  }

  /// The message, of whatever was thrown.
  static Undecodable of(Throwable cause) {
    Undecodable result = new Undecodable(String.valueOf(cause.getMessage()));
    result.initCause(cause);
    return result;
  }
}
