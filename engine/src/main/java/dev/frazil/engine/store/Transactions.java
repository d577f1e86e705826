package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Commits of several profiles at once: `.txn/<id>.outcome` below the store's directory is their
/// one decision, put there if it is not there (spec C2, "multi-profile commit").
///
/// @param platform the file system
/// @param root the directory of the store
record Transactions(Platform platform, Path root) {
  private static final String DIRECTORY = ".txn";
  private static final String TOKEN_PREFIX = "token-";
  private static final String STATE = "state";
  private static final String COMMITTED = "committed";
  private static final String ABORTED = "aborted";

  /// The id of a transaction that every retry with a token comes to as well.
  ///
  /// @param token the token
  /// @param attempt 0, or how many transactions of the token were given up before
  /// @return the id
  static String id(String token, int attempt) {
    return TOKEN_PREFIX + Tokens.hash(token) + "." + attempt;
  }

  private Path directory() {
    return root.resolve(DIRECTORY);
  }

  /// Where a transaction says what it commits.
  private Path file(String transaction) {
    return directory().resolve(transaction);
  }

  /// Where a transaction is decided.
  ///
  /// @param transaction the transaction's id
  /// @return `.txn/<id>.outcome`
  Path outcome(String transaction) {
    return directory().resolve(transaction + ".outcome");
  }

  /// What a version is whose commit record names a transaction.
  ///
  /// @param transaction the transaction's id
  /// @param facts what the version is when the transaction is committed
  /// @return committed, aborted, or pending while nothing is decided
  /// @throws IOException if the outcome cannot be read
  VersionState state(String transaction, VersionFacts facts) throws IOException {
    return switch (outcomeOf(transaction)) {
      case COMMITTED -> new VersionState.Committed(facts);
      case ABORTED -> new VersionState.Aborted();
      case PENDING -> new VersionState.Pending();
    };
  }

  /// What was decided about a transaction.
  enum Outcome {
    COMMITTED,
    ABORTED,
    PENDING
  }

  /// What was decided about a transaction.
  ///
  /// @param transaction the transaction's id
  /// @return the decision, or pending
  /// @throws IOException if the outcome cannot be read
  Outcome outcomeOf(String transaction) throws IOException {
    platform.files().barrier(directory());
    try {
      return decided(transaction);
    } catch (NoSuchFileException e) {
      return Outcome.PENDING;
    }
  }

  private Outcome decided(String transaction) throws IOException {
    Path outcome = outcome(transaction);
    byte[] bytes = platform.files().read(outcome);
    String state = StoreJson.requireText(outcome, StoreJson.object(outcome, bytes), STATE);
    return switch (state) {
      case COMMITTED -> Outcome.COMMITTED;
      case ABORTED -> Outcome.ABORTED;
      default ->
          throw new DamagedStoreException(
              "read: " + outcome + ": state: expected committed or aborted, got " + state);
    };
  }

  /// Begins a transaction, if there is none of that id.
  ///
  /// @param transaction its id
  /// @param record what it commits
  /// @return whether it is the caller's
  /// @throws IOException if it cannot be written
  boolean begin(String transaction, TransactionRecord record) throws IOException {
    platform.createDirectories(directory());
    boolean begun = platform.putIfAbsent(file(transaction), record.text());
    platform.forceNames(directory());
    platform.settle(directory());
    return begun;
  }

  /// What a transaction commits.
  ///
  /// @param transaction its id
  /// @return its record; null if there is none
  /// @throws IOException if it cannot be read
  @Nullable TransactionRecord find(String transaction) throws IOException {
    platform.files().barrier(directory());
    return TransactionRecord.read(platform.files(), file(transaction));
  }

  /// Commits a transaction, if it is not decided: the moment from which all its versions are read.
  ///
  /// @param transaction its id
  /// @return whether it is committed; [#makeLast] must follow
  /// @throws IOException if it cannot be decided
  boolean commit(String transaction) throws IOException {
    return decide(transaction, COMMITTED) == Outcome.COMMITTED;
  }

  /// Makes the outcome of a transaction last. An error changes nothing about the outcome.
  ///
  /// @return whether that could be done
  boolean makeLast() {
    try {
      platform.forceNames(directory());
      platform.settle(directory());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// Gives a transaction up, if it is not decided.
  ///
  /// @param transaction its id
  /// @return whether it is given up; false if it is committed
  /// @throws IOException if it cannot be decided
  boolean abort(String transaction) throws IOException {
    return decide(transaction, ABORTED) == Outcome.ABORTED;
  }

  private Outcome decide(String transaction, String state) throws IOException {
    platform.createDirectories(directory());
    ObjectNode document = StoreJson.object();
    document.put(STATE, state);
    boolean mine = platform.putIfAbsent(outcome(transaction), StoreJson.text(document));
    if (mine) {
      return state.equals(COMMITTED) ? Outcome.COMMITTED : Outcome.ABORTED;
    }
    return decided(transaction);
  }

  /// Gives a transaction up whose owner has died, or that is older than a lock may be.
  ///
  /// @param transaction its id
  /// @param record its record
  /// @throws IOException if it cannot be decided
  void abortIfLeftBehind(String transaction, TransactionRecord record) throws IOException {
    if (platform.isLeftBehind(record.owner(), file(transaction))) {
      abort(transaction);
    }
  }

  /// Deletes what a transaction left, when all its versions have been pruned: nobody asks for its
  /// outcome any more, unless it has a token, whose retry must find that it was applied. Best
  /// effort.
  ///
  /// @param transaction its id
  /// @throws IOException if its record cannot be read
  void forget(String transaction) throws IOException {
    TransactionRecord record = transaction.startsWith(TOKEN_PREFIX) ? null : find(transaction);
    if (record != null
        && record.members().stream().noneMatch(member -> platform.files().exists(path(member)))) {
      platform.discard(file(transaction));
      platform.discard(outcome(transaction));
    }
  }

  private Path path(TransactionRecord.Member member) {
    return root.resolve(member.key()).resolve(VersionNumbers.name(member.version()));
  }
}
