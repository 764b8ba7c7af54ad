package io.listwatch.server.http;

import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.common.TlsProvider;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The serving certificate and key, and the authorities that client certificates are verified
 * against.
 *
 * @param certificates the server's certificate first, then its issuers
 * @param clientAuthorities the authorities of client certificates; empty if the server requests
 *     none
 */
public record TlsIdentity(
    PrivateKey key, List<X509Certificate> certificates, List<X509Certificate> clientAuthorities) {
  public TlsIdentity {
    certificates = List.copyOf(certificates);
    clientAuthorities = List.copyOf(clientAuthorities);
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException("certificates: none (expected: the server's own)");
    }
  }

  /**
   * Returns a provider that calls the supplier at each handshake, so that the certificate can be
   * renewed without a restart.
   */
  static TlsProvider provider(Supplier<TlsIdentity> identity) {
    return new TlsProvider() {
      private volatile @Nullable Made made;

      @Override
      public TlsKeyPair keyPair(String hostname) {
        TlsIdentity now = identity.get();
        Made last = made;
        if (last == null || !last.from.equals(now)) {
          last = new Made(now, TlsKeyPair.of(now.key, now.certificates));
          made = last;
        }
        return last.pair;
      }

      @Override
      public List<X509Certificate> trustedCertificates(String hostname) {
        return identity.get().clientAuthorities;
      }
    };
  }

  /** The key pair of the last identity, cached so that it is not parsed at each handshake. */
  private record Made(TlsIdentity from, TlsKeyPair pair) {}

  /** Shows the subject only: the key is a secret. */
  @Override
  public String toString() {
    return certificates.get(0).getSubjectX500Principal().toString();
  }
}
