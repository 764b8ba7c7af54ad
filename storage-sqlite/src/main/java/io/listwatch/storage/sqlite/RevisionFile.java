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
 * The file that knows up to where revisions may have been handed out. It lies beside the database
 * because it must outlive what the database may lose: its last commits, or all of it.
 *
 * <p>It is written anew and renamed, so that it is always whole.
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

  /** How the store was left. */
  enum State {
    /** It is in use, or was not closed; revisions up to the mark may have been handed out. */
    OPEN,
    /** It was closed when it was at exactly this revision. */
    CLOSED,
    /** A backup was put in its place; revisions up to the mark may have been handed out. */
    RESTORED
  }

  /**
   * @param store the name of the store whose revisions these are
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

  /** Returns when the mark is on the disk. */
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
