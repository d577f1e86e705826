package dev.frazil.encoders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BoundTruncationTest {
  private static @Nullable String upper(String value, int codePoints) {
    byte[] bytes = value.getBytes(UTF_8);
    byte[] bound = BoundTruncation.upperUtf8(bytes, BoundTruncation.utf8Cut(bytes, codePoints));
    return bound == null ? null : new String(bound, UTF_8);
  }

  private static String lower(String value, int codePoints) {
    byte[] bytes = value.getBytes(UTF_8);
    byte[] bound = BoundTruncation.lower(bytes, BoundTruncation.utf8Cut(bytes, codePoints));
    return new String(bound, UTF_8);
  }

  @Test
  void aShortValueStaysAsItIs() {
    assertEquals("abc", upper("abc", 3));
    assertEquals("abc", lower("abc", 16));
    assertEquals("", lower("", 1));
  }

  @Test
  void anUpperBoundIsCutAndIncremented() {
    assertEquals("ac", upper("abcd", 2));
    assertEquals("ab", lower("abcd", 2));
  }

  @Test
  void codePointsAreNeverSplit() {
    assertEquals("\u00e9\u00ea", upper("\u00e9\u00e9\u00e9", 2));
    assertEquals("\ud83d\ude01", upper("\ud83d\ude00x", 1));
  }

  @Test
  void theSuccessorSkipsSurrogatesAndMayGrow() {
    assertEquals("\ue000", upper("\ud7ffx", 1));
    assertEquals("\u0080", upper("\u007fx", 1));
    assertEquals("\ud800\udc00", upper("\uffffx", 1));
  }

  @Test
  void everyCodePointIsFollowedByTheNextOne() {
    for (int point = 0; point < Character.MAX_CODE_POINT; point++) {
      if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
        int next = point == Character.MIN_SURROGATE - 1 ? Character.MAX_SURROGATE + 1 : point + 1;
        assertEquals(Character.toString(next), upper(Character.toString(point) + "x", 1));
      }
    }
  }

  @Test
  void aBoundIsShortenedInPlace() {
    assertEquals("ab", shortened(ValueOrder.UTF8, "abcd", 2, false));
    assertEquals("ac", shortened(ValueOrder.UTF8, "abcd", 2, true));
    assertEquals("a", shortened(ValueOrder.UTF8, "a\u00e9x", 2, false));
    assertEquals("b", shortened(ValueOrder.UTF8, "a\u00e9x", 2, true));
    assertEquals("ac", shortened(ValueOrder.LEXICOGRAPHIC, "abcd", 2, true));
  }

  @Test
  void aBoundThatNothingShortIsAboveIsNotShortened() {
    assertNull(shortened(ValueOrder.UTF8, "\u007fx", 1, true));
    assertEquals("b", shortened(ValueOrder.UTF8, "a\u007fx", 2, true));
    assertNull(shortened(ValueOrder.UTF8, "\udbff\udfffx", 4, true));
    assertNull(shortened(ValueOrder.SIGNED_BIG_ENDIAN, "abcd", 2, true));
  }

  private static @Nullable String shortened(
      ValueOrder order, String bound, int maxBytes, boolean upper) {
    byte[] bytes = Arrays.copyOf(bound.getBytes(UTF_8), maxBytes + 1);
    int length = BoundTruncation.shorten(order, bytes, maxBytes, upper);
    return length < 0 ? null : new String(bytes, 0, length, UTF_8);
  }

  @Test
  void theLastCodePointWithASuccessorIsIncremented() {
    assertEquals("b", upper("a\udbff\udfff\udbff\udfffx", 3));
    assertNull(upper("\udbff\udfff\udbff\udfff", 1));
  }

  @Test
  void bytesAreIncrementedFromTheRight() {
    assertArrayEquals(
        HexFormat.of().parseHex("02"),
        assertNotNullBytes(BoundTruncation.upper(HexFormat.of().parseHex("01ffff00"), 3)));
    assertNull(BoundTruncation.upper(HexFormat.of().parseHex("ffff00"), 2));
  }

  private static byte[] assertNotNullBytes(byte @Nullable [] bytes) {
    assertNotNull(bytes);
    return bytes;
  }

  @Test
  void aByteLimitFallsOnABoundary() {
    byte[] value = "a\u00e9\u20ac".getBytes(UTF_8);
    assertEquals(1, BoundTruncation.utf8Boundary(value, 2));
    assertEquals(3, BoundTruncation.utf8Boundary(value, 5));
    assertEquals(6, BoundTruncation.utf8Boundary(value, 6));
  }
}
