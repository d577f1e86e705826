package dev.frazil.engine.cli;

import dev.frazil.encoders.memory.Slab;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/// Initializes what a command that reads Arrow needs, beside the reading of the command line: both
/// take about as long, and neither needs the other.
final class ArrowStart {
  private ArrowStart() {}

  /// Begins, on a thread that no end of the process waits for. A command that comes to such a class
  /// meanwhile waits for it, as the virtual machine has it wait.
  static void begin() {
    Thread.ofPlatform().daemon().name("arrow-start").start(ArrowStart::initialize);
  }

  private static void initialize() {
    try (BufferAllocator allocator = new RootAllocator();
        Slab slab = new Slab()) {
      allocator.buffer(1).close();
      slab.ensure(1, 0);
      new Schema(List.of()).getFields();
    } catch (LinkageError | RuntimeException e) {
      // The command meets the same, and tells of it.
      return;
    }
  }
}
