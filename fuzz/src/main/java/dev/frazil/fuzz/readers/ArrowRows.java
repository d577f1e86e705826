package dev.frazil.fuzz.readers;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/// Arrow C++, in a process of its own that is started once and ends with this reader, or with the
/// process that started it.
public final class ArrowRows implements RowReader {
  private static final Path PEER = Path.of("arrow-peer", "target");
  private static final int REQUEST = 'F';
  private static final int ROWS = 'R';

  private final Process process;
  private final DataOutputStream requests;
  private final DataInputStream answers;

  /// Starts the process.
  ///
  /// @throws IOException if it cannot be started
  public ArrowRows() throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                String.join(
                    System.getProperty("path.separator"),
                    PEER.resolve("classes").toString(),
                    PEER.resolve("lib").resolve("*").toString()),
                "dev.frazil.fuzz.arrow.ArrowPeer")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    requests = new DataOutputStream(process.getOutputStream());
    answers = new DataInputStream(process.getInputStream());
  }

  @Override
  public List<Map<String, @Nullable Object>> rows(Path file, MessageType schema)
      throws IOException {
    ByteBuffer answer = ask(file);
    PeerValues.text(answer);
    PeerValues values = new PeerValues(answer);
    int count = answer.getInt();
    List<Map<String, @Nullable Object>> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      rows.add(values.row(schema));
    }
    return rows;
  }

  /// The Arrow types that the columns of a file have for Arrow C++.
  ///
  /// @param file the file
  /// @return a name a column, such as `timestamp[us, UTC]` or `list<int32>`
  /// @throws IOException if Arrow C++ refuses the file
  public List<String> types(Path file) throws IOException {
    return PeerValues.text(ask(file)).lines().toList();
  }

  private ByteBuffer ask(Path file) throws IOException {
    requests.writeByte(REQUEST);
    requests.writeUTF(file.toUri().toString());
    requests.flush();
    byte[] bytes = new byte[answers.readInt()];
    answers.readFully(bytes);
    ByteBuffer answer = ByteBuffer.wrap(bytes);
    if (answer.get() != ROWS) {
      throw new IOException("Arrow C++: " + PeerValues.text(answer));
    }
    return answer;
  }

  @Override
  public void close() throws IOException {
    requests.close();
    answers.close();
    process.destroy();
  }
}
