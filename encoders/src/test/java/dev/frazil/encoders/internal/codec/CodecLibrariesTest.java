package dev.frazil.encoders.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.CompressionPolicy.Codec;
import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.memory.Slab;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodecLibrariesTest {
  private static List<byte[]> pages() {
    Random random = new Random(0xc0dec);
    byte[] noise = new byte[300_001];
    random.nextBytes(noise);
    StringBuilder words = new StringBuilder();
    while (words.length() < 1_200_000) {
      words.append(Integer.toString(random.nextInt(30_000), 36)).append(' ');
    }
    byte[] text = words.toString().getBytes(UTF_8);
    return List.of(text, new byte[0], new byte[] {42}, noise, new byte[70_000], noise, text);
  }

  private static void assertRoundTrips(PageCompressor compressor, Codec codec) throws IOException {
    try (compressor;
        Slab source = new Slab();
        Slab target = new Slab()) {
      int number = 0;
      for (byte[] page : pages()) {
        source.ensure(page.length, 0);
        MemorySegment.copy(page, 0, source.segment(), ValueLayout.JAVA_BYTE, 0, page.length);
        int length = compressor.compress(source, 0, page.length, target);
        byte[] stored = target.segment().asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
        String label = codec + ", page " + number++;
        assertArrayEquals(page, PeerCodecs.decompress(codec, stored, page.length), label);
        assertTrue(length < page.length + page.length / 100 + 64, label + ": " + length);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "snappy",
        "zstd:-7",
        "zstd",
        "zstd:12",
        "lz4_raw",
        "gzip:0",
        "gzip:1",
        "gzip",
        "gzip:9",
        "brotli:0",
        "brotli:1",
        "brotli:2",
        "brotli:3",
        "brotli",
        "brotli:9"
      })
  void pagesDecompressByAnotherLibrary(String text) throws IOException {
    CompressionPolicy policy = CompressionPolicy.parse(text);
    assertRoundTrips(CodecLibraries.compressor(policy), policy.codec());
  }

  @ParameterizedTest
  @ValueSource(strings = {"snappy", "zstd", "zstd:22", "lz4_raw", "gzip"})
  void withoutNativeLibrariesJavaCompresses(String text) throws IOException {
    CompressionPolicy policy = CompressionPolicy.parse(text);
    PageCompressor compressor = CodecLibraries.compressor(policy, _ -> false);
    assertRoundTrips(compressor, policy.codec());
  }

  @Test
  void nativeLibrariesAreUsedWhereTheyLoad() {
    try (PageCompressor snappy = CodecLibraries.compressor(CompressionPolicy.SNAPPY);
        PageCompressor zstd = CodecLibraries.compressor(CompressionPolicy.ZSTD)) {
      assertInstanceOf(SnappyCompressor.class, snappy);
      assertInstanceOf(ZstdCompressor.class, zstd);
    }
  }

  @Test
  void brotliWithoutItsLibrarySaysWhatToAdd() {
    EncoderException e =
        assertThrows(
            EncoderException.class,
            () -> CodecLibraries.compressor(CompressionPolicy.parse("brotli"), _ -> false));
    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains("com.aayushatharva.brotli4j:brotli4j"), message);
    assertTrue(message.contains(System.getProperty("os.arch")), message);
  }

  /// This module's classes among all libraries but those whose path has a part.
  private static URLClassLoader without(String part) {
    URL[] path =
        Pattern.compile(File.pathSeparator)
            .splitAsStream(System.getProperty("java.class.path"))
            .filter(entry -> !entry.contains(part))
            .map(CodecLibrariesTest::url)
            .toArray(URL[]::new);
    return new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
  }

  private static URL url(String path) {
    try {
      return Path.of(path).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }

  private static Object compressor(ClassLoader loader, String text)
      throws ReflectiveOperationException {
    Class<?> policies = loader.loadClass(CompressionPolicy.class.getName());
    Object policy = policies.getMethod("parse", String.class).invoke(null, text);
    return loader
        .loadClass(CodecLibraries.class.getName())
        .getMethod("compressor", policies)
        .invoke(null, policy);
  }

  @Test
  void aLibraryThatIsNotThereIsNoLibrary() throws Exception {
    try (URLClassLoader loader = without("brotli4j")) {
      InvocationTargetException e =
          assertThrows(InvocationTargetException.class, () -> compressor(loader, "brotli"));
      String message = String.valueOf(e.getCause());
      assertTrue(message.contains(EncoderException.class.getName()), message);
      assertTrue(message.contains("com.aayushatharva.brotli4j:brotli4j"), message);
      assertEquals("GzipCompressor", compressor(loader, "gzip").getClass().getSimpleName());
    }
    try (URLClassLoader loader = without("zstd-jni")) {
      assertEquals("SegmentCompressor", compressor(loader, "zstd").getClass().getSimpleName());
    }
    try (URLClassLoader loader = without("snappy-java")) {
      assertEquals("SegmentCompressor", compressor(loader, "snappy").getClass().getSimpleName());
    }
  }

  @Test
  void aHigherLevelIsSmaller() throws IOException {
    for (String codec : List.of("zstd", "gzip", "brotli")) {
      int[] sizes = new int[2];
      try (Slab source = new Slab();
          Slab target = new Slab()) {
        byte[] text = pages().getFirst();
        source.ensure(text.length, 0);
        MemorySegment.copy(text, 0, source.segment(), ValueLayout.JAVA_BYTE, 0, text.length);
        for (int i = 0; i < 2; i++) {
          CompressionPolicy policy = CompressionPolicy.parse(codec + (i == 0 ? ":1" : ":9"));
          try (PageCompressor compressor = CodecLibraries.compressor(policy)) {
            sizes[i] = compressor.compress(source, 0, text.length, target);
          }
        }
      }
      assertTrue(sizes[1] < sizes[0], codec + ": " + sizes[0] + ", " + sizes[1]);
    }
  }

  @Test
  void uncompressedNeedsNoLibrary() {
    assertThrows(
        IllegalArgumentException.class,
        () -> CodecLibraries.compressor(CompressionPolicy.UNCOMPRESSED));
    assertEquals(0, CompressionPolicy.UNCOMPRESSED.level());
  }
}
