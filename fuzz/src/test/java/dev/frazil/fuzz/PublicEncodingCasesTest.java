package dev.frazil.fuzz;

import static dev.frazil.fuzz.Cases.BOOL;
import static dev.frazil.fuzz.Cases.INT32;
import static dev.frazil.fuzz.Cases.INT64;
import static dev.frazil.fuzz.Cases.PLAIN_BYTES;
import static dev.frazil.fuzz.Cases.batch;
import static dev.frazil.fuzz.Cases.chunk;
import static dev.frazil.fuzz.Cases.column;
import static dev.frazil.fuzz.Cases.field;
import static dev.frazil.fuzz.Cases.pages;
import static dev.frazil.fuzz.Cases.repeat;
import static dev.frazil.fuzz.Cases.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.encoders.PageVersion;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Defects that other writers once had, in their encodings. parquet-java reads every value back
/// besides.
@DisabledOnOs(OS.WINDOWS)
class PublicEncodingCasesTest {

  private static WriterOptions.Builder fixed(Encoding encoding) {
    return PLAIN_BYTES.toBuilder().encoding(new EncodingPolicy.Fixed(encoding));
  }

  private static byte[] body(WrittenFile file, PageWalk.Page page) {
    int start = page.offset() + page.headerSize();
    return Arrays.copyOfRange(file.bytes(), start, start + page.header().getCompressed_page_size());
  }

  /// Differences wrap around at the width of the type: no miniblock is wider than a value.
  @Test
  @PublicCase("delta-int32-33bit")
  void differencesWrapAroundAtTheWidthOfTheType() throws IOException {
    List<@Nullable Object> extremes = new ArrayList<>();
    List<@Nullable Object> longs = new ArrayList<>();
    for (int i = 0; i < 160; i++) {
      extremes.add((long) (i % 2 == 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE));
      longs.add(i % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
    }
    List<@Nullable Object> five =
        Arrays.asList(863490391L, -816295192L, 1613070492L, -1166045478L, 1856530847L);
    for (List<@Nullable Object> values : List.of(five, extremes)) {
      WrittenFile file =
          write(
              fixed(Encoding.DELTA_BINARY_PACKED).build(),
              batch(column(new ArrowField("a", INT32, false), values)));
      assertWidths(body(file, pages(file, 0).pages().getFirst()), values.size(), 32);
    }
    WrittenFile file =
        write(
            fixed(Encoding.DELTA_BINARY_PACKED).build(),
            batch(column(new ArrowField("a", INT64, false), longs)));
    assertWidths(body(file, pages(file, 0).pages().getFirst()), longs.size(), 64);
  }

  /// Miniblocks that no value needs have width 0 and no body.
  @Test
  @PublicCase("delta-last-block")
  void unneededMiniblocksHaveNoBody() throws IOException {
    for (int length : new int[] {0, 1, 2, 32, 33, 64, 127, 128, 129, 257}) {
      List<@Nullable Object> squares = new ArrayList<>();
      for (long i = 0; i < length; i++) {
        squares.add(i * i);
      }
      if (length == 0) {
        squares.add(null);
      }
      WrittenFile file =
          write(
              fixed(Encoding.DELTA_BINARY_PACKED).build(),
              batch(column(new ArrowField("a", INT64, length == 0), squares)));
      if (length > 0) {
        assertWidths(body(file, pages(file, 0).pages().getFirst()), length, 64);
      }
    }
  }

  /// Walks over the blocks of a page (Encodings.md, "Delta Encoding"): every miniblock has its
  /// width, none is too wide, those without values have none, and nothing is left behind.
  private static void assertWidths(byte[] page, int values, int largest) {
    ByteBuffer bytes = ByteBuffer.wrap(page);
    long block = varint(bytes);
    long miniblocks = varint(bytes);
    assertEquals(values, varint(bytes), "values");
    varint(bytes);
    long left = values - 1L;
    while (left > 0) {
      varint(bytes);
      byte[] widths = new byte[(int) miniblocks];
      bytes.get(widths);
      for (byte width : widths) {
        assertTrue(width <= largest, "width " + width);
        assertTrue(left > 0 || width == 0, "width of a miniblock without values");
        if (left > 0) {
          bytes.position((int) (bytes.position() + block / miniblocks * width / 8));
        }
        left -= block / miniblocks;
      }
    }
    assertEquals(0, bytes.remaining(), "bytes behind the last block");
  }

  private static long varint(ByteBuffer bytes) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  /// Numbers that fall by one take next to nothing: the smallest difference is signed.
  @Test
  @PublicCase("delta-desc")
  void fallingNumbersAreSmall() throws IOException {
    List<@Nullable Object> falling =
        new ArrayList<>(LongStream.range(0, 10_000).map(i -> 10_000 - i).boxed().toList());
    WrittenFile file =
        write(
            fixed(Encoding.DELTA_BINARY_PACKED).build(),
            batch(column(new ArrowField("a", INT32, false), falling)));
    assertTrue(chunk(file, 0, 0).getTotal_uncompressed_size() < 2_000);
  }

  /// Runs of booleans are led by their length in bytes, in both page versions.
  @Test
  @PublicCase("bool-rle-len")
  void runsOfBooleansAreLedByTheirLength() throws IOException {
    List<@Nullable Object> alternating = new ArrayList<>();
    List<@Nullable Object> gaps = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      alternating.add(i % 2 == 0);
      gaps.add(i % 5 == 0 ? null : (Object) (i % 3 == 0));
    }
    for (PageVersion version : PageVersion.values()) {
      WrittenFile file =
          write(
              fixed(Encoding.RLE).pageVersion(version).build(),
              batch(
                  column(new ArrowField("alternating", BOOL, false), alternating),
                  column(new ArrowField("trues", BOOL, false), repeat(10_000, true)),
                  column(field("gaps", BOOL), gaps)));
      for (int c = 0; c < 2; c++) {
        byte[] page = body(file, pages(file, c).pages().getFirst());
        assertEquals(page.length - 4, FixedLayout.view(page).getInt(), "length of the runs");
      }
    }
  }

  /// Common prefixes of values of one width.
  @Test
  @PublicCase("flba-delta")
  void valuesOfOneWidthMayShareTheirStart() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    List<byte[]> sorted = new ArrayList<>();
    List<@Nullable Object> decimals = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      byte[] uuid = new byte[16];
      random.nextBytes(uuid);
      sorted.add(uuid);
      decimals.add(BigDecimal.valueOf(random.nextLong(), 2));
    }
    sorted.sort(Arrays::compareUnsigned);
    List<@Nullable Object> uuids = new ArrayList<>();
    sorted.forEach(uuid -> uuids.add(Bytes.of(uuid)));
    write(
        fixed(Encoding.DELTA_BYTE_ARRAY).build(),
        batch(
            column(Extensions.uuid("u", true), uuids),
            column("d", new ArrowType.Decimal(128, 20, 2), decimals.toArray())));
  }

  /// Widths above 32 bits would be a reader's to refuse, and Frazil reads no pages; what it writes
  /// stays far below: a dictionary of all its entries has indices of 16 bits.
  @Test
  @PublicCase("dict-width-33")
  void indicesAreAsWideAsTheirDictionary() throws IOException {
    List<@Nullable Object> values = new ArrayList<>();
    for (long i = 0; i < 65_536; i++) {
      values.add(i);
    }
    Collections.shuffle(values, new Random(5));
    values.addAll(new ArrayList<>(values));
    WrittenFile file =
        write(
            fixed(Encoding.RLE_DICTIONARY).build(),
            batch(column(new ArrowField("a", INT64, false), values)));
    for (PageWalk.Page page : pages(file, 0).pages()) {
      byte[] body = body(file, page);
      assertTrue(body[0] >= 1 && body[0] <= 16, "width " + body[0]);
    }
  }

  /// A dictionary of one entry, in both page versions and with nulls around it.
  @Test
  @PublicCase("dict-one-entry")
  void indicesOfOneEntryReadBackInBothVersions() throws IOException {
    for (PageVersion version : PageVersion.values()) {
      WriterOptions options = fixed(Encoding.RLE_DICTIONARY).pageVersion(version).build();
      write(options, batch(column("a", INT32, repeat(20, 7L).toArray())));
      write(options, batch(column("a", INT32, 7L, null, 7L)));
      write(options, batch(column("a", INT32, null, null, null)));
    }
  }
}
