package dev.frazil.engine.scan;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.schema.LogicalType;
import dev.frazil.engine.schema.VariantType;
import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.metadata.RepetitionType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Columns of batches from the schema of a Parquet file (LogicalTypes.md, "Nested Types" with its
/// rules of backward compatibility) and, where there is one that fits, the Arrow schema that the
/// file states. What the Arrow schema says of a part that does not fit is passed over.
final class ColumnTree {
  /// Where a field stands.
  ///
  /// @param counted as [ReadColumn.Leaf#counted()]
  /// @param inList whether the group right above is a list or a map by its annotation
  private record Place(int counted, boolean inList) {}

  private ColumnTree() {}

  /// The columns of a file.
  ///
  /// @param root the root of its schema
  /// @param stated what the file states, or null for nothing
  /// @throws SchemaException if a column cannot be read; the message names it
  static List<ReadColumn> of(ParquetNode root, @Nullable ArrowSchema stated) {
    List<ArrowField> fields = stated == null ? List.of() : StatedTypes.read(stated).fields();
    boolean fits = fits(root.children(), fields);
    List<ReadColumn> columns = new ArrayList<>();
    for (int i = 0; i < root.children().size(); i++) {
      ArrowField field = fits ? fields.get(i) : null;
      columns.add(field(root.children().get(i), field, new Place(0, false)));
    }
    return List.copyOf(columns);
  }

  /// A field that occurs once, perhaps, or any number of times.
  private static ReadColumn field(ParquetNode node, @Nullable ArrowField stated, Place place) {
    if (!node.repeated()) {
      return once(node, stated, place);
    }
    if (node.listOrMapByAnnotation()) {
      throw unread(node, "one repetition a list");
    }
    // A repeated field that no annotation explains is a required list of required elements.
    // hardwood counts values of a group from one level further on than there are elements.
    int further = node.group() ? node.definition() + 1 : node.definition();
    Place below = new Place(place.inList() ? place.counted() : further, false);
    ReadColumn element = once(node, part(stated), below);
    return list(node, node.definition() - 1, node, stated, element);
  }

  private static @Nullable ArrowField part(@Nullable ArrowField stated) {
    return stated != null
            && (stated.type() instanceof ArrowType.List
                || stated.type() instanceof ArrowType.FixedSizeList)
        ? stated.children().getFirst()
        : null;
  }

  /// A field where its repetition, if it has one, belongs to the list around it.
  private static ReadColumn once(ParquetNode node, @Nullable ArrowField stated, Place place) {
    if (!node.group()) {
      return leaf(node, stated, place);
    }
    if (node.list()) {
      return annotatedList(node, stated);
    }
    return node.map() ? map(node, stated) : struct(node, stated, place);
  }

  private static ReadColumn struct(ParquetNode node, @Nullable ArrowField stated, Place place) {
    if (node.children().isEmpty()) {
      throw unread(node, "a group of at least one field");
    }
    // What is not a map, but annotated as one, is counted as one.
    boolean counted = node.listOrMapByAnnotation();
    Place below = new Place(counted ? node.definition() + 1 : place.counted(), counted);
    ArrowField fitting = stated != null && isStruct(stated, node) ? stated : null;
    List<ReadColumn> members = new ArrayList<>();
    for (int i = 0; i < node.children().size(); i++) {
      ArrowField member = fitting == null ? null : fitting.children().get(i);
      members.add(field(node.children().get(i), member, below));
    }
    List<ArrowField> fields = members.stream().map(ReadColumn::field).toList();
    ArrowField field = group(node, stated, fitting, new ArrowType.Struct(), fields);
    return new ReadColumn.Struct(field, node.definition(), List.copyOf(members));
  }

  /// A group marked as a list: of one repeated field, which is the element itself, or holds it.
  private static ReadColumn annotatedList(ParquetNode node, @Nullable ArrowField stated) {
    if (node.children().size() != 1 || !node.children().getFirst().repeated()) {
      throw unread(node, "a list of one repeated field");
    }
    ParquetNode repeated = node.children().getFirst();
    Place place = new Place(node.definition() + 1, false);
    ReadColumn element =
        isElement(repeated, node)
            ? once(repeated, part(stated), place)
            : field(repeated.children().getFirst(), part(stated), place);
    return list(node, node.definition(), repeated, stated, element);
  }

  /// Whether the repeated field of a list is its element, as older writers have it.
  private static boolean isElement(ParquetNode repeated, ParquetNode list) {
    return !repeated.group()
        || repeated.children().size() != 1
        || repeated.children().getFirst().repeated()
        || repeated.list()
        || repeated.map()
        || repeated.name().equals("array")
        || repeated.name().equals(list.name() + "_tuple");
  }

  private static ReadColumn list(
      ParquetNode node,
      int definition,
      ParquetNode repeated,
      @Nullable ArrowField stated,
      ReadColumn element) {
    ArrowType type = StatedTypes.list(stated);
    ArrowField fitting = stated != null && stated.type().equals(type) ? stated : null;
    return new ReadColumn.Lists(
        group(node, stated, fitting, type, List.of(element.field())),
        node.path(),
        definition,
        repeated.definition(),
        repeated.repetition(),
        element);
  }

  private static ReadColumn map(ParquetNode node, @Nullable ArrowField stated) {
    ParquetNode repeated = node.children().getFirst();
    ArrowField fitting = stated != null && isMap(stated) ? stated : null;
    ArrowField entries = fitting == null ? null : fitting.children().getFirst();
    // hardwood takes a repeated group that is not right below a list or a map for a list.
    boolean layer = !node.listOrMapByAnnotation() || repeated.listOrMapByAnnotation();
    Place place = new Place(layer ? repeated.definition() + 1 : node.definition() + 1, false);
    ReadColumn key = field(repeated.children().getFirst(), child(entries, 0), place);
    ReadColumn value = field(repeated.children().getLast(), child(entries, 1), place);
    ReadColumn.Struct pair =
        new ReadColumn.Struct(
            group(
                repeated,
                entries,
                entries,
                new ArrowType.Struct(),
                List.of(required(key.field()), value.field())),
            repeated.definition(),
            List.of(key, value));
    ArrowType type = fitting == null ? new ArrowType.Map(false) : fitting.type();
    return new ReadColumn.Lists(
        group(node, stated, fitting, type, List.of(pair.field())),
        node.path(),
        node.definition(),
        repeated.definition(),
        repeated.repetition(),
        pair);
  }

  private static @Nullable ArrowField child(@Nullable ArrowField stated, int i) {
    return stated == null ? null : stated.children().get(i);
  }

  private static ReadColumn leaf(ParquetNode node, @Nullable ArrowField stated, Place place) {
    if (place.counted() > node.definition()) {
      throw unread(node, "an annotated list around a required field");
    }
    LogicalType logical = FileAnnotation.of(node.element());
    ArrowType found = LeafTypes.of(node.element(), logical);
    boolean legacy = node.element().type() == PhysicalType.INT96;
    ArrowType type = stated == null ? null : StatedTypes.leaf(stated.type(), found, legacy);
    Map<String, String> metadata = new HashMap<>();
    if (stated != null && type != null) {
      metadata.putAll(stated.metadata());
    } else {
      metadata.putAll(LeafTypes.extension(node.element(), logical));
      metadata.putAll(id(node));
    }
    ArrowType read = type == null ? found : type;
    boolean nullable = node.optional() || read instanceof ArrowType.Null;
    ArrowField field = new ArrowField(name(node, stated), read, nullable, metadata, null);
    return new ReadColumn.Leaf(
        field,
        node.path(),
        node.leaf(),
        node.definition(),
        place.counted(),
        LeafForms.of(node.element(), read, node.path()));
  }

  /// The field of a group.
  ///
  /// @param stated what is stated for it, which names it
  /// @param fitting the same where it fits, which says all else
  private static ArrowField group(
      ParquetNode node,
      @Nullable ArrowField stated,
      @Nullable ArrowField fitting,
      ArrowType type,
      List<ArrowField> children) {
    Map<String, String> metadata = new HashMap<>();
    if (fitting != null) {
      metadata.putAll(fitting.metadata());
    } else {
      metadata.putAll(id(node));
      if (unshredded(node, children)) {
        metadata.put(ArrowField.EXTENSION_NAME, VariantType.EXTENSION);
      }
    }
    return new ArrowField(name(node, stated), type, node.optional(), metadata, null, children);
  }

  /// The stated name, which is another one for elements, keys and values.
  private static String name(ParquetNode node, @Nullable ArrowField stated) {
    return stated == null ? node.name() : stated.name();
  }

  /// Whether a group holds variants of the form that has an extension type here. Of shredded ones
  /// the parts come out as they are stored.
  private static boolean unshredded(ParquetNode node, List<ArrowField> children) {
    return node.variant()
        && children.size() == 2
        && children.stream()
            .allMatch(child -> child.type() instanceof ArrowType.Binary && !child.nullable())
        && children.stream().anyMatch(child -> child.name().equals(VariantType.METADATA))
        && children.stream().anyMatch(child -> child.name().equals(VariantType.VALUE));
  }

  private static Map<String, String> id(ParquetNode node) {
    Integer id = node.element().fieldId();
    return id == null ? Map.of() : Map.of(ArrowField.FIELD_ID, Integer.toString(id));
  }

  private static ArrowField required(ArrowField field) {
    return new ArrowField(
        field.name(), field.type(), false, field.metadata(), null, field.children());
  }

  private static boolean isStruct(ArrowField stated, ParquetNode node) {
    return stated.type() instanceof ArrowType.Struct && fits(node.children(), stated.children());
  }

  private static boolean isMap(ArrowField stated) {
    return stated.type() instanceof ArrowType.Map
        && stated.children().getFirst().children().size() == 2;
  }

  private static boolean fits(List<ParquetNode> nodes, List<ArrowField> stated) {
    boolean fits = nodes.size() == stated.size();
    for (int i = 0; i < nodes.size() && fits; i++) {
      fits = nodes.get(i).name().equals(stated.get(i).name());
    }
    return fits;
  }

  private static SchemaException unread(ParquetNode node, String expected) {
    RepetitionType repetition = node.element().repetitionType();
    String found =
        node.group()
            ? "group of " + node.children().size() + " fields"
            : String.valueOf(node.element().type());
    return new SchemaException(
        "%s: expected %s, got %s%s"
            .formatted(
                node.path(),
                expected,
                repetition == null ? "" : repetition.name().toLowerCase(Locale.ROOT) + " ",
                found));
  }
}
