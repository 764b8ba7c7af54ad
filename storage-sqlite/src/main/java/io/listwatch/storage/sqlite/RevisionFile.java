package io.listwatch.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The file with the mark: revisions up to it may have been handed out. It is separate from the
 * database because it must survive if the database loses its last commits, or is lost itself.
 *
 * <p>Each write creates a new file and renames it, so the file is always complete.
 */
final class RevisionFile {
  static final String NAME = "revisions";

  private static final String TITLE = "listwatch revisions 1";

  private final Path directory;
  private final Path file;

  RevisionFile(Path directory) {
    this.directory = directory;
    this.file = directory.resolve(NAME);
  }

  /** The state of the storage when the mark was written. */
  enum State {
    /** In use, or not closed cleanly; revisions up to the mark may have been handed out. */
    OPEN,
    /** Closed cleanly; the mark is the last revision. */
    CLOSED,
    /** Replaced by a backup; revisions up to the mark may have been handed out. */
    RESTORED
  }

  /**
   * @param store the id of the database that these revisions belong to
   */
  record Mark(String store, State state, long revision) {
    private String text() {
      return "%s%n%s %s %d%n"
          .formatted(TITLE, store, state.name().toLowerCase(Locale.ROOT), revision)
          .replace("\r", "");
    }
  }

  /** Empty if there is no file. */
  Optional<Mark> read() {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(parse(Files.readString(file)));
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new StorageException(
          file
              + ": cannot be read. If it is damaged, delete it: the storage will then start far"
              + " past every revision it may have handed out, and its watchers will list again",
          e);
    }
  }

  private static Mark parse(String text) {
    String[] lines = text.split("\n", -1);
    String[] words = lines[1].split(" ", -1);
    var state = State.valueOf(words[1].toUpperCase(Locale.ROOT));
    var mark = new Mark(words[0], state, Long.parseLong(words[2]));
    if (!lines[2].equals(checksum(mark.text()))) {
      throw new IllegalArgumentException("checksum: " + lines[2]);
    }
    return mark;
  }

  /** Writes the mark and syncs it to the disk. */
  void write(Mark mark) {
    Path next = directory.resolve(NAME + ".new");
    var bytes = ByteBuffer.wrap((mark.text() + checksum(mark.text()) + "\n").getBytes(UTF_8));
    try {
      Files.deleteIfExists(next);
      DataDirectory.createPrivateFile(next);
      try (var channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      DataDirectory.sync(directory);
    } catch (IOException e) {
      throw new StorageUnavailableException(
          file + ": cannot be written; is the disk full, or the directory read-only?", e);
    }
  }

  private static String checksum(String text) {
    var crc = new CRC32();
    crc.update(text.getBytes(UTF_8));
    return "%08x".formatted(crc.getValue());
  }
}
