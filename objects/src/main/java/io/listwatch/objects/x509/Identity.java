package io.listwatch.objects.x509;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A private key and its certificate chain, the key's own certificate first.
 *
 * <p>Immutable.
 */
public record Identity(PrivateKey key, List<X509Certificate> chain) {
  public Identity {
    chain = List.copyOf(chain);
    if (chain.isEmpty()) {
      throw new IllegalArgumentException("chain: empty (expected: at least the key's own)");
    }
  }

  /** Returns the certificate of the key. */
  public X509Certificate certificate() {
    return chain.get(0);
  }

  /** True if the private key belongs to the certificate. */
  public boolean isPair() {
    return KeyPairs.isPair(certificate().getPublicKey(), key);
  }

  /** Returns subject and expiry; never the key. */
  @Override
  public String toString() {
    return certificate().getSubjectX500Principal() + " until " + certificate().getNotAfter();
  }
}
