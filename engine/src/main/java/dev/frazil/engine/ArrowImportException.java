package dev.frazil.engine;

/// Arrow data that contradicts itself, or that its producer could not deliver.
public final class ArrowImportException extends FrazilException {
  private static final long serialVersionUID = 1;

  /// Creates the exception.
  ///
  /// @param message `<what failed>: <column path>: expected …, got …`
  public ArrowImportException(String message) {
    super(message);
  }

  /// Creates the exception with what led to it.
  ///
  /// @param message `<what failed>: <column path>: expected …, got …`
  /// @param cause what led to it
  public ArrowImportException(String message, Throwable cause) {
    super(message, cause);
  }
}
