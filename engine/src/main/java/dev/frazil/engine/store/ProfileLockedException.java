package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// A profile whose `manifest.json` is locked by another process for longer than
/// [StoreOptions#strictLockTimeout()] allows. Nothing was written.
public final class ProfileLockedException extends StoreException {
  private static final long serialVersionUID = 1;

  ProfileLockedException(String message) {
    super(message);
  }
}
