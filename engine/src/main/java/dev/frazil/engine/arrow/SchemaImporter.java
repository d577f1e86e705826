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

  /// More levels than any schema has: beyond them, structs are taken to contain themselves.
  private static final int MAX_DEPTH = 64;

  private int fieldCount;

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
    int count = childCount(struct, path);
    SchemaImporter importer = new SchemaImporter();
    List<ArrowField> fields = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String position = ChildPath.column(i, "");
      MemorySegment column = live(child(struct, i), position);
      String name = name(column, position);
      fields.add(importer.field(column, name, ChildPath.column(i, name), 1));
    }
    return new ArrowSchema(fields, metadata(struct, path));
  }

  private static int childCount(MemorySegment struct, String path) {
    long count = CStructs.member(struct, CStructs.SCHEMA_N_CHILDREN);
    if (count < 0 || count > MAX_CHILDREN) {
      throw failure(path, "0 to " + MAX_CHILDREN + " children", String.valueOf(count));
    }
    if (count > 0 && CStructs.member(struct, CStructs.SCHEMA_CHILDREN) == 0) {
      throw failure(path, count + " children", "NULL");
    }
    return (int) count;
  }

  private static long child(MemorySegment struct, int i) {
    return CStructs.pointer(CStructs.member(struct, CStructs.SCHEMA_CHILDREN), i);
  }

  private ArrowField field(MemorySegment struct, String name, String path, int depth) {
    boolean nullable =
        (CStructs.member(struct, CStructs.SCHEMA_FLAGS) & CStructs.FLAG_NULLABLE) != 0;
    Map<String, String> metadata = metadata(struct, path);
    long dictionary = CStructs.member(struct, CStructs.SCHEMA_DICTIONARY);
    if (dictionary == 0) {
      NestedShape shape = shape(struct, path, depth);
      return new ArrowField(name, shape.type(), nullable, metadata, null, shape.children());
    }
    ArrowType type = shape(struct, path, depth).type();
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
    NestedShape shape = shape(values, dictionaryPath, depth + 1);
    return new ArrowField(name, shape.type(), nullable, metadata, indexType, shape.children());
  }

  private NestedShape shape(MemorySegment struct, String path, int depth) {
    if (depth > MAX_DEPTH) {
      throw new SchemaException(
          "Arrow type: %s: expected at most %d levels, got more".formatted(path, MAX_DEPTH));
    }
    if (++fieldCount > MAX_CHILDREN) {
      throw failure(path, "at most " + MAX_CHILDREN + " fields in a schema", "more");
    }
    ArrowType type = ArrowFormat.parse(format(struct, path), path);
    requireChildren(type, struct, path);
    int count = childCount(struct, path);
    List<ArrowField> children = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String position = ChildPath.of(path, type, i, "");
      MemorySegment child = live(child(struct, i), position);
      String name = name(child, position);
      children.add(field(child, name, ChildPath.of(path, type, i, name), depth + 1));
    }
    return NestedShape.of(type, CStructs.member(struct, CStructs.SCHEMA_FLAGS), children, path);
  }

  private static void requireChildren(ArrowType type, MemorySegment struct, String path) {
    if (type instanceof ArrowType.Struct) {
      return;
    }
    int expected = !type.nested() ? 0 : type instanceof ArrowType.RunEndEncoded ? 2 : 1;
    long count = CStructs.member(struct, CStructs.SCHEMA_N_CHILDREN);
    if (count != expected) {
      String children =
          switch (expected) {
            case 0 -> "no children";
            case 1 -> "1 child";
            default -> "2 children";
          };
      throw failure(path, children + " under " + type, String.valueOf(count));
    }
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
