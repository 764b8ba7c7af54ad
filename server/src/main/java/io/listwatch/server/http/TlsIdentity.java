package io.listwatch.server.http;

import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.common.TlsProvider;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the server shows of itself, and whose word it takes for its clients.
 *
 * @param certificates the server's own first, then those that vouch for it
 * @param clientAuthorities who may vouch for a client's certificate; empty if clients show none
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

  /** Asks for the identity at each handshake, so that it can be renewed without a restart. */
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

  /** What the library was given last, kept so that it need not be read again. */
  private record Made(TlsIdentity from, TlsKeyPair pair) {}

  /** Says whose it is, not what it is. */
  @Override
  public String toString() {
    return certificates.get(0).getSubjectX500Principal().toString();
  }
}
