package dev.frazil.engine.verify;

/// Bytes of a kind that cannot be verified, by a library that is not there or for want of a
/// decoder.
final class Unsupported extends Exception {
  private static final long serialVersionUID = 1;

  /// Creates the exception.
  ///
  /// @param message what is not supported
  Unsupported(String message) {
    super(message);
  }
}
