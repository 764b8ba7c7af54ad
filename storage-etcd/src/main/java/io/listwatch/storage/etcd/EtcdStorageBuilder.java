package io.listwatch.storage.etcd;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.listwatch.storage.StorageClock;
import io.listwatch.storage.StorageException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Configures and opens an {@link EtcdStorage}. Not thread-safe. */
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
          "endpoint: %s (expected: such as http://host:2379 or https://host:2379)"
              .formatted(endpoint));
    }
  }

  /** Sets the prefix of all keys; {@code /listwatch} by default. */
  @CanIgnoreReturnValue
  public EtcdStorageBuilder prefix(String value) {
    this.keyspace = new Keyspace(value);
    return this;
  }

  /**
   * Sets the timeout of a call on one endpoint, after which the next one is tried; 5 seconds by
   * default.
   */
  @CanIgnoreReturnValue
  public EtcdStorageBuilder timeout(Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException("timeout: " + value + " (expected: positive)");
    }
    this.timeout = value;
    return this;
  }

  /**
   * Sets the CA certificates to trust instead of the JDK's.
   *
   * @param authority CA certificates in PEM
   */
  @CanIgnoreReturnValue
  public EtcdStorageBuilder trusting(Path authority) {
    this.tls = new Tls(authority, tls.certificate(), tls.key());
    return this;
  }

  /**
   * Sets the client certificate, for a cluster with {@code --client-cert-auth}.
   *
   * @param certificate in PEM, with its intermediate certificates
   * @param key in PEM, PKCS#8, not encrypted
   */
  @CanIgnoreReturnValue
  public EtcdStorageBuilder identity(Path certificate, Path key) {
    this.tls = new Tls(tls.authority(), certificate, key);
    return this;
  }

  /** Sets user and password, for a cluster with authentication enabled. */
  @CanIgnoreReturnValue
  public EtcdStorageBuilder credentials(String user, String password) {
    this.credentials = new EtcdCalls.Credentials(user, password);
    return this;
  }

  /**
   * Connects, and claims the prefix if it is empty. Blocks for a bounded time.
   *
   * @throws StorageException if no endpoint can be reached, or other data is below the prefix
   */
  public EtcdStorage open() {
    var connections = new Endpoints(endpoints, tls);
    try {
      var calls = EtcdCalls.open(connections, timeout, credentials);
      Marker marker = new Prefix(calls, keyspace).claim();
      return new EtcdStorage(calls, clock, keyspace, marker, Members.ask(calls, clock));
    } catch (CallFailure e) {
      connections.close();
      throw Failures.of(e);
    } catch (RuntimeException e) {
      connections.close();
      throw e;
    }
  }
}
