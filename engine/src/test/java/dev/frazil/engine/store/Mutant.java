package dev.frazil.engine.store;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Stores that lack what makes the protocol safe: the negative controls of the checker (spec E.2).
enum Mutant implements HookedFileCalls.Hook {
  /// The store as it is.
  NONE {
    @Override
    public @Nullable Object around(HookedFileCalls.Call call) throws Throwable {
      return call.proceed();
    }
  },

  /// Names that are taken count as free ones.
  NO_CLAIM {
    @Override
    public @Nullable Object around(HookedFileCalls.Call call) throws Throwable {
      if (call.name().equals("createNew") && call.argument(0).toString().endsWith(".claim")) {
        Thread.sleep(WINDOW_MILLIS); // so that others choose the same index
      }
      try {
        return call.proceed();
      } catch (FileAlreadyExistsException e) {
        return call.name().equals("createNew")
            ? FileChannel.open(
                (Path) call.argument(0), StandardOpenOption.READ, StandardOpenOption.WRITE)
            : null;
      }
    }
  },

  /// A file takes a name by a rename, which replaces what has it.
  RENAME {
    @Override
    public @Nullable Object around(HookedFileCalls.Call call) throws Throwable {
      if (!call.name().equals("link")) {
        return call.proceed();
      }
      Path name = (Path) call.argument(1);
      return Files.move((Path) call.argument(0), name, StandardCopyOption.ATOMIC_MOVE);
    }
  },

  /// Nothing is forced to the disk: the control of power cuts.
  NO_SYNC {
    @Override
    public @Nullable Object around(HookedFileCalls.Call call) throws Throwable {
      return call.name().startsWith("force") ? null : call.proceed();
    }
  },

  /// Every lock is free.
  NO_LEASE {
    @Override
    public @Nullable Object around(HookedFileCalls.Call call) throws Throwable {
      return call.name().equals("tryLock")
          ? new FreeLock((FileChannel) call.argument(0), (Boolean) call.argument(1))
          : call.proceed();
    }
  };

  private static final long WINDOW_MILLIS = 10;

  private static final class FreeLock extends FileLock {
    FreeLock(FileChannel channel, boolean shared) {
      super(Objects.requireNonNull(channel), 0, Long.MAX_VALUE, shared);
    }

    @Override
    public boolean isValid() {
      return true;
    }

    @Override
    public void release() {}
  }
}
