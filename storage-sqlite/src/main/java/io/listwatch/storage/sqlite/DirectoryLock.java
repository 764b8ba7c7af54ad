package io.listwatch.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.storage.StorageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lock file that contains the pid of the process that holds the lock. The operating system
 * releases the lock when that process ends, even by a crash.
 */
final class DirectoryLock implements AutoCloseable {
  /**
   * Lock files held by this process. Checked before a file is opened: on POSIX, closing any file
   * descriptor of a file releases all locks that the process has on it.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private DirectoryLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * @throws StorageException if the lock is held; names the process that holds it
   */
  static DirectoryLock take(Path file) throws IOException {
    if (!HELD.add(file)) {
      throw inUse(file, "this process, " + ProcessHandle.current().pid());
    }
    boolean taken = false;
    try {
      if (!Files.exists(file)) {
        DataDirectory.createPrivateFile(file);
      }
      var lock = new DirectoryLock(file, lock(file));
      taken = true;
      return lock;
    } finally {
      if (!taken) {
        HELD.remove(file);
      }
    }
  }

  private static FileChannel lock(Path file) throws IOException {
    var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean locked = false;
    try {
      if (channel.tryLock() == null) {
        throw inUse(file, "process " + Files.readString(file).strip());
      }
      channel.truncate(0);
      channel.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(UTF_8)));
      locked = true;
      return channel;
    } finally {
      if (!locked) {
        channel.close();
      }
    }
  }

  private static StorageException inUse(Path file, String holder) {
    return new StorageException(
        "%s: in use by %s (expected: one process at a time; end that one, or choose another directory)"
            .formatted(file.getParent(), holder));
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      HELD.remove(file);
    }
  }
}
