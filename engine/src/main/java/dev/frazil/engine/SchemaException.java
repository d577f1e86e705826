package dev.frazil.engine;

/// A schema, or a pair of schemas, that cannot be written: unknown types, columns that do not fit.
public final class SchemaException extends FrazilException {
  private static final long serialVersionUID = 1;

  /// Creates the exception.
  ///
  /// @param message `<what failed>: <column path>: expected …, got …`
  public SchemaException(String message) {
    super(message);
  }

  /// Creates the exception with what led to it.
  ///
  /// @param message `<what failed>: <column path>: expected …, got …`
  /// @param cause what led to it
  public SchemaException(String message, Throwable cause) {
    super(message, cause);
  }
}
