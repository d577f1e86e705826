package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A token that was used for another payload before. Nothing was written.
public final class TokenConflictException extends StoreException {
  private static final long serialVersionUID = 1;

  TokenConflictException(String message) {
    super(message);
  }
}
