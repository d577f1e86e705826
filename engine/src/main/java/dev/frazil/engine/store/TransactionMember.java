package dev.frazil.engine.store;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One version of a commit of several profiles: claimed, filled, and bound to the transaction. Not
/// thread-safe.
final class TransactionMember implements AutoCloseable {
  private final String path;
  private final Profile profile;
  private final RecordBatchSource rows;
  private final WriteRequest request;
  private final WriterOptions options;
  private DataFileWriter.@Nullable Written written;
  private @Nullable VersionClaim claim;
  private boolean bound;

  /// A member.
  ///
  /// @param path the parts of its key, with slashes between them
  /// @param profile its profile
  /// @param rows its rows, which stay the caller's to close
  /// @param request how it is written
  TransactionMember(String path, Profile profile, RecordBatchSource rows, WriteRequest request) {
    this.path = path;
    this.profile = profile;
    this.rows = rows;
    this.request = request;
    this.options =
        Objects.requireNonNullElse(request.writer(), profile.platform().options().writer());
  }

  /// Refuses columns that the format has no place for.
  ///
  /// @throws IOException never in practice: nothing is written
  void requireWritable() throws IOException {
    DataFileWriter.requireWritable(rows.schema(), request.format());
  }

  /// Claims a version and puts the rows into it: written the first time, copied later.
  ///
  /// @return false if the version was pruned by others who have gone beyond it
  /// @throws IOException if the rows cannot be read or written
  boolean stage() throws IOException {
    VersionClaim claimed = VersionClaim.claim(profile);
    claim = claimed;
    try {
      DataFileWriter.Written before = written;
      written =
          before == null
              ? DataFileWriter.write(rows, claimed.version(), request.format(), options)
              : before.moveTo(claimed.version());
      if (!written.file().publish(data(claimed))) {
        throw new IOException(
            "write: " + data(claimed) + ": expected a free name, got a taken one");
      }
      claimed.force();
      return true;
    } catch (NoSuchFileException e) {
      if (profile.platform().files().exists(claimed.version().path())) {
        throw e;
      }
      return false;
    }
  }

  private Path data(VersionClaim claimed) {
    return claimed.version().data(0, request.format());
  }

  /// Binds the version to the transaction, so that it is readable when that is committed.
  ///
  /// @param transaction the transaction's id
  /// @return false if somebody gave the version up
  /// @throws IOException if it cannot be bound
  boolean bind(String transaction) throws IOException {
    VersionClaim claimed = Objects.requireNonNull(claim);
    DataFileWriter.Written file = Objects.requireNonNull(written);
    VersionFacts facts = file.describe(request, claimed.uuid(), claimed.parent());
    bound = true;
    if (!claimed.commit(new CommitRecord.InTransaction(transaction, facts))) {
      bound = false;
      return false;
    }
    claimed.force();
    profile.platform().settle(claimed.version().path());
    return true;
  }

  /// Whether no later version of the profile is committed; gives up other transactions that are
  /// under way there.
  ///
  /// @param transaction the transaction that the version is bound to
  /// @param transactions all of the store
  /// @return false if the version would come too late
  /// @throws IOException if the profile cannot be read, or a transaction not be given up
  boolean isInOrder(String transaction, Transactions transactions) throws IOException {
    VersionClaim claimed = Objects.requireNonNull(claim);
    long own = claimed.version().number();
    for (long number = claimed.parent() + 1; ; number++) {
      VersionState state = profile.state(number);
      if (state instanceof VersionState.Pending
          && profile.version(number).commitRecord()
              instanceof CommitRecord.InTransaction(String other, var _)
          && !other.equals(transaction)) {
        transactions.abort(other);
        state = profile.state(number);
      }
      if (number > own && state.isReadable()) {
        return false;
      }
      if (number > own && state instanceof VersionState.Absent) {
        return true;
      }
    }
  }

  /// The version as the transaction's record names it.
  TransactionRecord.Member described() {
    return new TransactionRecord.Member(
        path,
        Objects.requireNonNull(claim).version().number(),
        Objects.requireNonNull(written).facts());
  }

  /// Whether an earlier attempt with the same token had the same rows for the same profile.
  boolean matches(TransactionRecord.Member earlier) {
    return earlier.key().equals(path)
        && earlier.facts().equals(Objects.requireNonNull(written).facts());
  }

  /// Publishes the committed version.
  ///
  /// @param record what was committed
  /// @param already whether an earlier attempt had done so
  /// @param lasting whether the outcome is on the disk
  /// @return the result for the caller
  WriteResult result(TransactionRecord record, boolean already, boolean lasting) {
    TransactionRecord.Member member =
        record.members().stream().filter(one -> one.key().equals(path)).findFirst().orElseThrow();
    boolean gone = !profile.platform().files().exists(profile.version(member.version()).path());
    boolean done = gone || profile.finish(member.version(), null);
    return new WriteResult(
        profile.key(),
        member.version(),
        member.facts().rowCount(),
        member.facts().byteCount(),
        already,
        gone,
        !done || !lasting);
  }

  /// Tells the member that its transaction is given up for good.
  void unbind() {
    bound = false;
  }

  /// Ends an attempt. A version whose transaction is committed stays, as does one of which it is
  /// not known; any other is given up.
  void release() {
    VersionClaim claimed = claim;
    if (claimed != null) {
      if (!bound) {
        claimed.giveUp(data(claimed));
      }
      claimed.close();
      claim = null;
      bound = false;
    }
  }

  /// Deletes the hidden file.
  @Override
  public void close() {
    if (written != null) {
      written.close();
    }
  }
}
