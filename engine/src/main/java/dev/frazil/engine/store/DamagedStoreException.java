package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A file of the store's own that does not have the form it was written in.
public final class DamagedStoreException extends StoreException {
  private static final long serialVersionUID = 1;

  DamagedStoreException(String message) {
    super(message);
  }

  DamagedStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
