package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A tag that the profile does not have.
public final class TagNotFoundException extends StoreException {
  private static final long serialVersionUID = 1;

  TagNotFoundException(String message) {
    super(message);
  }
}
