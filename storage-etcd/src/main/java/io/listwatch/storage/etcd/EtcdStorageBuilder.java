package io.listwatch.storage.etcd;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.listwatch.storage.StorageClock;
import io.listwatch.storage.StorageException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How to reach a cluster, and where in it to keep things. For one thread. */
public final class EtcdStorageBuilder {
  private final List<URI> endpoints;
  private final StorageClock clock;
  private Keyspace keyspace = new Keyspace("/listwatch");
  private Duration timeout = Duration.ofSeconds(5);
  private Tls tls = Tls.DEFAULT;
  private EtcdCalls.@Nullable Credentials credentials;

  EtcdStorageBuilder(List<URI> endpoints, StorageClock clock) {
    this.endpoints = List.copyOf(endpoints);
    this.clock = clock;
    if (endpoints.isEmpty()) {
      throw new IllegalArgumentException("endpoints: none (expected: at least one)");
    }
    this.endpoints.forEach(EtcdStorageBuilder::check);
  }

  private static void check(URI endpoint) {
    String scheme = String.valueOf(endpoint.getScheme());
    if (!scheme.matches("https?") || endpoint.getHost() == null) {
      throw new IllegalArgumentException(
          "endpoint: %s (expected: as http://host:2379 or https://host:2379)".formatted(endpoint));
    }
  }

  /** Below which everything lies; {@code /listwatch} unless told otherwise. */
  @CanIgnoreReturnValue
  public EtcdStorageBuilder prefix(String value) {
    this.keyspace = new Keyspace(value);
    return this;
  }

  /** How long one endpoint may take to answer before the next is tried; 5 seconds by default. */
  @CanIgnoreReturnValue
  public EtcdStorageBuilder timeout(Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException("timeout: " + value + " (expected: positive)");
    }
    this.timeout = value;
    return this;
  }

  /**
   * Whom to trust, instead of whom the JDK trusts.
   *
   * @param authority certificates in PEM
   */
  @CanIgnoreReturnValue
  public EtcdStorageBuilder trusting(Path authority) {
    this.tls = new Tls(authority, tls.certificate(), tls.key());
    return this;
  }

  /**
   * Who we are, to a cluster that asks for certificates.
   *
   * @param certificate in PEM, with those between it and the authority
   * @param key in PEM, PKCS#8, without a password
   */
  @CanIgnoreReturnValue
  public EtcdStorageBuilder identity(Path certificate, Path key) {
    this.tls = new Tls(tls.authority(), certificate, key);
    return this;
  }

  /** Who we are, to a cluster that asks for a user and password. */
  @CanIgnoreReturnValue
  public EtcdStorageBuilder credentials(String user, String password) {
    this.credentials = new EtcdCalls.Credentials(user, password);
    return this;
  }

  /**
   * Connects, and claims the prefix if it is empty. Waits for the cluster, for a bounded time.
   *
   * @throws StorageException if no endpoint can be reached, or the prefix is not ours
   */
  public EtcdStorage open() {
    var connections = new Endpoints(endpoints, tls);
    try {
      var calls = EtcdCalls.open(connections, timeout, credentials);
      Marker marker = new Prefix(calls, keyspace).claim();
      boolean reportsProgress = new Members(calls).reportProgress();
      return new EtcdStorage(calls, clock, keyspace, marker, reportsProgress);
    } catch (CallFailure e) {
      connections.close();
      throw Failures.of(e);
    } catch (RuntimeException e) {
      connections.close();
      throw e;
    }
  }
}
