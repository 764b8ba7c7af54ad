package io.listwatch.client.warm;

import io.listwatch.informer.StoreKeeper;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A file with a saved store. It is replaced as a whole or appended to, so that after a crash either
 * the old or the new contents are found.
 *
 * <p>Thread-safe; if several programs write at once, the last one wins.
 */
final class StoreFile {
  /** Suffix of a file that is being written; useless if the write did not finish. */
  static final String UNFINISHED = ".new";

  private final Path path;

  StoreFile(Path path) {
    this.path = path;
  }

  /**
   * Returns the saved list; null if there is none.
   *
   * @throws IOException if it has another binding, or cannot be read
   */
  @Nullable ResourceList read(StoreBinding wanted) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return StoreFormat.read(in, wanted);
    } catch (NoSuchFileException none) {
      return null;
    }
  }

  /** Writes a new file. Returns the checksum from which {@link #mark} continues. */
  CRC32C write(StoreBinding binding, StoreKeeper.Contents contents) throws IOException {
    // On POSIX, a temporary file is accessible only to its owner from the beginning.
    Path fresh = Files.createTempFile(path.getParent(), path.getFileName() + "-", UNFINISHED);
    try {
      CRC32C checksum;
      try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        checksum = StoreFormat.write(Channels.newOutputStream(channel), binding, contents);
        channel.force(true);
      }
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
      return checksum;
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /**
   * Appends that the objects in the file are unchanged at a later version. If another program has
   * replaced the file meanwhile, the checksum does not match, and the mark is ignored when the file
   * is read.
   *
   * @param checksum of the file so far; invalid if this fails
   */
  void mark(ResourceVersion version, CRC32C checksum) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.APPEND)) {
      StoreFormat.mark(Channels.newOutputStream(channel), version, checksum);
      channel.force(true);
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
