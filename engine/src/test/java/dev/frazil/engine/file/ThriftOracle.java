package dev.frazil.engine.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/// Every Thrift structure of a file, read by the library of the format and written by it again: the
/// bytes must be the same.
final class ThriftOracle {
  private final byte[] file;

  private ThriftOracle(byte[] file) {
    this.file = file;
  }

  private interface Reading<T> {
    T read(InputStream input) throws IOException;
  }

  private interface Writing<T> {
    void write(T structure, OutputStream output) throws IOException;
  }

  static void check(byte[] file) throws IOException {
    new ThriftOracle(file).check();
  }

  private void check() throws IOException {
    int end = file.length - 8;
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
    FileMetaData footer =
        structure("footer", end - length, length, Util::readFileMetaData, Util::writeFileMetaData);
    for (RowGroup group : Objects.requireNonNull(footer.getRow_groups())) {
      for (ColumnChunk chunk : Objects.requireNonNull(group.getColumns())) {
        indexes(chunk);
        pages(Objects.requireNonNull(chunk.getMeta_data()));
      }
    }
  }

  private void indexes(ColumnChunk chunk) throws IOException {
    if (chunk.isSetOffset_index_offset()) {
      structure(
          "offset index",
          chunk.getOffset_index_offset(),
          chunk.getOffset_index_length(),
          Util::readOffsetIndex,
          Util::writeOffsetIndex);
    }
    if (chunk.isSetColumn_index_offset()) {
      structure(
          "column index",
          chunk.getColumn_index_offset(),
          chunk.getColumn_index_length(),
          Util::readColumnIndex,
          Util::writeColumnIndex);
    }
  }

  private void pages(ColumnMetaData metaData) throws IOException {
    long at =
        metaData.isSetDictionary_page_offset()
            ? metaData.getDictionary_page_offset()
            : metaData.getData_page_offset();
    long end = at + metaData.getTotal_compressed_size();
    while (at < end) {
      ByteArrayInputStream input = at(at);
      int before = input.available();
      PageHeader header = Util.readPageHeader(input);
      int length = before - input.available();
      structure("page header", at, length, Util::readPageHeader, Util::writePageHeader);
      at += length + header.getCompressed_page_size();
    }
    assertEquals(end, at, "end of the pages");
    if (metaData.isSetBloom_filter_offset()) {
      BloomFilterHeader header = Util.readBloomFilterHeader(at(metaData.getBloom_filter_offset()));
      structure(
          "bloom filter header",
          metaData.getBloom_filter_offset(),
          metaData.getBloom_filter_length() - header.getNumBytes(),
          Util::readBloomFilterHeader,
          Util::writeBloomFilterHeader);
    }
  }

  private <T> T structure(
      String what, long offset, int length, Reading<T> reading, Writing<T> writing)
      throws IOException {
    T structure = reading.read(at(offset));
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    writing.write(structure, again);
    byte[] bytes = Arrays.copyOfRange(file, (int) offset, (int) offset + length);
    assertArrayEquals(again.toByteArray(), bytes, () -> what + " at " + offset);
    return structure;
  }

  private ByteArrayInputStream at(long offset) {
    return new ByteArrayInputStream(file, (int) offset, file.length - (int) offset);
  }
}
