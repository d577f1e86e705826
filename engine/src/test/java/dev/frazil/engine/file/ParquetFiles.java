package dev.frazil.engine.file;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/// Files written from C structs, and readers of files that share no code with the writer.
final class ParquetFiles {
  private ParquetFiles() {}

  /// Writes batches of one schema, which belong to a producer that unmaps them when they are
  /// released, and has the library of the format write every Thrift structure again.
  static FileReceipt write(Path file, WriterOptions options, CDataColumn... batches)
      throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        ParquetFileWriter writer =
            new ParquetFileWriter(ChannelSink.open(file), schema(batches[0]), options)) {
      for (CDataColumn batch : batches) {
        writer.append(batch(producer, batch));
      }
      FileReceipt receipt = writer.finish();
      ThriftOracle.check(Files.readAllBytes(file));
      return receipt;
    }
  }

  static ParquetSchema schema(CDataColumn batch) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(batch)) {
      ArrowSchema schema = source.schema();
      Objects.requireNonNull(source.next()).close();
      return ParquetSchema.of(schema);
    }
  }

  static RecordBatch batch(CDataBuilder producer, CDataColumn batch) throws IOException {
    try (RecordBatchSource source = producer.source(batch)) {
      return Objects.requireNonNull(source.next());
    }
  }

  /// The footer's Thrift structure, read by the library of the format.
  static FileMetaData footer(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int size = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    int end = bytes.length - 8;
    return Util.readFileMetaData(
        new ByteArrayInputStream(Arrays.copyOfRange(bytes, end - size, end)));
  }

  static List<RowGroup> rowGroups(FileMetaData footer) {
    return Objects.requireNonNull(footer.getRow_groups());
  }

  static ColumnMetaData column(FileMetaData footer, int rowGroup, int column) {
    ColumnChunk chunk =
        Objects.requireNonNull(rowGroups(footer).get(rowGroup).getColumns()).get(column);
    return Objects.requireNonNull(chunk.getMeta_data());
  }

  static Statistics statistics(FileMetaData footer, int rowGroup, int column) {
    return Objects.requireNonNull(column(footer, rowGroup, column).getStatistics());
  }

  /// All records by parquet-java, page checksums verified.
  static List<Group> parquetJava(Path file) throws IOException {
    return parquetJava(file, 0, Files.size(file));
  }

  /// The records of the row groups that parquet-java takes to lie in a range of the file.
  static List<Group> parquetJava(Path file, long from, long to) throws IOException {
    List<Group> groups = new ArrayList<>();
    try (ParquetReader<Group> reader = reader(file).withFileRange(from, to).build()) {
      for (Group group = reader.read(); group != null; group = reader.read()) {
        groups.add(group);
      }
    }
    return groups;
  }

  /// A reader of all records, page checksums verified.
  static ParquetReader.Builder<Group> reader(Path file) throws IOException {
    return new GroupReader(new LocalInputFile(file)).usePageChecksumVerification();
  }

  /// The definition and the repetition level of every slot of a leaf in the first row group.
  static List<String> levels(Path file, String... path) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      MessageType schema = reader.getFileMetaData().getSchema();
      ColumnReader column =
          new ColumnReadStoreImpl(
                  reader.readNextRowGroup(),
                  new GroupRecordConverter(schema).getRootConverter(),
                  schema,
                  reader.getFileMetaData().getCreatedBy())
              .getColumnReader(schema.getColumnDescription(path));
      long slots =
          reader.getRowGroups().getFirst().getColumns().stream()
              .filter(chunk -> Arrays.equals(path, chunk.getPath().toArray()))
              .findFirst()
              .orElseThrow()
              .getValueCount();
      List<String> levels = new ArrayList<>();
      for (long i = 0; i < slots; i++) {
        levels.add(column.getCurrentDefinitionLevel() + "/" + column.getCurrentRepetitionLevel());
        column.skip();
        column.consume();
      }
      return levels;
    }
  }

  private static final class GroupReader extends ParquetReader.Builder<Group> {
    GroupReader(InputFile file) {
      super(file, new PlainParquetConfiguration());
    }

    @Override
    protected ReadSupport<Group> getReadSupport() {
      return new GroupReadSupport();
    }
  }

  /// The rows of a query by DuckDB, every value as text.
  ///
  /// @param select a query in which `FILE` stands for the file
  static List<List<@Nullable String>> duckdb(Path file, String select) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(select.replace("FILE", "'" + file + "'"))) {
      List<List<@Nullable String>> rows = new ArrayList<>();
      while (result.next()) {
        List<@Nullable String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getString(i));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  /// One column of a file by DuckDB, every value as text, in the order of the file.
  static List<@Nullable String> column(Path file, String name) throws SQLException {
    List<@Nullable String> values = new ArrayList<>();
    for (List<@Nullable String> row :
        duckdb(file, "select cast(\"" + name + "\" as varchar) from read_parquet(FILE)")) {
      values.add(row.getFirst());
    }
    return values;
  }
}
