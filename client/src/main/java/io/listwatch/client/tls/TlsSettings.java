package io.listwatch.client.tls;

import org.jspecify.annotations.Nullable;

/**
 * How to know the server, and how to be known by it.
 *
 * @param authorities who may have signed the server's certificate; null for those that the JVM
 *     trusts
 * @param identity the client's own certificate; null if it has none
 * @param serverName by which name to ask for and check the server; null for the one in its address
 * @param insecure whether to take the server for whom it says to be; anyone in between can read and
 *     change everything
 */
public record TlsSettings(
    @Nullable PemSource authorities,
    @Nullable ClientIdentity identity,
    @Nullable String serverName,
    boolean insecure) {
  /** What the JVM trusts, and no certificate of one's own. */
  public static final TlsSettings DEFAULT = new TlsSettings(null, null, null, false);

  public TlsSettings {
    if (insecure && authorities != null) {
      throw new IllegalArgumentException(
          "insecure: true with certificate authorities (expected: one or the other)");
    }
  }

  /** These settings for a client that is {@code newIdentity}. */
  public TlsSettings as(@Nullable ClientIdentity newIdentity) {
    return new TlsSettings(authorities, newIdentity, serverName, insecure);
  }
}
