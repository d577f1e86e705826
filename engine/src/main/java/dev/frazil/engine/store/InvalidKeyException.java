package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A key that names no profile: none at all, an empty one, or one that stands for something else in
/// the directory of a store.
public final class InvalidKeyException extends StoreException {
  private static final long serialVersionUID = 1;

  InvalidKeyException(String message) {
    super(message);
  }
}
