package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SupportsBulkOperations;
import org.junit.jupiter.api.Test;

class FileDeletionTest {
  /// A store that deletes one by one, except some files.
  private static class Store implements FileIO {
    private static final long serialVersionUID = 1;
    final transient InMemoryFileIO memory = new InMemoryFileIO();
    final transient Set<String> stuck;
    final transient List<String> requests = new ArrayList<>();

    Store(Set<String> files, Set<String> stuck) {
      files.forEach(file -> memory.addFile(file, new byte[1]));
      this.stuck = stuck;
    }

    @Override
    public InputFile newInputFile(String location) {
      return memory.newInputFile(location);
    }

    @Override
    public OutputFile newOutputFile(String location) {
      return memory.newOutputFile(location);
    }

    @Override
    public void deleteFile(String location) {
      requests.add(location);
      if (stuck.contains(location)) {
        throw new IllegalStateException("denied");
      }
      memory.deleteFile(location);
    }
  }

  /// One that deletes many at once, if it knows that request.
  private static final class BulkStore extends Store implements SupportsBulkOperations {
    private static final long serialVersionUID = 1;
    private final boolean known;

    BulkStore(Set<String> files, boolean known) {
      super(files, Set.of());
      this.known = known;
    }

    @Override
    public void deleteFiles(Iterable<String> locations) {
      requests.add(String.join("+", locations));
      if (!known) {
        throw new BulkDeletionFailureException(2);
      }
      locations.forEach(memory::deleteFile);
    }
  }

  @Test
  void everyFileIsTriedAndThoseThatStayAreNamed() {
    Store store = new Store(Set.of("m:/a", "m:/b", "m:/c"), Set.of("m:/a", "m:/c"));
    UncheckedIOException failure =
        assertThrows(
            UncheckedIOException.class,
            () -> FileDeletion.delete(store, List.of("m:/a", "m:/b", "m:/c")));
    assertTrue(String.valueOf(failure.getMessage()).endsWith("delete: m:/a: denied"));
    assertEquals(1, failure.getSuppressed().length);
    assertTrue(String.valueOf(failure.getSuppressed()[0].getMessage()).contains("m:/c"));
    assertFalse(store.memory.fileExists("m:/b"));
  }

  @Test
  void aFileThatIsAbsentIsDeletedAlready() {
    FileDeletion.delete(new Store(Set.of(), Set.of()), List.of("m:/a"));
  }

  @Test
  void manyFilesAreOneRequestWhereTheStoreHasIt() {
    BulkStore store = new BulkStore(Set.of("m:/a", "m:/b"), true);
    FileDeletion.delete(store, List.of("m:/a", "m:/b"));
    assertEquals(List.of("m:/a+m:/b"), store.requests);
    FileDeletion.delete(store, List.of());
    assertEquals(1, store.requests.size());
  }

  @Test
  void aStoreThatDoesNotKnowTheRequestIsAskedForEachFile() {
    BulkStore store = new BulkStore(Set.of("m:/a", "m:/b"), false);
    FileDeletion.delete(store, List.of("m:/a", "m:/b"));
    assertEquals(List.of("m:/a+m:/b", "m:/a", "m:/b"), store.requests);
    assertFalse(store.memory.fileExists("m:/a"));
  }
}
