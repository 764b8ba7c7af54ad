package io.listwatch.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Credential;
import io.listwatch.client.tls.TlsContexts;
import io.listwatch.client.tls.TlsMaterial;
import io.listwatch.client.tls.TlsSettings;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to one server. When a certificate, a key or the CA certificates have been
 * replaced, new requests get new connections; those in progress finish on the old ones.
 *
 * <p>Thread-safe. The lock is a leaf: files are read and connections made without it.
 */
final class Connections {
  /** Interval between checks of the files. */
  static final Duration CHECK_INTERVAL = Duration.ofMinutes(1);

  private static final Logger log = LoggerFactory.getLogger(Connections.class);

  private final ClientConfig config;
  private final Executor executor;
  private final Timers timers;
  private final UnusedClients ended = new UnusedClients();
  private final boolean secure;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private @Nullable Generation current;

  Connections(ClientConfig config, Executor executor, Timers timers) {
    this.config = config;
    this.executor = executor;
    this.timers = timers;
    this.secure = "https".equals(config.server().getScheme());
  }

  /** Returns a slot for one request with this credential. */
  HttpClientPool.Slot acquire(Credential credential, boolean watch) {
    Generation generation = generation(credential);
    return (watch ? generation.watches : generation.calls).acquire();
  }

  private Generation generation(Credential credential) {
    TlsSettings settings =
        credential.identity() == null ? config.tls() : config.tls().as(credential.identity());
    long now = timers.nanoTime();
    Generation known = current();
    if (known != null
        && known.settings.equals(settings)
        && now - known.checked < CHECK_INTERVAL.toNanos()) {
      return known;
    }
    Generation next = checked(known, settings, now);
    // A concurrent check may have closed the generation that this one shares.
    return replace(known, next) ? next : generation(credential);
  }

  private @Nullable Generation current() {
    lock.lock();
    try {
      return current;
    } finally {
      lock.unlock();
    }
  }

  private Generation checked(@Nullable Generation known, TlsSettings settings, long now) {
    try {
      return next(known, settings, now);
    } catch (RuntimeException halfWritten) {
      if (known == null || !known.settings.equals(settings)) {
        throw new UnavailableException(
            "the certificates cannot be used: " + halfWritten.getMessage(), halfWritten);
      }
      log.warn(
          "Cannot use the new certificates, so the old ones stay in use: {}",
          halfWritten.toString());
      return known.checkedAt(now);
    }
  }

  private Generation next(@Nullable Generation known, TlsSettings settings, long now) {
    if (!secure) {
      return known == null ? fresh(settings, null, now) : known.checkedAt(now);
    }
    TlsMaterial material = TlsMaterial.read(settings);
    boolean same = known != null && material.equals(known.material);
    return same && known != null ? known.checkedAt(now) : fresh(settings, material, now);
  }

  private Generation fresh(TlsSettings settings, @Nullable TlsMaterial material, long now) {
    var clients =
        new HttpClients(config, executor, material == null ? null : TlsContexts.create(material));
    return new Generation(
        settings,
        material,
        new HttpClientPool(clients::create, ended, secure, timers),
        new HttpClientPool(clients::create, ended, secure, timers),
        now);
  }

  /** Replaces the known generation. Returns false if another thread has already replaced it. */
  private boolean replace(@Nullable Generation known, Generation next) {
    lock.lock();
    try {
      if (!Objects.equals(current, known)) {
        return false;
      }
      current = next;
    } finally {
      lock.unlock();
    }
    if (known != null && !known.sharesConnectionsWith(next)) {
      known.close();
    }
    return true;
  }

  /** Closes unused connections; the others close after their last request. */
  void close() {
    Generation last = current();
    if (last != null) {
      last.close();
    }
  }

  /** The connections made with the same certificates. */
  private record Generation(
      TlsSettings settings,
      @Nullable TlsMaterial material,
      HttpClientPool calls,
      HttpClientPool watches,
      long checked) {
    private Generation checkedAt(long now) {
      return new Generation(settings, material, calls, watches, now);
    }

    private boolean sharesConnectionsWith(Generation other) {
      return calls == other.calls;
    }

    private void close() {
      calls.close();
      watches.close();
    }
  }
}
