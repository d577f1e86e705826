package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A tag that names another version already. It still does.
public final class TagConflictException extends StoreException {
  private static final long serialVersionUID = 1;

  TagConflictException(String message) {
    super(message);
  }
}
