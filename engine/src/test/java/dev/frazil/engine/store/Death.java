package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A process that dies before the n-th change of the disk that it is about to make; what it was
/// about to write is then half written. A dead process makes no call at all, so nothing is cleaned
/// up. The disk itself is not forced: the power stays on. Thread-safe.
final class Death implements HookedFileCalls.Hook, AutoCloseable {
  /// A number that no operation comes to.
  static final int NEVER = Integer.MAX_VALUE;

  /// Nobody catches it.
  static final class Died extends Error {
    private static final long serialVersionUID = 1;

    Died(String call) {
      super("died before " + call);
    }
  }

  private final int point;
  private final boolean links;
  private final AtomicInteger changes = new AtomicInteger();
  private final List<FileChannel> channels = new CopyOnWriteArrayList<>();
  private @Nullable String dead;

  /// A death to come.
  ///
  /// @param point which change is not made any more, from 0
  /// @param links whether the file system has hard links
  Death(int point, boolean links) {
    this.point = point;
    this.links = links;
  }

  /// How many changes were begun.
  int changes() {
    return changes.get();
  }

  @Override
  public @Nullable Object around(HookedFileCalls.Call call) throws Throwable {
    synchronized (this) {
      if (dead == null && call.isChange() && changes.getAndIncrement() == point) {
        dead = call.name();
        if (dead.equals("write")) {
          writeHalf((FileChannel) call.argument(0), (ByteBuffer) call.argument(1));
        }
      }
      if (dead != null) {
        throw new Died(dead);
      }
    }
    if (call.name().startsWith("force")) {
      return null;
    }
    if (call.name().equals("link") && !links) {
      throw new UnsupportedOperationException("no hard links");
    }
    Object result = call.proceed();
    if (result instanceof FileChannel channel) {
      channels.add(channel);
    }
    return result;
  }

  private static void writeHalf(FileChannel file, ByteBuffer bytes) throws IOException {
    file.write(bytes.slice(bytes.position(), bytes.remaining() / 2));
  }

  /// Does what the operating system does when a process has died: closes its files, which gives its
  /// locks back.
  @Override
  public void close() throws IOException {
    for (FileChannel channel : channels) {
      channel.close();
    }
  }
}
