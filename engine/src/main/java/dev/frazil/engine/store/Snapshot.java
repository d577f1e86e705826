package dev.frazil.engine.store;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.Scan;
import dev.frazil.engine.scan.ScanFile;
import java.lang.ref.Cleaner;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The files of one version at one moment: what was appended before is in it, what is appended
/// later is not. The files stay until it is closed, whatever is pruned meanwhile; so do those of a
/// scan of it, which must not be opened after that.
///
/// A snapshot that is not closed gives its files free when neither it nor a scan of it can be
/// reached any more. Thread-safe.
public final class Snapshot implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();

  private final ProfileKey key;
  private final DataFormat format;
  private final SnapshotToken token;
  private final ArrowSchema schema;
  private final Supplier<List<ScanFile>> listing;
  private final Cleaner.Cleanable lease;

  /// Made when it is first asked for: most of what opening many files costs beyond their names.
  private @Nullable List<ScanFile> files;

  /// A snapshot that makes the list of its files, in the order of their indexes, when it is asked.
  Snapshot(
      ProfileKey key,
      DataFormat format,
      SnapshotToken token,
      ArrowSchema schema,
      Supplier<List<ScanFile>> listing,
      Lease lease) {
    this.key = key;
    this.format = format;
    this.token = token;
    this.schema = schema;
    this.listing = listing;
    this.lease = CLEANER.register(this, lease);
  }

  /// The profile.
  ///
  /// @return its key
  public ProfileKey key() {
    return key;
  }

  /// The version.
  ///
  /// @return its number
  public long version() {
    return token.version();
  }

  /// The format of the files.
  ///
  /// @return their format
  public DataFormat format() {
    return format;
  }

  /// The files.
  ///
  /// @return their indexes, ascending
  public SortedSet<Long> indexes() {
    return Collections.unmodifiableSortedSet(token.indexes());
  }

  /// The schema of the version, to which its files are brought.
  ///
  /// @return the schema
  public ArrowSchema schema() {
    return schema;
  }

  /// A text by which the same files can be read again while the version is there:
  /// [ReadRequest#token].
  ///
  /// @return such as `v3:0-17,19`
  public String token() {
    return token.text();
  }

  /// The files with what is known of each, in the order of their indexes.
  synchronized List<ScanFile> files() {
    List<ScanFile> made = files;
    if (made == null) {
      made = listing.get();
      files = made;
    }
    return made;
  }

  /// All rows, in the order of the files' indexes.
  ///
  /// @return a scan that holds this snapshot
  public Scan scan() {
    return Scan.of(schema, files()).heldBy(this);
  }

  /// Gives the files free; a second call does nothing.
  @Override
  public void close() {
    lease.clean();
  }
}
