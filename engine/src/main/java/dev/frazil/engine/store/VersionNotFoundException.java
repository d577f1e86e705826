package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A version that the profile does not have: never written, not yet committed, or given up.
public final class VersionNotFoundException extends StoreException {
  private static final long serialVersionUID = 1;

  VersionNotFoundException(String message) {
    super(message);
  }
}
