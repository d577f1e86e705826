package dev.frazil.engine.verify;

import org.jspecify.annotations.Nullable;

/// A statement of a file that its values contradict.
///
/// @param place what the statement is about
/// @param what the name of the statement in the specification
/// @param expected what it would be if it were true
/// @param got what it is
public record Lie(Place place, String what, String expected, String got) {

  /// What a statement is about.
  ///
  /// @param column dotted path of the leaf, or null when the statement is not about one
  /// @param rowGroup the row group from 0, or null for the whole file
  /// @param page the data page in its chunk from 0, or null for the whole chunk
  public record Place(@Nullable String column, @Nullable Integer rowGroup, @Nullable Integer page) {
    static final Place FILE = new Place(null, null, null);

    static Place ofRowGroup(int rowGroup) {
      return new Place(null, rowGroup, null);
    }

    Place atPage(int number) {
      return new Place(column, rowGroup, number);
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      if (column != null) {
        text.append(column).append(": ");
      }
      if (rowGroup != null) {
        text.append("row group ").append(rowGroup);
        if (page != null) {
          text.append(", page ").append(page);
        }
        text.append(": ");
      }
      return text.toString();
    }
  }

  @Override
  public String toString() {
    return "%s%s: expected %s, got %s".formatted(place, what, expected, got);
  }
}
