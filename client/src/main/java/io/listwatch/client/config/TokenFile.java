package io.listwatch.client.config;

import io.listwatch.model.UnavailableException;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bearer token in a file that is replaced before the token expires. The file is read again after
 * {@link #MAX_AGE}; if that fails, the old token is used.
 *
 * <p>Thread-safe: any thread may replace the cached token by a newer one.
 */
final class TokenFile implements Credentials {
  /** The interval of client-go. The kubelet replaces a token long before it expires. */
  static final Duration MAX_AGE = Duration.ofSeconds(50);

  private static final Logger log = LoggerFactory.getLogger(TokenFile.class);

  private final Path file;
  private final @Nullable Credential fallback;
  private final Timers timers;

  private volatile @Nullable Read read;

  /** Uses the fallback, if any, while the file cannot be read. */
  TokenFile(Path file, @Nullable String fallback, Timers timers) {
    this.file = file;
    this.fallback = fallback == null ? null : Credential.bearer(fallback);
    this.timers = timers;
  }

  @Override
  public Credential current() {
    Read last = read;
    long now = timers.nanoTime();
    if (last != null && !last.refused && now - last.at < MAX_AGE.toNanos()) {
      return last.credential;
    }
    try {
      var fresh = new Read(Credential.bearer(token()), now, false);
      read = fresh;
      return fresh.credential;
    } catch (IOException | IllegalArgumentException e) {
      return insteadOf(e, last);
    }
  }

  private String token() throws IOException {
    String token = Files.readString(file).strip();
    if (token.isEmpty()) {
      throw new IOException(file + ": empty (expected: a token)");
    }
    return token;
  }

  private Credential insteadOf(Exception failure, @Nullable Read last) {
    log.warn("Cannot read the token in {}: {}", file, failure.toString());
    if (last != null) {
      return last.credential;
    }
    if (fallback != null) {
      return fallback;
    }
    throw new UnavailableException("token: cannot be read from " + file, failure);
  }

  @Override
  public void rejected(Credential refused) {
    Read last = read;
    if (last != null && last.credential.equals(refused)) {
      read = new Read(refused, last.at, true);
    }
  }

  private record Read(Credential credential, long at, boolean refused) {}
}
