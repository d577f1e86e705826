package dev.frazil.engine.cli;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// Reads what a table and the manifests of one of its snapshots say. No data file is opened.
final class TableInspection {
  private final Table table;
  private final @Nullable Snapshot snapshot;
  private final Schema schema;

  /// @param table the table
  /// @param snapshotId the snapshot whose files are wanted, or null for the current one
  /// @throws CommandFailure if there is no such snapshot
  TableInspection(Table table, @Nullable Long snapshotId) {
    this.table = table;
    this.snapshot = snapshotId == null ? table.currentSnapshot() : snapshot(table, snapshotId);
    Integer schemaId = snapshot == null ? null : snapshot.schemaId();
    Schema written = schemaId == null ? null : table.schemas().get(schemaId);
    this.schema = written == null ? table.schema() : written;
  }

  private static Snapshot snapshot(Table table, long id) {
    Snapshot found = table.snapshot(id);
    if (found == null) {
      throw new CommandFailure(
          "snapshot: table %s: expected one of %s, got %d"
              .formatted(
                  table.name(), snapshots(table).stream().map(Snapshot::snapshotId).toList(), id));
    }
    return found;
  }

  private static List<Snapshot> snapshots(Table table) {
    return StreamSupport.stream(table.snapshots().spliterator(), false)
        .sorted(Comparator.comparingLong(Snapshot::sequenceNumber))
        .toList();
  }

  /// Reads the manifests.
  ///
  /// @param name namespace and name of the table
  /// @return what they and the table's metadata say
  /// @throws IOException if a manifest cannot be read
  TableReport report(String name) throws IOException {
    List<TableReport.Field> fields = new ArrayList<>();
    addFields(fields, List.of(), table.schema().columns());
    List<TableReport.File> files = new ArrayList<>();
    List<TableReport.File> deletes = new ArrayList<>();
    addFiles(files, deletes);
    return new TableReport(
        name,
        table.uuid().toString(),
        table.location(),
        TableUtil.formatVersion(table),
        fields,
        PartitionClause.ddl(table.spec()),
        SortClause.text(table.sortOrder()),
        new TreeMap<>(table.properties()),
        snapshots(table).stream().map(this::snapshot).toList(),
        snapshot == null ? null : snapshot.snapshotId(),
        files.stream().mapToLong(TableReport.File::rows).sum(),
        files.stream().mapToLong(TableReport.File::bytes).sum(),
        files,
        deletes);
  }

  private static void addFields(
      List<TableReport.Field> fields, List<String> parent, List<Types.NestedField> members) {
    for (Types.NestedField member : members) {
      List<String> path = new ArrayList<>(parent);
      path.add(member.name());
      Type type = member.type();
      fields.add(
          new TableReport.Field(
              member.fieldId(),
              path,
              type.isNestedType() ? type.typeId().name().toLowerCase(Locale.ROOT) : type.toString(),
              member.isRequired(),
              member.doc()));
      if (type.isNestedType()) {
        addFields(fields, path, type.asNestedType().fields());
      }
    }
  }

  private TableReport.Snapshot snapshot(Snapshot found) {
    Snapshot current = table.currentSnapshot();
    return new TableReport.Snapshot(
        found.snapshotId(),
        found.parentId(),
        current != null && current.snapshotId() == found.snapshotId(),
        Instant.ofEpochMilli(found.timestampMillis()).toString(),
        found.operation(),
        new TreeMap<>(found.summary()));
  }

  private void addFiles(List<TableReport.File> files, List<TableReport.File> deletes)
      throws IOException {
    if (snapshot == null) {
      return;
    }
    for (ManifestFile manifest : snapshot.dataManifests(table.io())) {
      addFiles(files, ManifestFiles.read(manifest, table.io(), table.specs()));
    }
    for (ManifestFile manifest : snapshot.deleteManifests(table.io())) {
      addFiles(deletes, ManifestFiles.readDeleteManifest(manifest, table.io(), table.specs()));
    }
  }

  private void addFiles(
      List<TableReport.File> files, CloseableIterable<? extends ContentFile<?>> entries)
      throws IOException {
    try (entries) {
      for (ContentFile<?> file : entries) {
        files.add(file(file));
      }
    }
  }

  private TableReport.File file(ContentFile<?> file) {
    PartitionSpec spec = Objects.requireNonNull(table.specs().get(file.specId()));
    Integer order = file.sortOrderId();
    return new TableReport.File(
        file.content().name().toLowerCase(Locale.ROOT),
        file.location(),
        file.format().name().toLowerCase(Locale.ROOT),
        PartitionText.values(spec, file.partition()),
        file.recordCount(),
        file.fileSizeInBytes(),
        order != null && order > 0,
        file.equalityFieldIds() == null ? List.of() : List.copyOf(file.equalityFieldIds()),
        columns(file));
  }

  private List<TableReport.Column> columns(ContentFile<?> file) {
    Map<Integer, Long> sizes = orEmpty(file.columnSizes());
    Map<Integer, Long> values = orEmpty(file.valueCounts());
    Map<Integer, ByteBuffer> lower = orEmpty(file.lowerBounds());
    Map<Integer, ByteBuffer> upper = orEmpty(file.upperBounds());
    TreeSet<Integer> ids = new TreeSet<>(sizes.keySet());
    ids.addAll(values.keySet());
    ids.addAll(lower.keySet());
    ids.addAll(upper.keySet());
    return ids.stream()
        .map(id ->
            new TableReport.Column(
                id,
                schema.findColumnName(id),
                sizes.get(id),
                values.get(id),
                orEmpty(file.nullValueCounts()).get(id),
                orEmpty(file.nanValueCounts()).get(id),
                bound(id, lower.get(id)),
                bound(id, upper.get(id))))
        .toList();
  }

  private static <V> Map<Integer, V> orEmpty(@Nullable Map<Integer, V> map) {
    return map == null ? Map.of() : map;
  }

  private @Nullable String bound(int id, @Nullable ByteBuffer bound) {
    return bound == null ? null : text(schema.findType(id), bound.duplicate());
  }

  /// The bound in the form that Iceberg gives to partition values; its bytes in hexadecimal where
  /// they are no value of the type, or the column is gone.
  private static String text(@Nullable Type type, ByteBuffer bound) {
    byte[] bytes = new byte[bound.remaining()];
    bound.duplicate().get(bytes);
    String hex = "0x" + HexFormat.of().formatHex(bytes);
    if (type == null || !type.isPrimitiveType()) {
      return hex;
    }
    return switch (type.typeId()) {
      case FIXED, BINARY, GEOMETRY, GEOGRAPHY -> hex;
      default -> {
        Type written = writtenAs(type, bytes.length);
        try {
          yield Transforms.identity()
              .toHumanString(written, Conversions.<Object>fromByteBuffer(written, bound));
        } catch (IllegalArgumentException
            | UnsupportedOperationException
            | BufferUnderflowException
            | org.apache.iceberg.exceptions.RuntimeIOException e) {
          yield hex;
        }
      }
    };
  }

  /// The type that a bound was written as: a date where a column has become a timestamp since
  /// (table specification, "Schema Evolution").
  private static Type writtenAs(Type type, int length) {
    boolean timestamp =
        type.typeId() == Type.TypeID.TIMESTAMP || type.typeId() == Type.TypeID.TIMESTAMP_NANO;
    return timestamp && length == Integer.BYTES ? Types.DateType.get() : type;
  }
}
