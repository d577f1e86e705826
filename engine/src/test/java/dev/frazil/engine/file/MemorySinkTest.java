package dev.frazil.engine.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MemorySinkTest {
  @AutoClose private final Arena arena = Arena.ofConfined();
  @AutoClose private final MemorySink sink = new MemorySink();

  private MemorySegment bytes(String text) {
    return arena.allocateFrom(ValueLayout.JAVA_BYTE, text.getBytes(UTF_8));
  }

  private byte[] file() {
    return sink.segment().toArray(ValueLayout.JAVA_BYTE);
  }

  @Test
  void bytesCanBeSeenWhenTheFileIsComplete() {
    sink.write(bytes("frazil "));
    sink.write(bytes("x".repeat(10_000)));
    assertEquals(10_007, sink.length());
    assertThrows(IllegalStateException.class, sink::segment);
    sink.complete();
    assertArrayEquals(("frazil " + "x".repeat(10_000)).getBytes(UTF_8), file());
    assertThrows(IllegalStateException.class, () -> sink.write(bytes("more")));
  }

  @Test
  void sinkTakesTheNextFileAfterAReset() {
    sink.write(bytes("first"));
    sink.complete();
    sink.reset();
    assertEquals(0, sink.length());
    sink.write(bytes("2nd"));
    sink.complete();
    assertArrayEquals("2nd".getBytes(UTF_8), file());
  }

  @Test
  void abortDropsAnOpenFileAndNoCompleteOne() {
    sink.write(bytes("gone"));
    sink.abort();
    assertEquals(0, sink.length());
    sink.reset();
    sink.write(bytes("kept"));
    sink.complete();
    sink.abort();
    assertArrayEquals("kept".getBytes(UTF_8), file());
  }

  @Test
  void anEmptyFileIsComplete() {
    sink.complete();
    assertEquals(0, sink.segment().byteSize());
  }
}
