package dev.frazil.fuzz.arrow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.function.LongFunction;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.BaseListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.jspecify.annotations.Nullable;

/// Values of Arrow vectors as bytes: a letter for the kind, then the value in big-endian order.
/// Byte strings and texts start with their length; lists, maps and structs with their count; dates
/// are days, times, timestamps and durations counts of their unit.
final class ValueWriter {
  private static final long DAY_MILLIS = 86_400_000;

  private final DataOutputStream out;
  private final List<FieldVector> columns;
  private final LongFunction<@Nullable Dictionary> dictionaries;

  /// @param out where to
  /// @param columns the columns of a batch
  /// @param dictionaries its dictionaries by their id
  ValueWriter(
      DataOutputStream out,
      List<FieldVector> columns,
      LongFunction<@Nullable Dictionary> dictionaries) {
    this.out = out;
    this.columns = columns;
    this.dictionaries = dictionaries;
  }

  /// Writes a text: bytes of its UTF-8, and these.
  static void writeText(DataOutputStream out, String text) throws IOException {
    writeBytes(out, text.getBytes(UTF_8));
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /// Writes a row as a struct of its columns.
  void writeRow(int row) throws IOException {
    writeStruct(columns, row);
  }

  private void writeStruct(List<FieldVector> fields, int index) throws IOException {
    out.writeByte('R');
    out.writeInt(fields.size());
    for (FieldVector field : fields) {
      writeText(out, field.getName());
      write(field, index);
    }
  }

  private void write(ValueVector vector, int index) throws IOException {
    DictionaryEncoding encoding = vector.getField().getDictionary();
    if (vector.isNull(index)) {
      out.writeByte('N');
    } else if (encoding != null && vector instanceof BaseIntVector indices) {
      Dictionary dictionary = dictionaries.apply(encoding.getId());
      if (dictionary == null) {
        throw new IOException("dictionary " + encoding.getId() + ": expected one, got none");
      }
      write(dictionary.getVector(), Math.toIntExact(indices.getValueAsLong(index)));
    } else {
      writePresent(vector, index);
    }
  }

  private void writePresent(ValueVector vector, int index) throws IOException {
    switch (vector) {
      case ExtensionTypeVector<?> extension -> write(extension.getUnderlyingVector(), index);
      case BitVector bits -> out.writeByte(bits.get(index) == 0 ? 'F' : 'T');
      case UInt8Vector integers -> writeUnsigned(integers.get(index));
      case UInt1Vector integers -> writeLong(integers.get(index) & 0xff);
      case UInt2Vector integers -> writeLong(integers.get(index));
      case UInt4Vector integers -> writeLong(Integer.toUnsignedLong(integers.get(index)));
      case BaseIntVector integers -> writeLong(integers.getValueAsLong(index));
      case Float2Vector halves -> writeFloat(halves.getValueAsFloat(index));
      case Float4Vector floats -> writeFloat(floats.get(index));
      case Float8Vector doubles -> {
        out.writeByte('d');
        out.writeLong(Double.doubleToRawLongBits(doubles.get(index)));
      }
      case DecimalVector decimals -> writeDecimal(decimals.getObject(index));
      case Decimal256Vector decimals -> writeDecimal(decimals.getObject(index));
      case StructVector struct -> writeStruct(struct.getChildrenFromFields(), index);
      case MapVector map -> writeMap(map, index);
      case BaseListVector list ->
          writeList(list, list.getElementStartIndex(index), list.getElementEndIndex(index));
      case LargeListVector list ->
          writeList(list, list.getElementStartIndex(index), list.getElementEndIndex(index));
      default -> {
        if (!writeBytes(vector, index)) {
          writeLong(time(vector, index));
        }
      }
    }
  }

  private boolean writeBytes(ValueVector vector, int index) throws IOException {
    switch (vector) {
      case VarCharVector texts -> writeTagged('S', texts.get(index));
      case LargeVarCharVector texts -> writeTagged('S', texts.get(index));
      case ViewVarCharVector texts -> writeTagged('S', texts.get(index));
      case VarBinaryVector bytes -> writeTagged('B', bytes.get(index));
      case LargeVarBinaryVector bytes -> writeTagged('B', bytes.get(index));
      case ViewVarBinaryVector bytes -> writeTagged('B', bytes.get(index));
      case FixedSizeBinaryVector bytes -> writeTagged('B', bytes.get(index));
      default -> {
        return false;
      }
    }
    return true;
  }

  private static long time(ValueVector vector, int index) throws IOException {
    return switch (vector) {
      case DateDayVector dates -> dates.get(index);
      case DateMilliVector dates -> Math.floorDiv(dates.get(index), DAY_MILLIS);
      case TimeSecVector times -> times.get(index);
      case TimeMilliVector times -> times.get(index);
      case TimeMicroVector times -> times.get(index);
      case TimeNanoVector times -> times.get(index);
      case TimeStampVector times -> times.get(index);
      case DurationVector durations -> DurationVector.get(durations.getDataBuffer(), index);
      default -> throw new IOException("type: expected a known one, got " + vector.getField());
    };
  }

  private void writeLong(long value) throws IOException {
    out.writeByte('L');
    out.writeLong(value);
  }

  private void writeUnsigned(long value) throws IOException {
    writeTagged('I', new BigInteger(Long.toUnsignedString(value)).toByteArray());
  }

  private void writeFloat(float value) throws IOException {
    out.writeByte('f');
    out.writeInt(Float.floatToRawIntBits(value));
  }

  private void writeDecimal(BigDecimal value) throws IOException {
    out.writeByte('D');
    out.writeInt(value.scale());
    writeBytes(out, value.unscaledValue().toByteArray());
  }

  private void writeTagged(int tag, byte[] bytes) throws IOException {
    out.writeByte(tag);
    writeBytes(out, bytes);
  }

  private void writeList(FieldVector list, long first, long behind) throws IOException {
    int start = Math.toIntExact(first);
    int end = Math.toIntExact(behind);
    ValueVector elements = list.getChildrenFromFields().getFirst();
    out.writeByte('A');
    out.writeInt(end - start);
    for (int i = start; i < end; i++) {
      write(elements, i);
    }
  }

  private void writeMap(MapVector map, int index) throws IOException {
    int start = map.getElementStartIndex(index);
    int end = map.getElementEndIndex(index);
    List<FieldVector> entries = ((StructVector) map.getDataVector()).getChildrenFromFields();
    out.writeByte('M');
    out.writeInt(end - start);
    for (int i = start; i < end; i++) {
      write(entries.getFirst(), i);
      write(entries.getLast(), i);
    }
  }
}
