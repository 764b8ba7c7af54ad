package io.listwatch.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Users by secrets, each for a limited time. Keeps digests only, so that a comparison takes the
 * same time for every wrong secret.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
final class Grants {
  /** The maximum number of valid secrets; a further one invalidates the oldest. */
  static final int MAX = 64;

  private final Timers timers;
  private final Duration life;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Map<String, Grant> grants = new LinkedHashMap<>();

  Grants(Timers timers, Duration life) {
    this.timers = timers;
    this.life = life;
  }

  /** A user, and the time when the secret expires, in nanoseconds of the timers. */
  private record Grant(UserInfo user, long end) {}

  void add(String secret, UserInfo user) {
    lock.lock();
    try {
      grants.values().removeIf(this::over);
      if (grants.size() >= MAX) {
        grants.remove(grants.keySet().iterator().next());
      }
      grants.put(digest(secret), new Grant(user, timers.nanoTime() + life.toNanos()));
    } finally {
      lock.unlock();
    }
  }

  Optional<UserInfo> find(String secret) {
    lock.lock();
    try {
      return valid(grants.get(digest(secret)));
    } finally {
      lock.unlock();
    }
  }

  /** Like {@link #find}, for a secret that works once. */
  Optional<UserInfo> take(String secret) {
    lock.lock();
    try {
      return valid(grants.remove(digest(secret)));
    } finally {
      lock.unlock();
    }
  }

  private Optional<UserInfo> valid(@Nullable Grant grant) {
    return grant == null || over(grant) ? Optional.empty() : Optional.of(grant.user());
  }

  private boolean over(Grant grant) {
    return timers.nanoTime() - grant.end() >= 0;
  }

  private static String digest(String secret) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
