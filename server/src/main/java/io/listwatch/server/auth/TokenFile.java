package io.listwatch.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A static token file: one line of CSV for each token, with token, user name, uid and, in quotes if
 * there are several, groups. Once a second, a thread of the common pool checks whether the file has
 * changed, and reads it again if it has; a lookup, on an event loop, never waits for the disk. If
 * the file is missing or malformed, one warning is logged and the known tokens stay valid: to
 * revoke them, write a file without them.
 *
 * <p>Tokens are stored and looked up by their SHA-256, so that the time of a lookup reveals nothing
 * about them.
 *
 * <p>Thread-safe. The checks run one after the other.
 */
public final class TokenFile {
  private static final Logger log = LoggerFactory.getLogger(TokenFile.class);
  private static final int MIN_FIELDS = 3;

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Path file;
  private final Timers timers;
  private final Executor reader;
  private volatile Content content;

  /** The last logged problem of the file; null while the file is readable. */
  private volatile @Nullable String knownProblem;

  private TokenFile(Path file, Timers timers, Executor reader, Content content) {
    this.file = file;
    this.timers = timers;
    this.reader = reader;
    this.content = content;
  }

  /**
   * Reads a token file, and checks it for changes afterwards.
   *
   * @throws IOException if it cannot be read or a line is malformed
   */
  public static TokenFile open(Path file, Timers timers) throws IOException {
    return open(file, timers, ForkJoinPool.commonPool());
  }

  static TokenFile open(Path file, Timers timers, Executor reader) throws IOException {
    var tokens = new TokenFile(file, timers, reader, Content.read(file));
    tokens.lookLater();
    return tokens;
  }

  private void lookLater() {
    timers.schedule(INTERVAL, () -> reader.execute(this::lookThenLater));
  }

  private void lookThenLater() {
    try {
      look();
    } finally {
      lookLater();
    }
  }

  public Optional<UserInfo> user(String token) {
    return Optional.ofNullable(content.users.get(digest(token)));
  }

  private void look() {
    try {
      if (!content.version.equals(Version.of(file))) {
        content = Content.read(file);
        log.info("read {} tokens from {}, which has changed", content.users.size(), file);
      }
      knownProblem = null;
    } catch (IOException problem) {
      if (!problem.toString().equals(knownProblem)) {
        knownProblem = problem.toString();
        log.warn("the token file cannot be read, the known tokens stay valid: {}", knownProblem);
      }
    }
  }

  private static ByteBuffer digest(String token) {
    try {
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** File attributes that change when the file is written or replaced. */
  private record Version(Object modified, long size, @Nullable Object key) {
    private static Version of(Path file) throws IOException {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new Version(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
    }
  }

  private record Content(Version version, Map<ByteBuffer, UserInfo> users) {
    private static Content read(Path file) throws IOException {
      // Read before the content, so that the next check notices a change between the two reads.
      Version version = Version.of(file);
      var users = new HashMap<ByteBuffer, UserInfo>();
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        if (line.isBlank()) {
          continue;
        }
        List<String> fields = fields(line);
        if (fields.size() < MIN_FIELDS || fields.get(0).isEmpty()) {
          throw new IOException(
              "%s, line %d: malformed (expected: token,user,uid,\"group,group\")"
                  .formatted(file, number));
        }
        users.put(digest(fields.get(0)), user(fields));
      }
      return new Content(version, Map.copyOf(users));
    }

    private static UserInfo user(List<String> fields) {
      String groups = fields.size() > MIN_FIELDS ? fields.get(MIN_FIELDS) : "";
      List<String> names =
          List.of(groups.split(",")).stream().filter(each -> !each.isEmpty()).toList();
      return new UserInfo(fields.get(1), fields.get(2), names);
    }

    /** Splits a line of CSV at commas outside of quotes; a quote within quotes is doubled. */
    private static List<String> fields(String line) {
      var fields = new ArrayList<String>();
      var field = new StringBuilder();
      boolean quoted = false;
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
          field.append(c);
          i++;
        } else if (c == '"') {
          quoted = !quoted;
        } else if (c == ',' && !quoted) {
          fields.add(field.toString().strip());
          field.setLength(0);
        } else {
          field.append(c);
        }
      }
      fields.add(field.toString().strip());
      return fields;
    }
  }
}
