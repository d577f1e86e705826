package dev.frazil.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Versions that are deleted under those who fill them, as the prune recipe of the Python original
/// does, which asks for no lease; and sources whose own files are not there, which is another
/// thing.
class VanishedVersionTest extends StoreTestCase {
  /// A store whose version is deleted when its first data file has all its rows.
  private DatasetStore deletedUnder(String version, BeforeLink then) throws IOException {
    AtomicBoolean done = new AtomicBoolean();
    return other(
        HookedFileCalls.of(call -> {
          if (call.name().equals("setReadOnly") && done.compareAndSet(false, true)) {
            Path directory = profile(version);
            for (String name : names(directory)) {
              Files.delete(directory.resolve(name));
            }
            Files.delete(directory);
            then.run(directory, directory);
          }
          return call.proceed();
        }),
        new LinuxProcessTable());
  }

  @ParameterizedTest
  @EnumSource(DataFormat.class)
  void aWriteKeepsItsRows(DataFormat format) throws IOException {
    write(1);
    WriteRequest request = WriteRequest.DEFAULT.withFormat(format);
    WriteResult result = deletedUnder("v1", (_, _) -> {}).write(KEY, StoreRows.ids(2, 3), request);
    assertEquals(2, result.rowCount());
    assertEquals(List.of(2L, 3L), latestIds());
  }

  @Test
  void anAppendTakesItsRowsToTheLatestVersion() throws IOException {
    write(1);
    DatasetStore slow = deletedUnder("v0", (_, _) -> write(7));
    AppendResult result = slow.append(KEY, StoreRows.ids(2, 3), AppendRequest.DEFAULT);
    assertEquals(1, result.version());
    assertEquals(2, result.rowCount());
    assertEquals(List.of(7L, 2L, 3L), latestIds());
  }

  @Test
  void aJointCommitKeepsItsRows() throws IOException {
    write(1);
    deletedUnder("v1", (_, _) -> {}).commit(Map.of(KEY, StoreRows.ids(2, 3)), CSV);
    assertEquals(List.of(2L, 3L), latestIds());
  }
}
