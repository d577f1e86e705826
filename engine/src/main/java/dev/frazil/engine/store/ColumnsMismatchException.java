package dev.frazil.engine.store;

import dev.frazil.engine.StoreException;

/// Rows that cannot be appended because their columns have other names than those of the profile.
public final class ColumnsMismatchException extends StoreException {
  private static final long serialVersionUID = 1;

  ColumnsMismatchException(String message) {
    super(message);
  }
}
