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
 * One file with a kept store. It is replaced as a whole, or something is added at its end: whenever
 * a program or its machine dies, there is the old file or the new one.
 *
 * <p>Thread-safe; of several who write at once, the last one's is found.
 */
final class StoreFile {
  /** What is being written; of no use to anybody if that was not finished. */
  static final String UNFINISHED = ".new";

  private final Path path;

  StoreFile(Path path) {
    this.path = path;
  }

  /**
   * What was kept; null if nothing was.
   *
   * @throws IOException if it is not what is wanted, or cannot be read
   */
  @Nullable ResourceList read(StoreBinding wanted) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return StoreFormat.read(in, wanted);
    } catch (NoSuchFileException none) {
      return null;
    }
  }

  /** Answers the checksum that a {@link #mark} goes on from. */
  CRC32C write(StoreBinding binding, StoreKeeper.Contents contents) throws IOException {
    // Where there are permissions, such a file is its owner's alone from its beginning.
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
   * Adds that what is in the file was still so at a later version. If another program has replaced
   * the file meanwhile, the checksum does not go on from what it wrote, and the mark is not read.
   *
   * @param checksum of the file up to now; of no use any more if this fails
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
