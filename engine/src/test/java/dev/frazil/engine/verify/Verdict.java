package dev.frazil.engine.verify;

import dev.frazil.engine.file.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What the verifier finds in a file in memory.
///
/// @param lies what is not true, in the order of the file
/// @param verification what was compared
record Verdict(List<String> lies, Verification verification) {

  static Verdict of(byte[] file) throws IOException {
    try (Arena arena = Arena.ofConfined();
        ByteSource source =
            ByteSource.ofSegment("f.parquet", arena.allocateFrom(ValueLayout.JAVA_BYTE, file))) {
      List<String> lies = new ArrayList<>();
      Verification verification =
          FileVerifier.verify(source, lie -> lies.add(lie.toString()), slots -> {});
      return new Verdict(lies, verification);
    }
  }

  /// A file of the test resources, of this package or of the tests of the footer reader.
  static byte[] resource(String name) throws IOException {
    InputStream own = Verdict.class.getResourceAsStream(name);
    try (InputStream input =
        own == null
            ? Objects.requireNonNull(Verdict.class.getResourceAsStream("../file/" + name), name)
            : own) {
      return input.readAllBytes();
    }
  }
}
