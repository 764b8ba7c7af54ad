package io.listwatch.client.tls;

import org.jspecify.annotations.Nullable;

/**
 * TLS settings of a client.
 *
 * @param authorities CA certificates for verifying the server; null for the JVM's trust store
 * @param identity the client certificate; null for none
 * @param serverName name for SNI and hostname verification; null for the host in the URL
 * @param insecure true to skip verification of the server's certificate, so that a man in the
 *     middle can read and change everything
 */
public record TlsSettings(
    @Nullable PemSource authorities,
    @Nullable ClientIdentity identity,
    @Nullable String serverName,
    boolean insecure) {
  /** The JVM's trust store and no client certificate. */
  public static final TlsSettings DEFAULT = new TlsSettings(null, null, null, false);

  public TlsSettings {
    if (insecure && authorities != null) {
      throw new IllegalArgumentException(
          "insecure: true with certificate authorities (expected: one or the other)");
    }
  }

  /** Returns these settings with another client certificate. */
  public TlsSettings as(@Nullable ClientIdentity newIdentity) {
    return new TlsSettings(authorities, newIdentity, serverName, insecure);
  }
}
