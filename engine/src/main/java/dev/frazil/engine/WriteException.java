package dev.frazil.engine;

/// Values that cannot be written as asked, or a writer that cannot go on.
public final class WriteException extends FrazilException {
  private static final long serialVersionUID = 1;

  /// Creates the exception.
  ///
  /// @param message `<what failed>: <column path>: expected …, got …`
  public WriteException(String message) {
    super(message);
  }

  /// Creates the exception with what led to it.
  ///
  /// @param message `<what failed>: <column path>: expected …, got …`
  /// @param cause what led to it
  public WriteException(String message, Throwable cause) {
    super(message, cause);
  }
}
