package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A write that was to follow a version which is no longer the latest one. Nothing was written.
public final class VersionConflictException extends StoreException {
  private static final long serialVersionUID = 1;

  VersionConflictException(String message) {
    super(message);
  }
}
