package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// One vector of arrow-java as an `ArrowArray`, with those of its children and its dictionary, in
/// memory of its own that is filled anew for every batch. It is for the importer alone: nobody
/// calls its release callback, which only says that the struct is live.
///
/// The null count is left open (-1), since the importer counts anyway.
final class VectorStruct implements AutoCloseable {
  private static final long LIVE = 1;

  private final Slab slab = new Slab();
  private final Class<?> kind;
  private final int listSize;
  private final List<VectorStruct> children = new ArrayList<>();
  private final @Nullable VectorStruct dictionary;

  /// The field, of a vector without children.
  private @Nullable Field field;

  /// Learns what there is below a vector, whose buffers are not looked at.
  ///
  /// @param dictionaries knows the dictionaries of encoded vectors; null if there are none
  /// @throws dev.frazil.engine.ArrowImportException if a dictionary is missing
  VectorStruct(FieldVector vector, @Nullable DictionaryProvider dictionaries) {
    FieldVector stored = stored(vector);
    kind = stored.getClass();
    listSize = listSize(stored);
    List<FieldVector> below = stored.getChildrenFromFields();
    field = below.isEmpty() ? stored.getField() : null;
    for (FieldVector child : below) {
      children.add(new VectorStruct(child, dictionaries));
    }
    FieldVector entries = dictionary(vector, dictionaries);
    dictionary = entries == null ? null : new VectorStruct(entries, dictionaries);
  }

  /// The vector of an extension type's storage, or the vector itself.
  private static FieldVector stored(FieldVector vector) {
    FieldVector stored = vector;
    while (stored instanceof ExtensionTypeVector<?> extension) {
      stored = (FieldVector) extension.getUnderlyingVector();
    }
    return stored;
  }

  private static int listSize(FieldVector vector) {
    return vector instanceof FixedSizeListVector list ? list.getListSize() : 0;
  }

  private static @Nullable FieldVector dictionary(
      FieldVector vector, @Nullable DictionaryProvider dictionaries) {
    // Indices have no children, and vectors that have make a new field each time they are asked.
    DictionaryEncoding encoding =
        vector.getChildrenFromFields().isEmpty() ? vector.getField().getDictionary() : null;
    if (encoding == null) {
      return null;
    }
    Dictionary found = dictionaries == null ? null : dictionaries.lookup(encoding.getId());
    if (found == null) {
      throw ArrayStruct.failure(
          vector.getName(), "dictionary " + encoding.getId() + " at its provider", "none");
    }
    return found.getVector();
  }

  /// Shows what a vector holds now.
  ///
  /// @param vector of the type that this was made for
  /// @param dictionaries as in the constructor
  /// @param references gets a reference to every buffer that is shown
  /// @return the address of the struct, valid until the next call or the close
  /// @throws dev.frazil.engine.ArrowImportException if a buffer is too short for the vector's value
  ///   count, or the vector has another type than before
  long fill(
      FieldVector vector, @Nullable DictionaryProvider dictionaries, BufferReferences references) {
    FieldVector stored = stored(vector);
    List<FieldVector> below = stored.getChildrenFromFields();
    requireSameType(stored, below);
    fillOffsets(stored);
    List<ArrowBuf> variadic =
        stored instanceof BaseVariableWidthViewVector views ? views.getDataBuffers() : List.of();
    boolean views = stored instanceof BaseVariableWidthViewVector;
    int plain = VectorBuffers.count(stored);
    int buffers = plain + (views ? variadic.size() + 1 : 0);
    long buffersAt = CStructs.ARRAY_SIZE;
    long childrenAt = buffersAt + (long) buffers * Long.BYTES;
    long sizesAt = childrenAt + (long) below.size() * Long.BYTES;
    MemorySegment struct = slab.ensure(sizesAt + (long) variadic.size() * Long.BYTES, 0);
    for (int i = 0; i < plain; i++) {
      show(struct, buffersAt, i, VectorBuffers.buffer(stored, i), references);
    }
    for (int i = 0; i < variadic.size(); i++) {
      ArrowBuf data = variadic.get(i);
      show(struct, buffersAt, plain + i, data, references);
      struct.set(LONG, sizesAt + (long) i * Long.BYTES, data.capacity());
    }
    if (views) {
      struct.set(LONG, childrenAt - Long.BYTES, struct.address() + sizesAt);
    }
    for (int i = 0; i < below.size(); i++) {
      long child = children.get(i).fill(below.get(i), dictionaries, references);
      struct.set(LONG, childrenAt + (long) i * Long.BYTES, child);
    }
    FieldVector entries = dictionary == null ? null : dictionary(vector, dictionaries);
    long entriesAt =
        dictionary == null || entries == null
            ? 0
            : dictionary.fill(entries, dictionaries, references);
    return members(struct, stored.getValueCount(), buffers, below.size(), childrenAt, entriesAt);
  }

  /// Strings whose last values are null may have no offsets there yet: arrow-java fills them when
  /// it is told the number of values again.
  private static void fillOffsets(FieldVector stored) {
    int last = stored.getValueCount() - 1;
    if (stored instanceof BaseVariableWidthVector strings && strings.getLastSet() < last) {
      strings.setValueCount(last + 1);
    }
    if (stored instanceof BaseLargeVariableWidthVector strings && strings.getLastSet() < last) {
      strings.setValueCount(last + 1);
    }
  }

  private static void show(
      MemorySegment struct, long at, int i, ArrowBuf buffer, BufferReferences references) {
    references.retain(buffer);
    struct.set(LONG, at + (long) i * Long.BYTES, buffer.memoryAddress());
  }

  /// Writes the members of a struct without nulls of its own whose buffers stand right behind it.
  static long members(
      MemorySegment struct, int length, int buffers, int children, long childrenAt, long entries) {
    struct.set(LONG, CStructs.ARRAY_LENGTH, length);
    struct.set(LONG, CStructs.ARRAY_NULL_COUNT, -1);
    struct.set(LONG, CStructs.ARRAY_OFFSET, 0);
    struct.set(LONG, CStructs.ARRAY_N_BUFFERS, buffers);
    struct.set(LONG, CStructs.ARRAY_N_CHILDREN, children);
    struct.set(LONG, CStructs.ARRAY_BUFFERS, struct.address() + CStructs.ARRAY_SIZE);
    struct.set(LONG, CStructs.ARRAY_CHILDREN, struct.address() + childrenAt);
    struct.set(LONG, CStructs.ARRAY_DICTIONARY, entries);
    struct.set(LONG, CStructs.ARRAY_RELEASE, LIVE);
    return struct.address();
  }

  private void requireSameType(FieldVector stored, List<FieldVector> below) {
    Field before = field;
    boolean same =
        stored.getClass() == kind
            && below.size() == children.size()
            && listSize(stored) == listSize;
    if (same && before != null) {
      Field current = stored.getField();
      same = Objects.equals(current, before);
      field = current;
    }
    if (!same) {
      throw ArrayStruct.failure(
          stored.getName(),
          "a vector of the type that it had before",
          stored.getField().toString());
    }
  }

  @Override
  public void close() {
    slab.close();
    children.forEach(VectorStruct::close);
    if (dictionary != null) {
      dictionary.close();
    }
  }
}
