package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.frazil.engine.scan.DataFormat;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What the commit record of a version says of it (spec C2). Immutable; made by
/// [#builder(DataFormat, String)].
///
/// @param format the format of all its data files
/// @param schema its Arrow schema, as [dev.frazil.engine.arrow.ArrowSchemaMessage#base64] writes it
/// @param firstFile facts of the file with index 0
/// @param createdMillis when it was made, in milliseconds since 1970 by the writer's clock: for
///   display alone
/// @param writer a UUID that only this attempt to write the version has
/// @param parent the version that was the latest one before; null if there was none
/// @param token the caller's token, or null
/// @param note the caller's note, or null
/// @param statistics counts and bounds of the file with index 0, or null
/// @param rollbackOf the version whose files this one has; null if it is no rollback
/// @param compactionOf the version whose rows this one has in fewer files; null if it is none
record VersionFacts(
    DataFormat format,
    String schema,
    FileFacts firstFile,
    long createdMillis,
    String writer,
    @Nullable Long parent,
    @Nullable String token,
    @Nullable String note,
    @Nullable JsonNode statistics,
    @Nullable Long rollbackOf,
    @Nullable Long compactionOf) {

  /// Adds the members to a document.
  void write(ObjectNode document) {
    document.put("format", format.extension());
    document.put("schema", schema);
    firstFile.write(document);
    document.put("created_ms", createdMillis);
    document.put("writer", writer);
    putIfPresent(document, "parent", parent);
    putIfPresent(document, "rollback_of", rollbackOf);
    putIfPresent(document, "compaction_of", compactionOf);
    if (token != null) {
      document.put("token", token);
    }
    if (note != null) {
      document.put("note", note);
    }
    if (statistics != null) {
      document.set("statistics", statistics);
    }
  }

  private static void putIfPresent(ObjectNode document, String member, @Nullable Long value) {
    if (value != null) {
      document.put(member, value);
    }
  }

  /// The members of a document.
  static VersionFacts read(Path file, ObjectNode document) {
    return new VersionFacts(
        format(file, StoreJson.requireText(file, document, "format")),
        StoreJson.requireText(file, document, "schema"),
        FileFacts.read(file, document),
        StoreJson.requireNumber(file, document, "created_ms"),
        StoreJson.requireText(file, document, "writer"),
        StoreJson.number(document, "parent"),
        StoreJson.text(document, "token"),
        StoreJson.text(document, "note"),
        document.get("statistics"),
        StoreJson.number(document, "rollback_of"),
        StoreJson.number(document, "compaction_of"));
  }

  private static DataFormat format(Path file, String extension) {
    for (DataFormat format : DataFormat.values()) {
      if (format.extension().equals(extension)) {
        return format;
      }
    }
    throw new DamagedStoreException(
        String.format(
            Locale.ROOT, "read: %s: format: expected parquet or csv, got %s", file, extension));
  }

  /// Starts with the facts that every version has.
  ///
  /// @param format the format of its files
  /// @param schema its schema in base64
  static Builder builder(DataFormat format, String schema) {
    return new Builder(format, schema);
  }

  /// Collects facts one by one. Not thread-safe.
  static final class Builder {
    private final DataFormat format;
    private final String schema;
    private FileFacts firstFile = new FileFacts(0, 0, 0);
    private String writer = "";
    private @Nullable Long parent;
    private @Nullable String token;
    private @Nullable String note;
    private @Nullable JsonNode statistics;
    private @Nullable Long rollbackOf;
    private @Nullable Long compactionOf;

    private Builder(DataFormat format, String schema) {
      this.format = format;
      this.schema = schema;
    }

    Builder firstFile(FileFacts facts) {
      firstFile = facts;
      return this;
    }

    Builder writer(String uuid) {
      writer = uuid;
      return this;
    }

    /// @param version [Manifest#NONE] if there was none
    Builder parent(long version) {
      parent = version == Manifest.NONE ? null : version;
      return this;
    }

    Builder token(@Nullable String text) {
      token = text;
      return this;
    }

    Builder note(@Nullable String text) {
      note = text;
      return this;
    }

    Builder statistics(@Nullable JsonNode node) {
      statistics = node;
      return this;
    }

    Builder rollbackOf(long version) {
      rollbackOf = version;
      return this;
    }

    Builder compactionOf(long version) {
      compactionOf = version;
      return this;
    }

    VersionFacts build() {
      return new VersionFacts(
          format,
          schema,
          firstFile,
          System.currentTimeMillis(),
          writer,
          parent,
          token,
          note,
          statistics,
          rollbackOf,
          compactionOf);
    }
  }
}
