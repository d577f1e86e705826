package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowField;
import java.util.List;

/// A column of batches and where its parts come from in a Parquet file. Immutable.
///
/// Slots of a column correspond to entries in the levels of each leaf below it. A definition level
/// says how much of the way from the row to the value is there (Parquet's Nested encoding).
sealed interface ReadColumn {
  /// What comes out.
  ArrowField field();

  /// The leaves below, in the order of the file.
  List<Leaf> leaves();

  /// A column of values.
  ///
  /// @param field what comes out
  /// @param path the leaf's path, for messages
  /// @param leaf its number in the file
  /// @param definition the level at which there is a value
  /// @param counted the level from which on hardwood counts an entry among the values it hands out
  /// @param form how values become those of Arrow
  record Leaf(ArrowField field, String path, int leaf, int definition, int counted, LeafForm form)
      implements ReadColumn {
    @Override
    public List<Leaf> leaves() {
      return List.of(this);
    }
  }

  /// A struct.
  ///
  /// @param field what comes out
  /// @param definition the level at which the struct is there
  /// @param children its members, at least one
  record Struct(ArrowField field, int definition, List<ReadColumn> children) implements ReadColumn {
    @Override
    public List<Leaf> leaves() {
      return children.stream().flatMap(child -> child.leaves().stream()).toList();
    }
  }

  /// A list of any layout with offsets or of a fixed size, or a map.
  ///
  /// @param field what comes out
  /// @param path the path of the group, for messages
  /// @param definition the level at which the list is there, perhaps empty
  /// @param itemDefinition the level at which it has an element
  /// @param itemRepetition the level at which another element of the same list begins
  /// @param element the element, or the entries of a map
  record Lists(
      ArrowField field,
      String path,
      int definition,
      int itemDefinition,
      int itemRepetition,
      ReadColumn element)
      implements ReadColumn {
    @Override
    public List<Leaf> leaves() {
      return element.leaves();
    }
  }
}
