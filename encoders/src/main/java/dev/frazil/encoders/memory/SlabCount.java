package dev.frazil.encoders.memory;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How many bytes of native memory the slabs of one owner hold.
///
/// A slab belongs to the count that its thread had entered when it was made, for good: an owner of
/// slabs enters its count wherever parts of it may be made, and need not know which of them have
/// slabs. Thread-safe.
public final class SlabCount {
  private static final ThreadLocal<@Nullable SlabCount> CURRENT = new ThreadLocal<>();

  /// All slabs of the process, those without an owner included.
  private static final AtomicLong ALL = new AtomicLong();

  private final AtomicLong bytes = new AtomicLong();

  /// Creates a count of no slabs.
  public SlabCount() {}

  /// Slabs that this thread makes from here on belong to this count.
  ///
  /// @return what [#leave] takes: the count before, if any
  public @Nullable SlabCount enter() {
    SlabCount before = CURRENT.get();
    CURRENT.set(this);
    return before;
  }

  /// Ends what [#enter] began.
  ///
  /// @param before what it returned
  public static void leave(@Nullable SlabCount before) {
    CURRENT.set(before);
  }

  /// Something whose slabs belong to this count.
  ///
  /// @param <T> its type
  /// @param maker makes it
  /// @return what was made
  public <T> T count(Supplier<T> maker) {
    SlabCount before = enter();
    try {
      return maker.get();
    } finally {
      leave(before);
    }
  }

  static @Nullable SlabCount current() {
    return CURRENT.get();
  }

  static void add(@Nullable SlabCount owner, long difference) {
    ALL.addAndGet(difference);
    if (owner != null) {
      owner.bytes.addAndGet(difference);
    }
  }

  /// Bytes that the slabs of this count hold, slack included.
  ///
  /// @return a size in bytes
  public long bytes() {
    return bytes.get();
  }

  /// Bytes that all slabs of the process hold, slack included.
  ///
  /// @return a size in bytes
  public static long allBytes() {
    return ALL.get();
  }
}
