package dev.frazil.engine;

/// What the dataset store refuses. The errors that a caller may want to tell apart are classes of
/// their own in the room of the store.
public abstract non-sealed class StoreException extends FrazilException {
  private static final long serialVersionUID = 1;

  /// An error.
  ///
  /// @param message what went wrong, naming the profile or the path
  protected StoreException(String message) {
    super(message);
  }

  /// An error with its cause.
  ///
  /// @param message what went wrong, naming the profile or the path
  /// @param cause what led to it
  protected StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
