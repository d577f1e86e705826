package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A profile that has no version, or no version of the format that was asked for.
public final class ProfileNotFoundException extends StoreException {
  private static final long serialVersionUID = 1;

  ProfileNotFoundException(String message) {
    super(message);
  }
}
