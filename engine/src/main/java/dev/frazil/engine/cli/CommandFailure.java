package dev.frazil.engine.cli;

/// A command that cannot do what it was asked, for a reason that the user can mend.
final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// Creates the failure.
  ///
  /// @param message one line: what failed, what was expected, what was found
  CommandFailure(String message) {
    super(message);
  }

  /// Creates the failure with what led to it.
  ///
  /// @param message one line: what failed, what was expected, what was found
  /// @param cause what led to it
  CommandFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
