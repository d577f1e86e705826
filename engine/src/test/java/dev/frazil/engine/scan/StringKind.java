package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Strings, byte strings and UUIDs.
///
/// @param layout a format of strings or of bytes; `dictionary`, `w:3` or `uuid`
record StringKind(String layout) implements ValueKind {
  private static final String[] PARTS = {
    "a", "b", "ab", "é", "\uFFFF", "\uD83D\uDE00", "\0", "'", "zz", "\uDBFF\uDFFF", "%"
  };

  static List<ValueKind> all() {
    return List.of(
        new StringKind("u"),
        new StringKind("U"),
        new StringKind("vu"),
        new StringKind("dictionary"),
        new StringKind("z"),
        new StringKind("w:3"),
        new StringKind("uuid"));
  }

  boolean text() {
    return !layout.equals("z") && !layout.equals("w:3") && !layout.equals("uuid");
  }

  @Override
  public Object value(RandomGenerator random) {
    if (text()) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(4); i > 0; i--) {
        text.append(PARTS[random.nextInt(PARTS.length)].repeat(random.nextInt(20) == 0 ? 90 : 1));
      }
      return text.toString().getBytes(StandardCharsets.UTF_8);
    }
    byte[] bytes =
        new byte[layout.equals("uuid") ? 16 : layout.equals("z") ? random.nextInt(5) : 3];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(3) * 127 + random.nextInt(3));
    }
    if (layout.equals("z") && random.nextInt(10) == 0) {
      bytes = new byte[80];
      Arrays.fill(bytes, (byte) 0xff);
    }
    return bytes;
  }

  @Override
  public CDataColumn column(String name, @Nullable Object... values) {
    byte[] @Nullable [] bytes = new byte[values.length][];
    @Nullable String[] texts = new String[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte[]) values[i];
      texts[i] = bytes[i] == null ? null : new String(bytes[i], StandardCharsets.UTF_8);
    }
    return switch (layout) {
      case "vu" -> CDataNested.views(name, "vu", texts);
      case "w:3" -> CDataColumn.fixed(name, 3, bytes);
      case "uuid" ->
          CDataColumn.fixed(name, 16, bytes).metadata("ARROW:extension:name", "arrow.uuid");
      case "dictionary" -> dictionary(name, texts);
      default -> CDataColumn.binary(name, layout, bytes);
    };
  }

  private static CDataColumn dictionary(String name, @Nullable String... texts) {
    Map<String, Integer> entries = new LinkedHashMap<>();
    @Nullable Integer[] indices = new Integer[texts.length];
    for (int i = 0; i < texts.length; i++) {
      String text = texts[i];
      if (text != null) {
        int next = entries.size();
        indices[i] = entries.computeIfAbsent(text, _ -> next);
      }
    }
    return CDataColumn.integers(name, "i", Integer.BYTES, indices)
        .dictionary(CDataColumn.strings("", entries.keySet().toArray(String[]::new)));
  }

  @Override
  public Probe probe(RandomGenerator random, Object near) {
    byte[] bytes = (byte[]) near;
    boolean whole = layout.equals("uuid") || random.nextBoolean();
    byte[] moved = bytes;
    if (!whole && text()) {
      String text = new String(bytes, StandardCharsets.UTF_8);
      int end =
          text.isEmpty()
              ? 0
              : text.offsetByCodePoints(
                  0, random.nextInt(text.codePointCount(0, text.length()) + 1));
      moved =
          (text.substring(0, end) + (random.nextBoolean() ? "b" : ""))
              .getBytes(StandardCharsets.UTF_8);
    } else if (!whole) {
      moved = Arrays.copyOf(bytes, random.nextInt(bytes.length + 2));
    }
    if (layout.equals("uuid")) {
      ByteBuffer words = ByteBuffer.wrap(moved);
      return new Probe(Literal.of(new UUID(words.getLong(), words.getLong())), moved);
    }
    return new Probe(
        text()
            ? new Literal.Text(new String(moved, StandardCharsets.UTF_8))
            : new Literal.Bytes(moved),
        moved);
  }
}
