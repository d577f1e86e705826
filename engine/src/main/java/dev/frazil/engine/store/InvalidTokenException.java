package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A text that is no token of a snapshot.
public final class InvalidTokenException extends StoreException {
  private static final long serialVersionUID = 1;

  InvalidTokenException(String message) {
    super(message);
  }
}
