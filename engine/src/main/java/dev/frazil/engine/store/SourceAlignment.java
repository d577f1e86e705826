package dev.frazil.engine.store;

import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.align.BatchAligner;
import dev.frazil.engine.align.TargetDefaults;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Appended rows in the shape of the version they are appended to: its columns, in its order and of
/// its types. A batch is valid until the next one is asked for. Not thread-safe.
final class SourceAlignment implements RecordBatchSource {
  private static final AlignmentOptions SAFE =
      AlignmentOptions.builder().widenFloat16(true).build();
  private static final AlignmentOptions ORIGINAL =
      AlignmentOptions.builder()
          .widenFloat16(true)
          .convertValues(true)
          .ignoreExtraColumns(true)
          .build();

  private final RecordBatchSource rows;
  private final ArrowSchema schema;
  private final BatchAligner aligner;

  private SourceAlignment(RecordBatchSource rows, ArrowSchema schema, CastMode mode) {
    this.rows = rows;
    this.schema = schema;
    AlignmentOptions options =
        switch (mode) {
          case STRICT, SAFE -> SAFE;
          case ORIGINAL -> ORIGINAL;
        };
    // in a store columns are known by name, whatever ids they carry
    this.aligner = new BatchAligner(StoredSchema.byName(schema), TargetDefaults.NONE, options);
  }

  /// The rows with the version's columns, in its order and of its types.
  ///
  /// @param rows the rows, which stay the caller's to close, after the result is closed
  /// @param schema the version's schema
  /// @param mode what columns of other types are made into; types that have no cast are refused
  ///   with the first batch
  /// @param key the profile, for messages
  /// @return the rows as the version has them
  /// @throws ColumnsMismatchException if the columns have other names
  /// @throws dev.frazil.engine.SchemaException if two columns have one name, or the types are not
  ///   equal and the mode asks for that
  static SourceAlignment align(
      RecordBatchSource rows, ArrowSchema schema, CastMode mode, ProfileKey key) {
    List<String> names = names(StoredSchema.of(rows.schema()));
    if (!new HashSet<>(names).equals(new HashSet<>(names(schema)))) {
      throw new ColumnsMismatchException(
          "Columns %s do not match existing columns %s for %s"
              .formatted(repr(names), repr(names(schema)), key));
    }
    if (mode == CastMode.STRICT) {
      StoredSchema.requireSameTypes(rows.schema().fields(), schema.fields(), "");
    }
    return new SourceAlignment(rows, schema, mode);
  }

  private static List<String> names(ArrowSchema schema) {
    return schema.fields().stream().map(ArrowField::name).toList();
  }

  private static String repr(List<String> names) {
    return names.stream().map(PythonText::repr).collect(Collectors.joining(", ", "[", "]"));
  }

  @Override
  public ArrowSchema schema() {
    return schema;
  }

  @Override
  public @Nullable RecordBatch next() throws IOException {
    RecordBatch batch = rows.next();
    return batch == null ? null : aligner.align(batch);
  }

  /// Frees the memory of the last batch.
  @Override
  public void close() {
    aligner.close();
  }
}
