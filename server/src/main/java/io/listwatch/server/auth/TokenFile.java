package io.listwatch.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A static token file: one line of CSV for each token, with token, user name, uid and, in quotes if
 * there are several, groups. The file is read again at the first lookup after it has changed. If it
 * can no longer be read, a warning is logged and the known tokens stay valid.
 *
 * <p>Tokens are stored and looked up by their SHA-256, so that the time of a lookup reveals nothing
 * about them.
 *
 * <p>Thread-safe.
 */
public final class TokenFile {
  private static final Logger log = LoggerFactory.getLogger(TokenFile.class);
  private static final int MIN_FIELDS = 3;

  private final Path file;
  private volatile Content content;

  private TokenFile(Path file, Content content) {
    this.file = file;
    this.content = content;
  }

  /**
   * Reads a token file.
   *
   * @throws IOException if it cannot be read or a line is malformed
   */
  public static TokenFile open(Path file) throws IOException {
    return new TokenFile(file, Content.read(file));
  }

  public Optional<UserInfo> user(String token) {
    return Optional.ofNullable(current().users.get(digest(token)));
  }

  private Content current() {
    Content known = content;
    try {
      if (!known.version.equals(Version.of(file))) {
        known = Content.read(file);
        content = known;
        log.info("read {} tokens from {}, which has changed", known.users.size(), file);
      }
    } catch (IOException problem) {
      log.warn(
          "the token file cannot be read, the known tokens stay valid: {}", problem.getMessage());
    }
    return known;
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
      // Read before the content: a change between the two reads is then noticed at the next lookup.
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
