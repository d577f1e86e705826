package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A text that cannot be the name of a tag.
public final class InvalidTagException extends StoreException {
  private static final long serialVersionUID = 1;

  InvalidTagException(String message) {
    super(message);
  }
}
