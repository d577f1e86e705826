package dev.frazil.engine.arrow;

import java.util.Arrays;
import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.ReferenceManager;
import org.jspecify.annotations.Nullable;

/// References to buffers of arrow-java, one a buffer: they keep the memory alive when vectors are
/// cleared, closed or loaded anew. Can be filled again after it was emptied. Not thread-safe, but
/// any thread may use it, one at a time.
final class BufferReferences {
  private @Nullable ReferenceManager[] managers = new ReferenceManager[16];
  private int count;

  /// Takes a reference to a buffer's memory.
  void retain(ArrowBuf buffer) {
    if (count == managers.length) {
      managers = Arrays.copyOf(managers, 2 * count);
    }
    ReferenceManager manager = buffer.getReferenceManager();
    manager.retain();
    managers[count++] = manager;
  }

  /// Gives all references back.
  void release() {
    while (count > 0) {
      ReferenceManager manager = Objects.requireNonNull(managers[--count]);
      managers[count] = null;
      manager.release();
    }
  }
}
