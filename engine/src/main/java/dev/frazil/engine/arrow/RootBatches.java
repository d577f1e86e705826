package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.ArrowImportException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// The rows of an arrow-java root that is filled again and again, batch after batch: for services
/// that keep one root and one writer, and want neither an export nor a schema a batch.
///
/// ```java
/// try (RootBatches batches = RootBatches.of(root, allocator);
///     ParquetFileWriter writer = ...) {
///   while (fill(root)) {
///     writer.append(batches.batch());
///   }
/// }
/// ```
///
/// The vectors' buffers are read where they are, by their addresses, after a look at their sizes
/// and all checks of [RecordBatchSource#ofArray]. A batch shares them by their reference counts
/// from the call of [#batch] until it is closed: the root stays the caller's, who may clear, reload
/// or close it at any time, but must not write into the buffers of a batch that is open. Any number
/// of batches may be open.
///
/// Owns native memory of about 320 bytes a vector until [#close], which leaves the root and open
/// batches alone. Not thread-safe, but any thread may use it, one at a time; batches are closed by
/// any thread.
public final class RootBatches implements AutoCloseable {
  private static final String WHAT = "VectorSchemaRoot";

  private final VectorSchemaRoot root;
  private final @Nullable DictionaryProvider dictionaries;
  private final ArrowSchema schema;
  private final Slab slab = new Slab();
  private final List<VectorStruct> columns = new ArrayList<>();

  /// References that no batch has at the moment.
  private final AtomicReference<@Nullable Holder> spare = new AtomicReference<>();

  private @Nullable Holder taken;
  private boolean closed;

  /// References to the buffers of one batch, which go back to where they came from.
  private static final class Holder implements Runnable {
    private final AtomicReference<@Nullable Holder> home;
    private final BufferReferences references = new BufferReferences();

    Holder(AtomicReference<@Nullable Holder> home) {
      this.home = home;
    }

    @Override
    public void run() {
      references.release();
      home.set(this);
    }
  }

  private RootBatches(
      VectorSchemaRoot root, @Nullable DictionaryProvider dictionaries, ArrowSchema schema) {
    this.root = root;
    this.dictionaries = dictionaries;
    this.schema = schema;
    List<Field> declared = root.getSchema().getFields();
    for (int i = 0; i < declared.size(); i++) {
      FieldVector vector = root.getVector(i);
      requireType(declared.get(i), vector.getField(), ChildPath.column(i, vector.getName()));
      columns.add(new VectorStruct(vector, dictionaries));
    }
  }

  /// The batches of a root without dictionary-encoded columns.
  ///
  /// @param root the vectors, not to be exchanged for others
  /// @param allocator has the memory in which the schema is described; used by this call only
  /// @return the batches
  /// @throws ArrowImportException if a vector is not of the type that the root's schema says
  /// @throws dev.frazil.engine.SchemaException if a column has a type that is not imported
  public static RootBatches of(VectorSchemaRoot root, BufferAllocator allocator) {
    return over(root, null, allocator);
  }

  /// The batches of a root with dictionary-encoded columns.
  ///
  /// @param root the vectors, not to be exchanged for others
  /// @param dictionaries knows the dictionaries of all encoded columns, and is asked for them once
  ///   a batch
  /// @param allocator has the memory in which the schema is described; used by this call only
  /// @return the batches
  /// @throws ArrowImportException if a dictionary is missing, or a vector is not of the type that
  ///   the root's schema says
  /// @throws dev.frazil.engine.SchemaException if a column has a type that is not imported
  public static RootBatches of(
      VectorSchemaRoot root, DictionaryProvider dictionaries, BufferAllocator allocator) {
    return over(root, dictionaries, allocator);
  }

  static RootBatches over(
      VectorSchemaRoot root, @Nullable DictionaryProvider dictionaries, BufferAllocator allocator) {
    return new RootBatches(root, dictionaries, schema(root, dictionaries, allocator));
  }

  /// The C Data Interface says what a schema of arrow-java means: storage and names of extension
  /// types, dictionaries, metadata.
  private static ArrowSchema schema(
      VectorSchemaRoot root, @Nullable DictionaryProvider dictionaries, BufferAllocator allocator) {
    try (org.apache.arrow.c.ArrowSchema exported =
        org.apache.arrow.c.ArrowSchema.allocateNew(allocator)) {
      try {
        Data.exportSchema(allocator, root.getSchema(), dictionaries, exported);
      } catch (RuntimeException e) {
        exported.release();
        throw new ArrowImportException(
            WHAT + ": schema: expected fields and their dictionaries, got " + e, e);
      }
      try (OwnedStruct struct = OwnedStruct.schema(exported.memoryAddress())) {
        return SchemaImporter.read(struct.segment());
      }
    }
  }

  /// Names, metadata and nullability may differ.
  private static void requireType(Field declared, Field actual, String path) {
    List<Field> below = declared.getChildren();
    boolean same =
        storage(declared).equals(storage(actual))
            && below.size() == actual.getChildren().size()
            && Objects.equals(dictionary(declared), dictionary(actual));
    if (!same) {
      throw ArrayStruct.failure(path, "a vector of " + declared, actual.toString());
    }
    for (int i = 0; i < below.size(); i++) {
      requireType(below.get(i), actual.getChildren().get(i), path + "." + below.get(i).getName());
    }
  }

  private static @Nullable Long dictionary(Field field) {
    return field.getDictionary() == null ? null : field.getDictionary().getId();
  }

  private static org.apache.arrow.vector.types.pojo.ArrowType storage(Field field) {
    org.apache.arrow.vector.types.pojo.ArrowType type = field.getType();
    while (type instanceof ExtensionType extension) {
      type = extension.storageType();
    }
    return type;
  }

  /// The schema of all batches.
  ///
  /// @return the schema
  public ArrowSchema schema() {
    return schema;
  }

  /// The rows that the root holds now.
  ///
  /// @return a batch to be closed by the caller
  /// @throws ArrowImportException if a buffer is too short, the data contradict themselves, a
  ///   vector has another type than before, or a dictionary is missing
  /// @throws IllegalStateException if this is closed
  public RecordBatch batch() {
    take();
    return taken();
  }

  /// Shows the rows that the root holds now, and keeps their buffers, for [#taken].
  void take() {
    if (closed) {
      throw new IllegalStateException("root batches: expected open ones, got closed ones");
    }
    Holder holder = spare.getAndSet(null);
    if (holder == null) {
      holder = new Holder(spare);
    }
    boolean filled = false;
    try {
      fill(holder.references);
      filled = true;
      taken = holder;
    } finally {
      if (!filled) {
        holder.run();
      }
    }
  }

  /// The struct array that the columns are the children of, as [VectorStruct] has theirs.
  private void fill(BufferReferences references) {
    int count = columns.size();
    long childrenAt = CStructs.ARRAY_SIZE + Long.BYTES;
    MemorySegment struct = slab.ensure(childrenAt + (long) count * Long.BYTES, 0);
    struct.set(LONG, CStructs.ARRAY_SIZE, 0);
    for (int i = 0; i < count; i++) {
      long child = columns.get(i).fill(root.getVector(i), dictionaries, references);
      struct.set(LONG, childrenAt + (long) i * Long.BYTES, child);
    }
    VectorStruct.members(struct, root.getRowCount(), 1, count, childrenAt, 0);
  }

  /// The batch that was taken.
  RecordBatch taken() {
    Holder holder = taken;
    if (holder == null) {
      throw new IllegalStateException("root batches: expected a batch to be taken, got none");
    }
    taken = null;
    return ArrowImporter.batch(slab.segment(), schema, holder);
  }

  /// Frees the memory; a second call does nothing.
  @Override
  public void close() {
    closed = true;
    Holder holder = taken;
    taken = null;
    if (holder != null) {
      holder.run();
    }
    columns.forEach(VectorStruct::close);
    slab.close();
  }
}
