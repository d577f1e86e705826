package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A key whose directory is not within that of the store, by its text or by a symbolic link.
public final class EscapedKeyException extends StoreException {
  private static final long serialVersionUID = 1;

  EscapedKeyException(String message) {
    super(message);
  }
}
