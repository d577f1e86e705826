package dev.frazil.fuzz;

import static dev.frazil.fuzz.Cases.BINARY;
import static dev.frazil.fuzz.Cases.PLAIN_BYTES;
import static dev.frazil.fuzz.Cases.batch;
import static dev.frazil.fuzz.Cases.column;
import static dev.frazil.fuzz.Cases.field;
import static dev.frazil.fuzz.Cases.pages;
import static dev.frazil.fuzz.Cases.repeat;
import static dev.frazil.fuzz.Cases.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Defects that other writers once had, where sizes leave the usual.
@DisabledOnOs(OS.WINDOWS)
class PublicLimitCasesTest {
  /// Scaled down: a value above the target of a page gets a page.
  @Test
  @PublicCase("overflow-page-bytes")
  void valuesLargerThanAPageGetPagesOfTheirOwn() throws IOException {
    List<@Nullable Object> values = repeat(1000, null);
    for (int i = 0; i < 5; i++) {
      byte[] value = new byte[100_000];
      Arrays.fill(value, (byte) i);
      values.add(Bytes.of(value));
    }
    WrittenFile file =
        write(
            PLAIN_BYTES.toBuilder().dictionary(false).pageTargetBytes(64_000).build(),
            batch(column(field("b", new ArrowType.Binary(true)), values)));
    pages(file, 0)
        .pages()
        .forEach(page -> assertTrue(page.header().getUncompressed_page_size() < 64_000 + 100_000));
    assertTrue(pages(file, 0).pages().size() >= 5);
  }

  /// A chunk of more than 2 GiB, before compression, has its size in 64 bits; the limit of row
  /// groups keeps chunks below that unless it is raised.
  @Test
  @PublicCase("big-chunk")
  void chunksBeyondTwoGibibytesKeepTheirSize() throws IOException {
    assertTrue(WriterOptions.DEFAULT.rowGroupTargetBytes() < 1L << 31);
    WriterOptions options =
        PLAIN_BYTES.toBuilder()
            .compression(CompressionPolicy.ZSTD)
            .dictionary(false)
            .rowGroupTargetBytes(3L << 30)
            .build();
    ColumnValues large = column(field("s", BINARY), repeat(4, Bytes.of(new byte[16 << 20])));
    BatchData batch = batch(large);
    byte[] file;
    try (EngineRun run = new EngineRun(options)) {
      for (int i = 0; i < 33; i++) {
        run.append(batch, new SplittableRandom(7));
      }
      file = run.finish().bytes();
    }
    List<RowGroup> groups = FooterCheck.groups(FooterCheck.read(file));
    assertEquals(1, groups.size());
    ColumnMetaData meta = FooterCheck.chunk(groups.getFirst(), 0);
    assertTrue(meta.getTotal_uncompressed_size() > 1L << 31);
    PageWalk walk = PageWalk.of(file, meta);
    assertEquals(walk.uncompressedSize(), meta.getTotal_uncompressed_size());
    walk.pages().forEach(page -> assertTrue(page.header().getUncompressed_page_size() > 0));
  }
}
