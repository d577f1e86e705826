package dev.frazil.fuzz;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A record batch as an ArrowArray and an ArrowSchema in guarded memory, with counts of how often
/// each was released. At the first release everything below the struct becomes unreadable.
///
/// Closing gives the addresses back, released or not. Use it from one thread at a time.
final class ExportedBatch implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final GuardedMemory schemaMemory;
  private final GuardedMemory arrayMemory;
  private final long schemaId;
  private final long arrayId;
  private final FieldStruct schema;
  private final ArrayStruct array;
  private int schemaReleases;
  private int arrayReleases;

  /// Exports a batch.
  ///
  /// @param batch the rows and their layout
  /// @param shifts moves some buffers to odd addresses, or null to leave all as they are
  /// @param bufferFloor smallest buffer in bytes; 0 for exact ones
  ExportedBatch(BatchData batch, @Nullable RandomGenerator shifts, long bufferFloor) {
    schemaMemory = new GuardedMemory(bufferFloor);
    arrayMemory = new GuardedMemory(bufferFloor);
    schema =
        new SchemaExport(schemaMemory)
            .schema(batch.fields(), arena.allocate(CStructs.SCHEMA_SIZE, 8));
    array =
        new ArrayExport(arrayMemory, shifts)
            .export(batch.root(), arena.allocate(CStructs.ARRAY_SIZE, 8));
    schemaId = NativeAccess.register(this::releaseSchema);
    arrayId = NativeAccess.register(this::releaseArray);
    CStructs.set(schema.struct(), CStructs.SCHEMA_PRIVATE_DATA, schemaId);
    CStructs.set(array.struct(), CStructs.ARRAY_PRIVATE_DATA, arrayId);
  }

  /// The address of the ArrowSchema.
  ///
  /// @return the address, valid until this is closed
  long schemaAddress() {
    return schema.struct().address();
  }

  /// The address of the ArrowArray.
  ///
  /// @return the address, valid until this is closed
  long arrayAddress() {
    return array.struct().address();
  }

  /// How often the schema was released.
  ///
  /// @return a count
  int schemaReleases() {
    return schemaReleases;
  }

  /// How often the array was released.
  ///
  /// @return a count
  int arrayReleases() {
    return arrayReleases;
  }

  @Override
  public void close() {
    NativeAccess.unregister(schemaId);
    NativeAccess.unregister(arrayId);
    schemaMemory.close();
    arrayMemory.close();
    arena.close();
  }

  /// The ArrowSchema with its children.
  FieldStruct schema() {
    return schema;
  }

  /// The ArrowArray with its children.
  ArrayStruct array() {
    return array;
  }

  /// A string in the schema's memory, for a changed pointer.
  MemorySegment schemaString(String text) {
    return CStructs.string(schemaMemory, text);
  }

  private void releaseSchema() {
    schemaReleases++;
    schemaMemory.revoke();
  }

  private void releaseArray() {
    arrayReleases++;
    arrayMemory.revoke();
  }
}
