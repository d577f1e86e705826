package dev.frazil.fuzz.registry;

import dev.frazil.encoders.CompressionPolicy.Codec;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.PageVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// One cell of the registry: a column and how it is written.
///
/// @param type the type of the leaf
/// @param shape what stands above the leaf
/// @param nullability which levels may be null
/// @param encoding the encoding of the leaf's values
/// @param pages the layout of its data pages
/// @param codec the codec of its pages
/// @param bloomFilter whether the leaf has a Bloom filter
public record Cell(
    CellType type,
    Shape shape,
    Nullability nullability,
    Encoding encoding,
    PageVersion pages,
    Codec codec,
    boolean bloomFilter) {

  /// Two values of two axes that a cell brings together.
  ///
  /// @param first a value
  /// @param second a value of a later axis
  public record Pair(Object first, Object second) {}

  /// The values of the axes.
  ///
  /// @return one an axis
  public List<Object> axes() {
    return List.of(type, shape, nullability, encoding, pages, codec, bloomFilter);
  }

  /// The paths of the leaves of the type.
  ///
  /// @param column the name of the cell's column
  /// @return one, or those of a group
  public List<List<String>> leaves(String column) {
    List<String> path = shape.path(column);
    return type.group()
        ? type.field().children().stream()
            .map(child -> Stream.concat(path.stream(), Stream.of(child.name())).toList())
            .toList()
        : List.of(path);
  }

  /// Whether rows can be searched by the leaf: they have at most one value of it, of one leaf.
  ///
  /// @return false for lists, maps and variants
  public boolean searchable() {
    return shape.single() && !type.group();
  }

  /// What the cell brings together.
  ///
  /// @return every pair of two axes
  public List<Pair> pairs() {
    List<Object> axes = axes();
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      for (int j = i + 1; j < axes.size(); j++) {
        pairs.add(new Pair(axes.get(i), axes.get(j)));
      }
    }
    return pairs;
  }

  @Override
  public String toString() {
    return "%s, %s, nullable %s, %s, %s, %s, %s"
        .formatted(
            type,
            shape,
            nullability,
            encoding,
            pages,
            codec,
            bloomFilter ? "Bloom filter" : "no Bloom filter");
  }
}
