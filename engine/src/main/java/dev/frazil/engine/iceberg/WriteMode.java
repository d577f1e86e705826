package dev.frazil.engine.iceberg;

/// How the rows of a table's batches become files. In every mode a file ends, and the next one of
/// its partition begins, when it reaches the table's `write.target-file-size-bytes`.
public sealed interface WriteMode {

  /// One file a partition and batch: nothing stays open between batches, and many small batches
  /// make many small files.
  record Batch() implements WriteMode {}

  /// One open file a partition, which spans batches: for rows whose partitions come in any order.
  /// Where a limit is reached, the file that has gone longest without rows is ended; rows of its
  /// partition that come later begin another one.
  ///
  /// @param maxOpenFiles files that are open at a time, 1 or more
  /// @param maxOpenBytes encoded bytes that the open files hold in memory, 1 or more; looked at
  ///   after the rows of each batch and partition, so that those of one may come on top
  record Fanout(int maxOpenFiles, long maxOpenBytes) implements WriteMode {
    /// Files that are open at a time where nothing else is said.
    public static final int DEFAULT_MAX_OPEN_FILES = 100;

    /// Bytes that open files hold where nothing else is said: 1 GiB.
    public static final long DEFAULT_MAX_OPEN_BYTES = 1L << 30;

    /// Checks the limits.
    ///
    /// @throws IllegalArgumentException if one is not positive
    public Fanout {
      requirePositive("maxOpenFiles", maxOpenFiles);
      requirePositive("maxOpenBytes", maxOpenBytes);
    }

    /// The default limits.
    public Fanout() {
      this(DEFAULT_MAX_OPEN_FILES, DEFAULT_MAX_OPEN_BYTES);
    }

    private static void requirePositive(String name, long value) {
      if (value < 1) {
        throw new IllegalArgumentException(
            "fan-out: " + name + ": expected 1 or more, got " + value);
      }
    }
  }

  /// One open file in all, which spans batches: for rows that come partition by partition. A
  /// partition that comes back after another one is an error, as it is for Iceberg's clustered
  /// writers. The partitions of a batch are taken in the order of their first rows, so they need
  /// only be whole batch by batch.
  record Clustered() implements WriteMode {}
}
