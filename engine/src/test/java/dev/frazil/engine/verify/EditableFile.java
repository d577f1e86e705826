package dev.frazil.engine.verify;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;

/// A Parquet file whose statements can be changed one by one, while all others stay as they are.
public final class EditableFile {
  private static final int TAIL = 8;

  private byte[] body;
  private final FileMetaData footer;

  private EditableFile(byte[] body, FileMetaData footer) {
    this.body = body;
    this.footer = footer;
  }

  public static EditableFile of(byte[] file) throws IOException {
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - TAIL);
    int start = file.length - TAIL - length;
    return new EditableFile(
        Arrays.copyOf(file, start),
        Util.readFileMetaData(new ByteArrayInputStream(file, start, length)));
  }

  public byte[] toBytes() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(body);
    Util.writeFileMetaData(footer, out);
    int length = out.size() - body.length;
    out.write(
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(length).array());
    out.write("PAR1".getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }

  public FileMetaData footer() {
    return footer;
  }

  public ColumnChunk chunk(int column) {
    return Objects.requireNonNull(rowGroup().getColumns()).get(column);
  }

  public ColumnMetaData metaData(int column) {
    return Objects.requireNonNull(chunk(column).getMeta_data());
  }

  /// The statistics of a column in one of several row groups.
  public Statistics statistics(int rowGroup, int column) {
    RowGroup group = Objects.requireNonNull(footer.getRow_groups()).get(rowGroup);
    return Objects.requireNonNull(
        Objects.requireNonNull(
                Objects.requireNonNull(group.getColumns()).get(column).getMeta_data())
            .getStatistics());
  }

  public Statistics statistics(int column) {
    return Objects.requireNonNull(metaData(column).getStatistics());
  }

  /// Writes a changed column index behind all others.
  void columnIndex(int column, Consumer<ColumnIndex> edit) throws IOException {
    ColumnChunk chunk = chunk(column);
    ColumnIndex index =
        Util.readColumnIndex(new ByteArrayInputStream(from(chunk.getColumn_index_offset())));
    edit.accept(index);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeColumnIndex(index, out);
    chunk.setColumn_index_offset(body.length).setColumn_index_length(out.size());
    append(out);
  }

  /// Writes a changed offset index behind all others.
  void offsetIndex(int column, Consumer<OffsetIndex> edit) throws IOException {
    ColumnChunk chunk = chunk(column);
    OffsetIndex index =
        Util.readOffsetIndex(new ByteArrayInputStream(from(chunk.getOffset_index_offset())));
    edit.accept(index);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeOffsetIndex(index, out);
    chunk.setOffset_index_offset(body.length).setOffset_index_length(out.size());
    append(out);
  }

  /// Changes the bits of a bloom filter.
  void bloomFilter(int column, Consumer<ByteBuffer> edit) throws IOException {
    int offset = (int) metaData(column).getBloom_filter_offset();
    ByteArrayInputStream input = new ByteArrayInputStream(from(offset));
    int available = input.available();
    BloomFilterHeader header = Util.readBloomFilterHeader(input);
    int start = offset + available - input.available();
    edit.accept(ByteBuffer.wrap(body, start, header.getNumBytes()).slice());
  }

  /// Changes the bytes of a page.
  interface PageEdit {
    /// Changes a page.
    ///
    /// @param number the page of the chunk from 0, the dictionary included
    /// @param header its header
    /// @param body the bytes behind it
    void edit(int number, PageHeader header, byte[] body);
  }

  /// Writes the changed pages of a chunk behind all others. Offsets and sizes in the footer and in
  /// the offset index follow them.
  void pages(int column, PageEdit edit) throws IOException {
    ColumnMetaData metaData = metaData(column);
    boolean dictionary = metaData.isSetDictionary_page_offset();
    long start = dictionary ? metaData.getDictionary_page_offset() : metaData.getData_page_offset();
    long end = start + metaData.getTotal_compressed_size();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<PageLocation> locations = new ArrayList<>();
    for (int page = 0; start < end; page++) {
      ByteArrayInputStream input = new ByteArrayInputStream(from(start));
      PageHeader header = Util.readPageHeader(input);
      int bodyStart = body.length - input.available();
      byte[] bytes = input.readNBytes(header.getCompressed_page_size());
      edit.edit(page, header, bytes);
      int offset = out.size();
      Util.writePageHeader(header, out);
      grow(metaData, (long) out.size() - offset - (bodyStart - start));
      out.write(bytes);
      start = (long) bodyStart + bytes.length;
      locations.add(new PageLocation((long) body.length + offset, out.size() - offset, 0));
    }
    if (dictionary) {
      metaData.setDictionary_page_offset(locations.removeFirst().getOffset());
    }
    metaData.setData_page_offset(locations.getFirst().getOffset());
    rowGroup().unsetFile_offset();
    append(out);
    offsetIndex(
        column,
        index -> {
          for (int i = 0; i < locations.size(); i++) {
            Objects.requireNonNull(index.getPage_locations())
                .get(i)
                .setOffset(locations.get(i).getOffset())
                .setCompressed_page_size(locations.get(i).getCompressed_page_size());
          }
        });
  }

  /// A header of another length makes a chunk and its row group longer.
  private void grow(ColumnMetaData metaData, long bytes) {
    metaData.setTotal_compressed_size(metaData.getTotal_compressed_size() + bytes);
    metaData.setTotal_uncompressed_size(metaData.getTotal_uncompressed_size() + bytes);
    rowGroup().setTotal_byte_size(rowGroup().getTotal_byte_size() + bytes);
    rowGroup().setTotal_compressed_size(rowGroup().getTotal_compressed_size() + bytes);
  }

  public RowGroup rowGroup() {
    return Objects.requireNonNull(footer.getRow_groups()).getFirst();
  }

  private byte[] from(long offset) {
    return Arrays.copyOfRange(body, (int) offset, body.length);
  }

  private void append(ByteArrayOutputStream bytes) {
    int length = body.length;
    body = Arrays.copyOf(body, length + bytes.size());
    System.arraycopy(bytes.toByteArray(), 0, body, length, bytes.size());
  }
}
