package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

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
  private final MemorySegment schema = arena.allocate(CStructs.SCHEMA_SIZE, 8);
  private final MemorySegment array = arena.allocate(CStructs.ARRAY_SIZE, 8);
  private final List<MemorySegment> fields;
  private final Map<MemorySegment, MemorySegment> dictionaries = new HashMap<>();
  private final List<ArrayStruct> columns;
  private int schemaReleases;
  private int arrayReleases;

  /// Exports a batch.
  ///
  /// @param batch the rows
  /// @param random decides what the format leaves open
  /// @param bufferFloor smallest buffer in bytes; 0 for exact ones
  ExportedBatch(BatchSlots batch, RandomGenerator random, long bufferFloor) {
    schemaMemory = new GuardedMemory(bufferFloor);
    arrayMemory = new GuardedMemory(bufferFloor);
    fields = batch.columns().stream().map(column -> field(column.field())).toList();
    CStructs.schema(
        schema, schemaMemory, "+s", "", Map.of(), 0, List.copyOf(fields), MemorySegment.NULL);
    ArrayExport export = new ArrayExport(arrayMemory, random);
    columns = batch.columns().stream().map(export::export).toList();
    boolean bits = random.nextInt(4) == 0;
    CStructs.array(
        array,
        arrayMemory,
        batch.rowCount(),
        random.nextBoolean() ? 0 : -1,
        batch.offset(),
        List.of(bits ? allValid(batch.offset() + batch.rowCount()) : MemorySegment.NULL),
        columns.stream().map(ArrayStruct::struct).toList(),
        MemorySegment.NULL);
    schemaId = NativeAccess.register(this::releaseSchema);
    arrayId = NativeAccess.register(this::releaseArray);
    CStructs.set(schema, CStructs.SCHEMA_PRIVATE_DATA, schemaId);
    CStructs.set(array, CStructs.ARRAY_PRIVATE_DATA, arrayId);
  }

  /// The address of the ArrowSchema.
  ///
  /// @return the address, valid until this is closed
  long schemaAddress() {
    return schema.address();
  }

  /// The address of the ArrowArray.
  ///
  /// @return the address, valid until this is closed
  long arrayAddress() {
    return array.address();
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

  MemorySegment schemaStruct() {
    return schema;
  }

  MemorySegment arrayStruct() {
    return array;
  }

  /// The ArrowSchemas of the columns.
  List<MemorySegment> fields() {
    return fields;
  }

  /// The ArrowSchema of the dictionary of a column that has one.
  MemorySegment dictionary(MemorySegment field) {
    return Expect.present("dictionary", dictionaries.get(field));
  }

  /// The ArrowArrays of the columns.
  List<ArrayStruct> columns() {
    return columns;
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

  private MemorySegment allValid(long rows) {
    MemorySegment bits = arrayMemory.buffer(Math.ceilDiv(rows, 8));
    bits.fill((byte) 0xff);
    return bits;
  }

  private MemorySegment field(ArrowField field) {
    ArrowType.Int index = field.indexType();
    MemorySegment struct = schemaMemory.allocate(CStructs.SCHEMA_SIZE);
    MemorySegment dictionary = MemorySegment.NULL;
    if (index != null) {
      dictionary = field(new ArrowField("", field.type(), true));
      dictionaries.put(struct, dictionary);
    }
    CStructs.schema(
        struct,
        schemaMemory,
        ArrowFormats.of(index == null ? field.type() : index),
        field.name(),
        field.metadata(),
        field.nullable() ? CStructs.FLAG_NULLABLE : 0,
        List.of(),
        dictionary);
    return struct;
  }
}
