package dev.frazil.engine.store;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.DosFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The calls as `java.nio.file` makes them. Has no state.
final class NioFileCalls implements FileCalls {
  private static final int MAX_READS = 10;

  private static final Set<PosixFilePermission> WRITE =
      EnumSet.of(
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_WRITE);

  @Override
  public void createDirectory(Path directory) throws IOException {
    Files.createDirectory(directory);
  }

  @Override
  public FileChannel createNew(Path file) throws IOException {
    return FileChannel.open(
        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  @Override
  public void write(FileChannel file, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  @Override
  public void force(FileChannel file) throws IOException {
    file.force(true);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public void link(Path existing, Path name) throws IOException {
    Files.createLink(name, existing);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(Path path) throws IOException {
    try {
      Files.delete(path);
    } catch (AccessDeniedException e) {
      // Windows deletes no file that may not be written.
      DosFileAttributeView view = Files.getFileAttributeView(path, DosFileAttributeView.class);
      if (isPosix(path) || view == null) {
        throw e;
      }
      view.setReadOnly(false);
      Files.delete(path);
    }
  }

  @Override
  public void setReadOnly(Path file) throws IOException {
    PosixFileAttributeView posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    DosFileAttributeView dos = Files.getFileAttributeView(file, DosFileAttributeView.class);
    if (posix != null) {
      Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
      permissions.addAll(posix.readAttributes().permissions());
      permissions.removeAll(WRITE);
      posix.setPermissions(permissions);
    } else if (dos != null) {
      dos.setReadOnly(true);
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  @Override
  public void touch(Path directory) throws IOException {
    Files.setLastModifiedTime(directory, FileTime.from(Instant.now()));
  }

  @Override
  public FileChannel openLease(Path file) throws IOException {
    try {
      return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (AccessDeniedException e) {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (FileSystemException e) {
      if (Files.isWritable(file)) {
        throw e;
      }
      return FileChannel.open(file, StandardOpenOption.READ);
    }
  }

  @Override
  public @Nullable FileLock tryLock(FileChannel file, boolean shared) throws IOException {
    return file.tryLock(0, Long.MAX_VALUE, shared);
  }

  @Override
  public byte[] read(Path file) throws IOException {
    for (int i = 1; ; i++) {
      try {
        return Files.readAllBytes(file);
      } catch (IOException e) {
        // NFS: the file was replaced between the look at its name and the reading (spec C.5).
        if (i == MAX_READS || !String.valueOf(e.getMessage()).contains("Stale file handle")) {
          throw named(file, e);
        }
      }
    }
  }

  /// Once a file is open, an error of its reading does not say which file it is.
  private static IOException named(Path file, IOException error) {
    if (error instanceof FileSystemException || error instanceof ClosedByInterruptException) {
      return error;
    }
    IOException named = new FileSystemException(file.toString(), null, error.getMessage());
    named.initCause(error);
    return named;
  }

  @Override
  public boolean exists(Path path) {
    return Files.exists(path);
  }

  @Override
  public List<String> list(Path directory) throws IOException {
    List<String> names = new ArrayList<>();
    String separator = directory.getFileSystem().getSeparator();
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
      for (Path path : paths) {
        // Half the time of Path.getFileName, which first looks for all names of the path.
        String name = path.toString();
        names.add(name.substring(name.lastIndexOf(separator) + 1));
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  @Override
  public void barrier(Path directory) {
    try {
      FileChannel.open(directory, StandardOpenOption.READ).close();
    } catch (IOException e) {
      // No such directory, or a platform that opens none: whoever reads next finds out.
    }
  }

  @Override
  public BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class);
  }

  @Override
  public boolean isSymbolicLink(Path path) {
    return Files.isSymbolicLink(path);
  }

  @Override
  public Path realPath(Path path) throws IOException {
    return path.toRealPath();
  }

  @Override
  public String fileSystemType(Path path) throws IOException {
    return Files.getFileStore(path).type();
  }

  @Override
  public void pause(Duration time) throws IOException {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("wait: interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
