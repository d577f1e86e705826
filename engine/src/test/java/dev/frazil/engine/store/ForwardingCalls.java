package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Calls that are made as they are; tests override those they want otherwise.
class ForwardingCalls implements FileCalls {
  private final FileCalls calls;

  ForwardingCalls() {
    this(new NioFileCalls());
  }

  ForwardingCalls(FileCalls calls) {
    this.calls = calls;
  }

  @Override
  public void createDirectory(Path directory) throws IOException {
    calls.createDirectory(directory);
  }

  @Override
  public FileChannel createNew(Path file) throws IOException {
    return calls.createNew(file);
  }

  @Override
  public void write(FileChannel file, ByteBuffer bytes) throws IOException {
    calls.write(file, bytes);
  }

  @Override
  public void force(FileChannel file) throws IOException {
    calls.force(file);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    calls.forceDirectory(directory);
  }

  @Override
  public void link(Path existing, Path name) throws IOException {
    calls.link(existing, name);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    calls.rename(from, to);
  }

  @Override
  public void delete(Path path) throws IOException {
    calls.delete(path);
  }

  @Override
  public void setReadOnly(Path file) throws IOException {
    calls.setReadOnly(file);
  }

  @Override
  public void touch(Path directory) throws IOException {
    calls.touch(directory);
  }

  @Override
  public FileChannel openLease(Path file) throws IOException {
    return calls.openLease(file);
  }

  @Override
  public @Nullable FileLock tryLock(FileChannel file, boolean shared) throws IOException {
    return calls.tryLock(file, shared);
  }

  @Override
  public byte[] read(Path file) throws IOException {
    return calls.read(file);
  }

  @Override
  public boolean exists(Path path) {
    return calls.exists(path);
  }

  @Override
  public List<String> list(Path directory) throws IOException {
    return calls.list(directory);
  }

  @Override
  public void barrier(Path directory) {
    calls.barrier(directory);
  }

  @Override
  public BasicFileAttributes attributes(Path path) throws IOException {
    return calls.attributes(path);
  }

  @Override
  public Path realPath(Path path) throws IOException {
    return calls.realPath(path);
  }

  @Override
  public String fileSystemType(Path path) throws IOException {
    return calls.fileSystemType(path);
  }

  @Override
  public void pause(Duration time) throws IOException {
    calls.pause(time);
  }
}
