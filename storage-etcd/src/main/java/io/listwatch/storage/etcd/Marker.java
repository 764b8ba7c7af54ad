package io.listwatch.storage.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StoredFormat;

/**
 * The marker of a prefix that belongs to Listwatch: the format of its data and the jumps of its
 * revisions.
 *
 * <pre>
 *   listwatch 2
 *   jump 42 900
 *   jump here 70000
 * </pre>
 *
 * <p>The last jump is at the etcd revision of the marker itself, which is unknown before it is
 * written. So a server that reads the marker and its mod revision knows all jumps, and all servers
 * agree.
 *
 * @param revision the mod revision of the marker, by which changes are noticed
 */
record Marker(long revision, StoredFormat format, Jumps jumps) {
  private static final String HEAD = "listwatch ";
  private static final String JUMP = "jump ";
  private static final String HERE = "here";

  /** Returns the marker for an empty prefix. */
  static ByteString first() {
    return ByteString.copyFromUtf8(HEAD + StoredFormat.NEWEST.number() + "\n");
  }

  /**
   * Returns this marker with another jump to {@code revision}, at the etcd revision where it will
   * be written.
   */
  ByteString withJump(long revision) {
    if (jumps.list().size() >= Jumps.MAX) {
      throw new StorageException(
          "jumps: %d (expected: fewer than %d; copy the storage to an empty prefix)"
              .formatted(jumps.list().size(), Jumps.MAX));
    }
    var text = text(format);
    text.append(JUMP).append(HERE).append(' ').append(revision).append('\n');
    return ByteString.copyFromUtf8(text.toString());
  }

  /** Returns this marker with another format. All jumps stay at their revisions. */
  ByteString withFormat(StoredFormat other) {
    return ByteString.copyFromUtf8(text(other).toString());
  }

  private StringBuilder text(StoredFormat format) {
    var text = new StringBuilder(HEAD).append(format.number()).append('\n');
    for (var jump : jumps.list()) {
      text.append(JUMP).append(jump.at()).append(' ').append(jump.to()).append('\n');
    }
    return text;
  }

  /**
   * Parses a marker.
   *
   * @throws StorageException if it is malformed, or of an unknown format
   */
  static Marker of(KeyValue stored) {
    String text = stored.getValue().toString(UTF_8);
    try {
      return parse(stored.getModRevision(), text.lines().toArray(String[]::new));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new StorageException(
          "%s: \"%s\" (expected: the format marker of Listwatch; choose another prefix)"
              .formatted(stored.getKey().toString(UTF_8), start(text)),
          e);
    }
  }

  private static Marker parse(long revision, String[] lines) {
    int format = Integer.parseInt(after(HEAD, lines[0]));
    if (format > StoredFormat.NEWEST.number() || format < 1) {
      throw new StorageException(
          "format: %d (expected: 1 to %d; use the version of Listwatch that wrote it, or later)"
              .formatted(format, StoredFormat.NEWEST.number()));
    }
    Jumps jumps = Jumps.NONE;
    for (int i = 1; i < lines.length; i++) {
      String[] numbers = after(JUMP, lines[i]).split(" ", 2);
      long at = numbers[0].equals(HERE) ? revision : Long.parseLong(numbers[0]);
      jumps = jumps.plus(at, Long.parseLong(numbers[1]));
    }
    return new Marker(revision, StoredFormat.of(format), jumps);
  }

  /**
   * Returns the rest of the line after the word; the whole line, which is not a number, if it
   * starts differently.
   */
  private static String after(String word, String line) {
    return line.startsWith(word) ? line.substring(word.length()) : line;
  }

  private static String start(String text) {
    return text.substring(0, Math.min(40, text.length()));
  }
}
