package dev.frazil.engine.scan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/// Schemas and rows of parquet-java, nested at random in every form that lists and maps have had
/// (LogicalTypes.md, "Nested Types"), and what the rows mean.
final class RandomGroups {
  private final Random random;

  RandomGroups(Random random) {
    this.random = random;
  }

  MessageType schema() {
    Types.MessageTypeBuilder message = Types.buildMessage();
    for (int i = random.nextInt(3); i >= 0; i--) {
      message.addField(field("c" + i, random.nextInt(4), random.nextInt(8) == 0));
    }
    return message.named("m");
  }

  private Repetition once() {
    return random.nextBoolean() ? Repetition.OPTIONAL : Repetition.REQUIRED;
  }

  /// @param bare whether it may be a repeated field that no annotation explains
  private Type field(String name, int depth, boolean bare) {
    if (bare) {
      return Types.repeated(PrimitiveTypeName.INT32).named(name);
    }
    if (depth == 0) {
      return leaf(name, once());
    }
    return switch (random.nextInt(5)) {
      case 0 -> {
        Types.GroupBuilder<GroupType> struct = Types.buildGroup(once());
        for (int i = random.nextInt(3); i >= 0; i--) {
          struct.addField(field("m" + i, depth - 1, random.nextInt(8) == 0));
        }
        yield struct.named(name);
      }
      case 1 -> annotated(name, LogicalTypeAnnotation.listType(), twoLevels(name, depth));
      case 2 -> {
        Type key = leaf("key", Repetition.REQUIRED);
        Type pair =
            Types.repeatedGroup()
                .addField(key)
                .addField(field("value", depth - 1, false))
                .named("key_value");
        yield annotated(name, LogicalTypeAnnotation.mapType(), pair);
      }
      default -> {
        Type element = field("element", depth - 1, false);
        yield annotated(
            name,
            LogicalTypeAnnotation.listType(),
            Types.repeatedGroup().addField(element).named("list"));
      }
    };
  }

  /// A repeated field that is the element itself.
  private Type twoLevels(String name, int depth) {
    return switch (random.nextInt(3)) {
      case 0 -> leaf("array", Repetition.REPEATED);
      case 1 ->
          Types.repeatedGroup()
              .addField(field("a", depth - 1, false))
              .addField(field("b", depth - 1, false))
              .named("element");
      default ->
          Types.repeatedGroup().addField(field("a", depth - 1, false)).named(name + "_tuple");
    };
  }

  private Type annotated(String name, LogicalTypeAnnotation annotation, Type repeated) {
    return Types.buildGroup(once()).as(annotation).addField(repeated).named(name);
  }

  private Type leaf(String name, Repetition repetition) {
    return switch (random.nextInt(5)) {
      case 0 ->
          Types.primitive(PrimitiveTypeName.BINARY, repetition)
              .as(LogicalTypeAnnotation.stringType())
              .named(name);
      case 1 -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
      case 2 -> Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
      case 3 -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
      default -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
    };
  }

  /// Fills a group, and returns what its fields mean.
  Map<String, @Nullable Object> fill(Group group) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    for (Type type : group.getType().getFields()) {
      if (type.isRepetition(Repetition.REPEATED)) {
        members.put(type.getName(), repeated(group, type));
      } else if (type.isRepetition(Repetition.OPTIONAL) && random.nextInt(4) == 0) {
        members.put(type.getName(), null);
      } else {
        members.put(type.getName(), one(group, type));
      }
    }
    return members;
  }

  private List<@Nullable Object> repeated(Group group, Type type) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      elements.add(one(group, type));
    }
    return elements;
  }

  private Object one(Group parent, Type type) {
    if (type.isPrimitive()) {
      return leaf(parent, type);
    }
    Group group = parent.addGroup(type.getName());
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    if (annotation == null) {
      return fill(group);
    }
    Type repeated = type.asGroupType().getType(0);
    List<@Nullable Object> elements = repeated(group, repeated);
    if (annotation.equals(LogicalTypeAnnotation.mapType())) {
      return elements.stream().map(RandomGroups::pair).toList();
    }
    if (!repeated.getName().equals("list")) {
      return elements;
    }
    List<@Nullable Object> inner = new ArrayList<>();
    elements.forEach(element -> inner.add(((Map<?, ?>) element).get("element")));
    return inner;
  }

  private static Object pair(@Nullable Object entry) {
    return new ArrayList<@Nullable Object>(Objects.requireNonNull(((Map<?, ?>) entry)).values());
  }

  private Object leaf(Group parent, Type type) {
    String name = type.getName();
    return switch (type.asPrimitiveType().getPrimitiveTypeName()) {
      case BINARY -> {
        String text = "é".repeat(random.nextInt(4)) + random.nextInt(20);
        parent.append(name, text);
        yield text;
      }
      case INT64 -> {
        long value = random.nextLong();
        parent.append(name, value);
        yield value;
      }
      case BOOLEAN -> {
        boolean value = random.nextBoolean();
        parent.append(name, value);
        yield value;
      }
      case DOUBLE -> {
        double value = random.nextDouble();
        parent.append(name, value);
        yield value;
      }
      default -> {
        int value = random.nextInt(50);
        parent.append(name, value);
        yield value;
      }
    };
  }
}
