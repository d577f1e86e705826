package dev.frazil.fuzz.registry;

import dev.frazil.encoders.CompressionPolicy.Codec;
import dev.frazil.engine.file.ByteSource;
import dev.frazil.engine.verify.FileVerifier;
import dev.frazil.engine.verify.Lie;
import dev.frazil.engine.verify.Verification;
import dev.frazil.fuzz.readers.RowReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes cells and has every reader read and search them.
public final class CellCheck implements AutoCloseable {
  private final Path folder;
  private final Map<Peer, RowReader> readers = new EnumMap<>(Peer.class);

  /// Starts every reader.
  ///
  /// @param folder where files stand while they are read
  /// @throws IOException if a reader does not start
  public CellCheck(Path folder) throws IOException {
    this.folder = folder;
    for (Peer peer : Peer.values()) {
      readers.put(peer, peer.open());
    }
  }

  @Override
  public void close() throws IOException {
    for (RowReader reader : readers.values()) {
      reader.close();
    }
  }

  /// Writes a cell under a name that no reader has seen before: some keep parts of files by name.
  private WrittenCell write(Cell cell) throws IOException {
    return WrittenCell.write(cell, Files.createTempFile(folder, "cell", ".parquet"));
  }

  private RowReader reader(Peer peer) {
    return Objects.requireNonNull(readers.get(peer));
  }

  /// Checks a cell: what the file says of its values is true; a reader shows every value, or
  /// cannot, as the table of limits says; and a search finds each value that is there and none that
  /// is not.
  ///
  /// @param cell the cell
  /// @throws IOException if the file cannot be written
  public void verify(Cell cell) throws IOException {
    WrittenCell written = write(cell);
    verifyStatements(written);
    for (Peer peer : Peer.values()) {
      Optional<String> limit = Limit.of(peer, cell);
      String difference = readDifference(peer, written);
      if (limit.isPresent() && difference.isEmpty()) {
        throw new AssertionError(peer + ": expected a limit, got every value: " + limit.get());
      }
      if (limit.isEmpty()) {
        require(peer + ": ", difference);
        verifySearches(peer, written);
      }
    }
    Files.delete(written.file());
  }

  private static void require(String what, String difference) {
    if (!difference.isEmpty()) {
      throw new AssertionError(what + difference);
    }
  }

  /// Has every statistic, index, Bloom filter and checksum compared with the values.
  private static void verifyStatements(WrittenCell written) throws IOException {
    List<Lie> lies = new ArrayList<>();
    Verification verification;
    try (ByteSource source = ByteSource.ofPath(written.file())) {
      verification = FileVerifier.verify(source, lies::add, _ -> {});
    }
    if (!lies.isEmpty() || !verification.unverified().isEmpty()) {
      throw new AssertionError(
          "statements: expected truth, got %s; unverified: %s"
              .formatted(lies, verification.unverified()));
    }
    if (verification.offsetIndexes() != verification.columnChunks()
        || (verification.bloomFilters() > 0) != written.cell().bloomFilter()) {
      throw new AssertionError("indexes: expected all, got " + verification);
    }
  }

  private void verifySearches(Peer peer, WrittenCell written) {
    if (written.cell().searchable()) {
      for (Object sought : written.values()) {
        if (SearchLimit.of(peer, written.cell(), sought).isEmpty()) {
          require(
              "%s: rows with %s: ".formatted(peer, sought),
              searchDifference(peer, written, sought));
        }
      }
    }
  }

  /// Whether a reader really fails at a search that a limit excuses it from.
  ///
  /// @param limit the limit
  /// @return false when it finds what it must find in every flat, uncompressed cell
  /// @throws IOException if a file cannot be written
  public boolean holds(SearchLimit limit) throws IOException {
    for (Cell cell : Cells.all()) {
      if (cell.shape() == Shape.FLAT
          && cell.codec() == Codec.UNCOMPRESSED
          && limit.excuses(cell)
          && Limit.of(limit.peer(), cell).isEmpty()) {
        WrittenCell written = write(cell);
        for (Object sought : written.values()) {
          if (limit.searches().test(cell, sought)
              && !searchDifference(limit.peer(), written, sought).isEmpty()) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private String readDifference(Peer peer, WrittenCell written) {
    try {
      return difference(written.rows(), reader(peer).rows(written.file(), written.schema()));
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private String searchDifference(Peer peer, WrittenCell written, Object sought) {
    try {
      return Filters.equal(reader(peer), written.file(), written.schema(), written.leaf(), sought)
          .map(found -> difference(written.rowsWith(peer, sought), found))
          .orElse("");
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /// How rows differ from what they must be; empty when they do not.
  private static String difference(
      List<Map<String, @Nullable Object>> expected, List<Map<String, @Nullable Object>> actual) {
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      if (!expected.get(i).equals(actual.get(i))) {
        return "expected %s, got %s".formatted(expected.get(i), actual.get(i));
      }
    }
    return expected.size() == actual.size()
        ? ""
        : "expected %d rows, got %d".formatted(expected.size(), actual.size());
  }
}
