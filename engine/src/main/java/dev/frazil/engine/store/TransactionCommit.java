package dev.frazil.engine.store;

import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A commit of several profiles at once (spec C2, "multi-profile commit"): every version is made as
/// by a write, but its commit record only names the transaction; then one name, put there if it is
/// not there, makes all of them readable in one moment. Used once, by one thread.
///
/// One that dies before that moment leaves versions that nobody reads; whoever is in their way
/// gives the whole transaction up. Whoever reads by the Python original sees one profile after the
/// other.
final class TransactionCommit {
  private static final int MAX_ATTEMPTS = 100;

  private final Platform platform;
  private final Transactions transactions;
  private final WriteRequest request;
  private final List<TransactionMember> members;
  private int ordinal;

  private TransactionCommit(
      List<TransactionMember> members, WriteRequest request, Transactions transactions) {
    this.platform = transactions.platform();
    this.transactions = transactions;
    this.request = request;
    this.members = List.copyOf(members);
  }

  /// A commit. Its versions are in the order of their keys, so that all who write several profiles
  /// do so in one order.
  ///
  /// @param rows the rows of each profile, which stay the caller's to close
  /// @param profiles where each profile is
  /// @param request how they are written
  /// @return the commit
  /// @throws IllegalArgumentException if there is no profile, or the request expects a parent
  /// @throws IOException if a path cannot be looked at
  static TransactionCommit of(
      Map<ProfileKey, RecordBatchSource> rows, Profiles profiles, WriteRequest request)
      throws IOException {
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("commit: expected one profile or more, got none");
    }
    if (request.expectedParent() != null) {
      throw new IllegalArgumentException(
          "commit: expected no parent for several profiles, got " + request.expectedParent());
    }
    SortedMap<String, TransactionMember> members = new TreeMap<>();
    for (Map.Entry<ProfileKey, RecordBatchSource> entry : rows.entrySet()) {
      String path = String.join("/", entry.getKey().parts());
      Profile profile = profiles.of(entry.getKey());
      members.put(path, new TransactionMember(path, profile, entry.getValue(), request));
    }
    return new TransactionCommit(List.copyOf(members.values()), request, profiles.transactions());
  }

  /// Writes and commits.
  ///
  /// @return a version a profile, in the order of the keys
  /// @throws TokenConflictException if the token was used for other rows or other profiles
  /// @throws IOException if a version cannot be made; none is readable then
  List<WriteResult> run() throws IOException {
    for (TransactionMember member : members) {
      member.requireWritable();
    }
    try {
      for (int i = 0; i < MAX_ATTEMPTS; i++) {
        List<WriteResult> results = attempt();
        if (results != null) {
          return results;
        }
      }
    } finally {
      members.forEach(TransactionMember::close);
    }
    throw new IOException(
        "commit: "
            + transactions.root()
            + ": expected versions that are not given up, got "
            + MAX_ATTEMPTS
            + " attempts with one that was");
  }

  /// @return null if somebody gave a version or the transaction up
  private @Nullable List<WriteResult> attempt() throws IOException {
    try {
      for (TransactionMember member : members) {
        if (!member.stage()) {
          return null;
        }
      }
      TransactionRecord earlier = earlier();
      if (earlier != null) {
        requireSame(earlier);
        return results(earlier, true);
      }
      String transaction = id();
      TransactionRecord record = record();
      boolean committed = transactions.begin(transaction, record) && decide(transaction);
      return committed ? results(record, false) : null;
    } finally {
      members.forEach(TransactionMember::release);
    }
  }

  /// Binds all versions to the transaction and commits it.
  ///
  /// @return whether it is committed
  private boolean decide(String transaction) throws IOException {
    try {
      if (bind(transaction) && isInOrder(transaction) && transactions.commit(transaction)) {
        return true;
      }
    } catch (IOException e) {
      // Whether it came to the decision is seen, or else found out by deciding otherwise.
      if (isCommitted(transaction) || !transactions.abort(transaction)) {
        return true;
      }
      members.forEach(TransactionMember::unbind);
      throw e;
    }
    boolean aborted = transactions.abort(transaction);
    members.forEach(TransactionMember::unbind);
    return !aborted;
  }

  /// Two transactions must not come in one order in one profile and in the other in another: then a
  /// reader of the latest versions would see half of each. All versions are bound before this
  /// looks, so of two that are under way at least one sees the other, and gives it up.
  private boolean isInOrder(String transaction) throws IOException {
    for (TransactionMember member : members) {
      if (!member.isInOrder(transaction, transactions)) {
        return false;
      }
    }
    return true;
  }

  private boolean isCommitted(String transaction) throws IOException {
    return transactions.outcomeOf(transaction) == Transactions.Outcome.COMMITTED;
  }

  private boolean bind(String transaction) throws IOException {
    for (TransactionMember member : members) {
      if (!member.bind(transaction)) {
        return false;
      }
    }
    return true;
  }

  /// The id of this attempt: with a token one that every retry comes to as well.
  private String id() {
    String token = request.token();
    return token == null ? UUID.randomUUID().toString() : Transactions.id(token, ordinal);
  }

  private TransactionRecord record() {
    return new TransactionRecord(
        platform.processes().self(), members.stream().map(TransactionMember::described).toList());
  }

  /// The committed transaction of the request's token; waits for one that is under way.
  ///
  /// @return null if there is none
  private @Nullable TransactionRecord earlier() throws IOException {
    if (request.token() == null) {
      return null;
    }
    while (true) {
      String transaction = id();
      TransactionRecord record = transactions.find(transaction);
      if (record == null) {
        return null;
      }
      switch (transactions.outcomeOf(transaction)) {
        case COMMITTED -> {
          return record;
        }
        case ABORTED -> ordinal++;
        case PENDING -> {
          transactions.abortIfLeftBehind(transaction, record);
          platform.files().pause(Seals.POLL);
        }
      }
    }
  }

  private void requireSame(TransactionRecord earlier) {
    boolean same = earlier.members().size() == members.size();
    for (int i = 0; same && i < members.size(); i++) {
      same = members.get(i).matches(earlier.members().get(i));
    }
    if (!same) {
      throw new TokenConflictException(
          "token: "
              + request.token()
              + ": expected the profiles and rows of the first attempt, got"
              + " others");
    }
  }

  /// What follows the commit. From here on an error is no failure.
  private List<WriteResult> results(TransactionRecord record, boolean already) {
    boolean lasting = transactions.makeLast();
    return members.stream().map(member -> member.result(record, already, lasting)).toList();
  }
}
