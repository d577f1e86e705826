package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.parquet.ParquetUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of Frazil and of Iceberg by their footers: as their writers counted them, and as Iceberg's
/// own reading of a footer has them.
class FooterPeerTest {
  private static final MetricsConfig DEFAULT = MetricsConfig.getDefault();

  @TempDir private Path folder = Path.of("");

  private static DataFile read(InputFile file) throws IOException {
    return FooterDataFile.read(
        file,
        TableValues.SCHEMA,
        PartitionSpec.unpartitioned(),
        null,
        SortOrder.unsorted(),
        DEFAULT,
        null);
  }

  @Test
  void frazilsOwnFooterSaysWhatItsWriterCounted() throws IOException {
    long seed = new Random().nextLong();
    ArrowSchema schema = IcebergSchemas.arrowSchema(TableValues.SCHEMA);
    LocalFileIO io = new LocalFileIO();
    try (RecordBatchSource source =
        ValueBatch.source(schema, ValueBatch.of(schema, new TableValues(seed).columns(0, 60)))) {
      DataFile written =
          DataFileWriter.writeDataFiles(
                  io,
                  folder.toString(),
                  source,
                  TableValues.SCHEMA,
                  PartitionSpec.unpartitioned(),
                  SortOrder.unsorted(),
                  WriterOptions.builder().rowGroupTargetRows(25).build())
              .getFirst();
      DataFile found = read(io.newInputFile(written));
      String message = "seed " + seed;
      assertEquals(written.recordCount(), found.recordCount(), message);
      assertEquals(written.fileSizeInBytes(), found.fileSizeInBytes(), message);
      assertEquals(written.splitOffsets(), found.splitOffsets(), message);
      assertEquals(written.columnSizes(), found.columnSizes(), message);
      assertEquals(written.valueCounts(), found.valueCounts(), message);
      assertEquals(written.nullValueCounts(), found.nullValueCounts(), message);
      assertEquals(written.nanValueCounts(), found.nanValueCounts(), message);
      for (Types.NestedField column : TableValues.SCHEMA.columns()) {
        int id = column.fieldId();
        // The footer has no bounds beside a NaN, and says nothing of the signed order of UUIDs.
        boolean same =
            written.nanValueCounts().getOrDefault(id, 0L) == 0
                && column.type().typeId() != Type.TypeID.UUID;
        if (same) {
          assertEquals(
              written.lowerBounds().get(id), found.lowerBounds().get(id), message + column);
          assertEquals(
              written.upperBounds().get(id), found.upperBounds().get(id), message + column);
        }
      }
      ClaimCheck.check(
          Path.of(written.location()), found, FooterDataFile.tableSchema(io.newInputFile(written)));
    }
  }

  @Test
  void icebergReadsTheSameInAFooterOfItsOwn() throws IOException {
    Path path = folder.resolve("iceberg.parquet");
    LocalFileIO io = new LocalFileIO();
    OutputFile out = io.newOutputFile(path.toString());
    try (FileAppender<Record> appender =
        Parquet.write(out)
            .schema(PeerRows.SCHEMA)
            .createWriterFunc(GenericParquetWriter::create)
            .setAll(Map.of("write.parquet.row-group-size-bytes", "4096"))
            .build()) {
      for (Record row : PeerRows.rows(500)) {
        appender.add(row);
      }
    }
    InputFile file = io.newInputFile(path.toString());
    Metrics peer = ParquetUtil.fileMetrics(file, DEFAULT);
    DataFile found =
        FooterDataFile.read(
            file,
            PeerRows.SCHEMA,
            PartitionSpec.unpartitioned(),
            null,
            SortOrder.unsorted(),
            DEFAULT,
            null);
    assertEquals(peer.recordCount(), found.recordCount());
    assertEquals(peer.columnSizes(), found.columnSizes());
    assertEquals(peer.valueCounts(), found.valueCounts());
    assertEquals(peer.nullValueCounts(), found.nullValueCounts());
    assertEquals(peer.lowerBounds(), found.lowerBounds());
    assertEquals(peer.upperBounds(), found.upperBounds());
    ClaimCheck.check(path, found, PeerRows.SCHEMA);
  }

  /// Rows without what is known to differ: UUIDs, NaN and zeros of one sign.
  private static final class PeerRows {
    static final Schema SCHEMA =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "s", Types.StringType.get()),
            Types.NestedField.optional(3, "f", Types.FloatType.get()),
            Types.NestedField.optional(4, "d", Types.DecimalType.of(20, 3)),
            Types.NestedField.optional(
                5,
                "st",
                Types.StructType.of(Types.NestedField.optional(6, "x", Types.IntegerType.get()))),
            Types.NestedField.optional(
                7, "l", Types.ListType.ofOptional(8, Types.StringType.get())));

    static List<Record> rows(int count) {
      return IntStream.range(0, count)
          .mapToObj(i -> {
            GenericRecord struct =
                GenericRecord.create(SCHEMA.findField("st").type().asStructType());
            struct.setField("x", i % 7 == 0 ? null : i - 50);
            GenericRecord row = GenericRecord.create(SCHEMA);
            row.setField("id", (long) i);
            row.setField("s", i % 5 == 0 ? null : "value number " + i + " of many");
            row.setField("f", i % 3 == 0 ? null : i + 0.5f);
            row.setField("d", BigDecimal.valueOf(i * 1_000_000_007L - 77, 3));
            row.setField("st", i % 11 == 0 ? null : struct);
            row.setField("l", i % 2 == 0 ? null : List.of("a", "b" + i));
            return (Record) row;
          })
          .toList();
    }
  }
}
