package dev.frazil.engine.verify;

import dev.frazil.engine.file.FileMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The largest levels of a leaf.
///
/// @param maxDefinition fields on its path that may be absent
/// @param maxRepetition fields on its path that may be repeated
record LeafLevels(int maxDefinition, int maxRepetition) {

  /// The levels of every leaf.
  ///
  /// @param schema the fields below the root, each group before its members
  /// @return one a leaf, in order
  static List<LeafLevels> of(List<FileMetadata.Field> schema) {
    // Fields may have one name: a group's levels are those of the last one before its members.
    Map<List<String>, LeafLevels> groups = new HashMap<>();
    groups.put(List.of(), new LeafLevels(0, 0));
    List<LeafLevels> leaves = new ArrayList<>();
    for (FileMetadata.Field field : schema) {
      List<String> path = field.path();
      LeafLevels levels =
          Objects.requireNonNull(groups.get(path.subList(0, path.size() - 1)))
              .below(field.repetition());
      if (field.type() == null) {
        groups.put(path, levels);
      } else {
        leaves.add(levels);
      }
    }
    return leaves;
  }

  private LeafLevels below(FileMetadata.Repetition repetition) {
    return switch (repetition) {
      case REQUIRED -> this;
      case OPTIONAL -> new LeafLevels(maxDefinition + 1, maxRepetition);
      case REPEATED -> new LeafLevels(maxDefinition + 1, maxRepetition + 1);
    };
  }
}
