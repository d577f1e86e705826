package dev.frazil.engine.arrow;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.SchemaException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads an `ArrowSchema` struct. Copies what it reads; the struct may be released afterwards.
final class SchemaImporter {
  /// More columns than any table has: a count beyond it is taken for garbage.
  private static final long MAX_CHILDREN = 1 << 20;

  private SchemaImporter() {}

  /// The schema of record batches: a struct whose children are the columns.
  ///
  /// @throws ArrowImportException if the struct contradicts the specification
  /// @throws SchemaException if a column has a type that is not imported
  static ArrowSchema read(MemorySegment struct) {
    String path = "ArrowSchema";
    String format = format(struct, path);
    if (!format.equals("+s")) {
      throw failure(path, "a struct ('+s') of columns", "'" + format + "'");
    }
    if (CStructs.member(struct, CStructs.SCHEMA_DICTIONARY) != 0) {
      throw failure(path, "a struct of columns", "a dictionary");
    }
    long count = CStructs.member(struct, CStructs.SCHEMA_N_CHILDREN);
    if (count < 0 || count > MAX_CHILDREN) {
      throw failure(path, "0 to " + MAX_CHILDREN + " children", String.valueOf(count));
    }
    long children = CStructs.member(struct, CStructs.SCHEMA_CHILDREN);
    if (count > 0 && children == 0) {
      throw failure(path, count + " children", "NULL");
    }
    List<ArrowField> fields = new ArrayList<>((int) count);
    for (int i = 0; i < count; i++) {
      fields.add(field(CStructs.pointer(children, i), "column " + i));
    }
    return new ArrowSchema(fields, metadata(struct, path));
  }

  private static ArrowField field(long address, String position) {
    MemorySegment struct = live(address, position);
    String name = name(struct, position);
    String path = name.isEmpty() ? position : name;
    ArrowType type = flatType(struct, path);
    boolean nullable =
        (CStructs.member(struct, CStructs.SCHEMA_FLAGS) & CStructs.FLAG_NULLABLE) != 0;
    Map<String, String> metadata = metadata(struct, path);
    long dictionary = CStructs.member(struct, CStructs.SCHEMA_DICTIONARY);
    if (dictionary == 0) {
      return new ArrowField(name, type, nullable, metadata, null);
    }
    if (!(type instanceof ArrowType.Int indexType)) {
      throw failure(path, "integers as dictionary indices", type.toString());
    }
    String dictionaryPath = path + ".dictionary";
    MemorySegment values = live(dictionary, dictionaryPath);
    if (CStructs.member(values, CStructs.SCHEMA_DICTIONARY) != 0) {
      throw new SchemaException(
          "Arrow type: %s: expected plain values, got a dictionary of a dictionary"
              .formatted(dictionaryPath));
    }
    return new ArrowField(name, flatType(values, dictionaryPath), nullable, metadata, indexType);
  }

  private static MemorySegment live(long address, String path) {
    if (address == 0) {
      throw failure(path, "an ArrowSchema", "NULL");
    }
    MemorySegment struct = NativeAccess.view(address, CStructs.SCHEMA_SIZE);
    if (CStructs.member(struct, CStructs.SCHEMA_RELEASE) == 0) {
      throw failure(path, "a live ArrowSchema", "a released one");
    }
    return struct;
  }

  private static ArrowType flatType(MemorySegment struct, String path) {
    ArrowType type = ArrowFormat.parse(format(struct, path), path);
    long children = CStructs.member(struct, CStructs.SCHEMA_N_CHILDREN);
    if (children != 0) {
      throw failure(path, "no children under " + type, String.valueOf(children));
    }
    return type;
  }

  private static String format(MemorySegment struct, String path) {
    long address = CStructs.member(struct, CStructs.SCHEMA_FORMAT);
    if (address == 0) {
      throw failure(path, "a format string", "NULL");
    }
    return text(NativeAccess.cString(address), path, "a format string");
  }

  private static String name(MemorySegment struct, String path) {
    long address = CStructs.member(struct, CStructs.SCHEMA_NAME);
    return address == 0 ? "" : text(NativeAccess.cString(address), path, "a name");
  }

  /// Strict, because a name with replacement characters would be another name.
  private static String text(byte[] bytes, String path, String what) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      ArrowImportException failure = failure(path, what + " in UTF-8", "other bytes");
      failure.initCause(e);
      throw failure;
    }
  }

  /// `ArrowSchema.metadata`: a count, then for each pair the two lengths and bytes, all numbers
  /// int32. Values that are no text come out with replacement characters. The last of equal keys
  /// counts.
  private static Map<String, String> metadata(MemorySegment struct, String path) {
    long address = CStructs.member(struct, CStructs.SCHEMA_METADATA);
    if (address == 0) {
      return Map.of();
    }
    int pairs = number(address, path);
    Map<String, String> metadata = LinkedHashMap.newLinkedHashMap(Math.min(pairs, 1024));
    long at = address + Integer.BYTES;
    for (int i = 0; i < pairs; i++) {
      int keyLength = number(at, path);
      String key = bytes(at + Integer.BYTES, keyLength);
      at += (long) Integer.BYTES + keyLength;
      int valueLength = number(at, path);
      metadata.put(key, bytes(at + Integer.BYTES, valueLength));
      at += (long) Integer.BYTES + valueLength;
    }
    return metadata;
  }

  private static int number(long address, String path) {
    int number = NativeAccess.view(address, Integer.BYTES).get(ValueLayout.JAVA_INT_UNALIGNED, 0);
    if (number < 0) {
      throw failure(path, "a length in the metadata", String.valueOf(number));
    }
    return number;
  }

  private static String bytes(long address, int length) {
    byte[] bytes = NativeAccess.view(address, length).toArray(ValueLayout.JAVA_BYTE);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static ArrowImportException failure(String path, String expected, String got) {
    return new ArrowImportException(
        "Arrow import: %s: expected %s, got %s".formatted(path, expected, got));
  }
}
