package dev.frazil.engine.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.PlainLayout;
import dev.frazil.engine.csv.ValueText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The values of one field as JSON.
///
/// Integers and decimals are numbers with all their digits, floating point numbers the fewest
/// digits that read back equal; infinities and NaN, which JSON does not have, are the strings
/// `inf`, `-inf` and `NaN`. Structs are objects, lists arrays, and maps arrays of objects with the
/// members `key` and `value`. Everything else is a string with the text of [ValueText]: dates and
/// times in ISO 8601, bytes in hexadecimal digits.
sealed interface ValueJson {

  /// The JSON of a field's values.
  static ValueJson of(ArrowField field) {
    ArrowField plain = PlainLayout.field(field);
    return switch (plain.type()) {
      case ArrowType.Struct _ ->
          new Members(
              plain.children().stream().map(child -> new Member(child.name(), of(child))).toList());
      case ArrowType.Map _ -> {
        List<ArrowField> pair = plain.children().getFirst().children();
        yield new Pairs(of(pair.getFirst()), of(pair.getLast()));
      }
      case ArrowType.List _, ArrowType.ListView _, ArrowType.FixedSizeList _ ->
          new Elements(of(plain.children().getFirst()));
      default -> new Leaf(ValueText.of(plain));
    };
  }

  /// Writes a value.
  ///
  /// @param json where to
  /// @param value a value of the field as [dev.frazil.engine.arrow.SlotValues] has it
  default void write(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else {
      writePresent(json, value);
    }
  }

  /// Writes a value that is not null.
  void writePresent(JsonGenerator json, Object value) throws IOException;

  /// A member of a struct.
  record Member(String name, ValueJson value) {}

  /// Structs.
  record Members(List<Member> members) implements ValueJson {
    @Override
    public void writePresent(JsonGenerator json, Object value) throws IOException {
      Map<?, ?> struct = (Map<?, ?>) value;
      json.writeStartObject();
      for (Member member : members) {
        json.writeFieldName(member.name());
        member.value().write(json, struct.get(member.name()));
      }
      json.writeEndObject();
    }
  }

  /// Maps.
  record Pairs(ValueJson key, ValueJson value) implements ValueJson {
    @Override
    public void writePresent(JsonGenerator json, Object map) throws IOException {
      json.writeStartArray();
      for (Object pair : (List<?>) map) {
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) pair;
        json.writeStartObject();
        json.writeFieldName("key");
        key.write(json, entry.getKey());
        json.writeFieldName("value");
        value.write(json, entry.getValue());
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }

  /// Lists.
  record Elements(ValueJson element) implements ValueJson {
    @Override
    public void writePresent(JsonGenerator json, Object list) throws IOException {
      json.writeStartArray();
      for (Object value : (List<?>) list) {
        element.write(json, value);
      }
      json.writeEndArray();
    }
  }

  /// Values without children.
  record Leaf(ValueText text) implements ValueJson {
    @Override
    public void writePresent(JsonGenerator json, Object value) throws IOException {
      switch (value) {
        case Boolean bool -> json.writeBoolean(bool);
        case Byte _, Short _, Integer _, Long _, BigInteger _, BigDecimal _ ->
            json.writeNumber(text.text(value));
        case Float number when Float.isFinite(number) -> json.writeNumber(text.text(value));
        case Double number when Double.isFinite(number) -> json.writeNumber(text.text(value));
        default -> json.writeString(text.text(value));
      }
    }
  }
}
