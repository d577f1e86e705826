package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/// Fields as ArrowSchema structs.
final class SchemaExport {
  private static final long NULLABLE = 2;
  private static final long MAP_KEYS_SORTED = 4;

  private final GuardedMemory memory;

  SchemaExport(GuardedMemory memory) {
    this.memory = memory;
  }

  /// The struct of a schema with these columns.
  ///
  /// @param columns its columns
  /// @param struct where to
  FieldStruct schema(List<ArrowField> columns, MemorySegment struct) {
    return field(new ArrowField("", new ArrowType.Struct(), false, columns), struct);
  }

  private FieldStruct field(ArrowField field) {
    return field(field, memory.allocate(CStructs.SCHEMA_SIZE));
  }

  private FieldStruct field(ArrowField field, MemorySegment struct) {
    ArrowType.Int index = field.indexType();
    FieldStruct dictionary =
        index == null
            ? null
            : field(new ArrowField("", field.type(), true, Map.of(), null, field.children()));
    List<FieldStruct> children =
        index == null ? field.children().stream().map(this::field).toList() : List.of();
    boolean sorted = field.type() instanceof ArrowType.Map(boolean keysSorted) && keysSorted;
    CStructs.schema(
        struct,
        memory,
        ArrowFormats.of(index == null ? field.type() : index),
        field.name(),
        field.metadata(),
        (field.nullable() ? NULLABLE : 0) | (sorted ? MAP_KEYS_SORTED : 0),
        children.stream().map(FieldStruct::struct).toList(),
        dictionary == null ? MemorySegment.NULL : dictionary.struct());
    return new FieldStruct(struct, children, dictionary);
  }
}
