package dev.frazil.engine;

/// What went wrong inside Frazil, in one line: `<what failed>: <column path>: expected …, got …`.
/// Errors of input and output are `java.io.IOException` instead.
public abstract sealed class FrazilException extends RuntimeException
    permits ArrowImportException, SchemaException, WriteException, StoreException {
  private static final long serialVersionUID = 1;

  FrazilException(String message) {
    super(message);
  }

  FrazilException(String message, Throwable cause) {
    super(message, cause);
  }
}
