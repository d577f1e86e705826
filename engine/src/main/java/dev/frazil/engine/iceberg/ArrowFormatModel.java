package dev.frazil.engine.iceberg;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.formats.FormatModel;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ModelWriteBuilder;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.InputFile;

/// Arrow batches for Iceberg's registry of formats: after [#register()] its writer factories make
/// writers that take a [VectorSchemaRoot] where others take a row.
///
/// `FormatModelRegistry.dataWriteBuilder` and `equalityDeleteWriteBuilder` go by this model, and so
/// does a subclass of `RegistryBasedFileWriterFactory` with `VectorSchemaRoot` as its input type.
/// What they write is written by [ArrowFileAppender], with its failure rules. Position deletes are
/// rows of Iceberg's own in the registry; as batches they go through [DeleteFileWriter]. Iceberg's
/// rolling writers count a batch as one row and look at the size of a file after every 1,000 only:
/// [DataFileWriter] rolls at the row. Nothing is read.
///
/// Encrypted files and keys are refused before a byte is written. Stateless and thread-safe.
public final class ArrowFormatModel implements FormatModel<VectorSchemaRoot, Schema> {
  private static final Object LOCK = new Object();
  private static boolean registered;

  /// A model, for callers that use it without the registry.
  public ArrowFormatModel() {}

  /// Registers the model for Parquet files of `VectorSchemaRoot`. A second call does nothing.
  ///
  /// @throws IllegalArgumentException if another model is registered for them
  public static void register() {
    synchronized (LOCK) {
      if (!registered) {
        FormatModelRegistry.register(new ArrowFormatModel());
        registered = true;
      }
    }
  }

  @Override
  public FileFormat format() {
    return FileFormat.PARQUET;
  }

  @Override
  public Class<VectorSchemaRoot> type() {
    return VectorSchemaRoot.class;
  }

  @Override
  public Class<Schema> schemaType() {
    return Schema.class;
  }

  /// Begins a file.
  ///
  /// @param file where it goes
  /// @return a builder of an [ArrowFileAppender]
  /// @throws dev.frazil.engine.WriteException if the file is an encrypted one
  @Override
  public ModelWriteBuilder<VectorSchemaRoot, Schema> writeBuilder(EncryptedOutputFile file) {
    return new ArrowWriteBuilder(PlainOutput.require(file));
  }

  /// Not supported.
  ///
  /// @throws UnsupportedOperationException always
  @Override
  public ReadBuilder<VectorSchemaRoot, Schema> readBuilder(InputFile file) {
    throw new UnsupportedOperationException(
        "read: %s: expected a model that reads, got %s, which only writes"
            .formatted(file.location(), ArrowFormatModel.class.getSimpleName()));
  }
}
