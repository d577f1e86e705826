package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A version whose files have been deleted, or are about to be.
public final class VersionPrunedException extends StoreException {
  private static final long serialVersionUID = 1;

  VersionPrunedException(String message) {
    super(message);
  }
}
