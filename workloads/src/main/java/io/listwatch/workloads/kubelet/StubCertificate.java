package io.listwatch.workloads.kubelet;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * The certificate of a {@link KubeletStub}. Its authority is created for it and then discarded, so
 * clients cannot verify it, as with the kubelet's own certificate.
 */
final class StubCertificate {
  private static final Duration VALIDITY = Duration.ofDays(365);

  private StubCertificate() {}

  /** Returns a TLS context that serves a new certificate for an address. */
  static SSLContext tls(String address, Instant now) {
    Identity identity =
        CertificateAuthority.create("Listwatch simulated nodes", now)
            .issueServer("system:node:simulated", List.of(address), now, VALIDITY);
    char[] none = {};
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setKeyEntry(
          "kubelet", identity.key(), none, identity.chain().toArray(new Certificate[0]));
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, none);
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(keys.getKeyManagers(), null, null);
      return tls;
    } catch (GeneralSecurityException | IOException problem) {
      throw new IllegalStateException("this Java cannot serve TLS", problem);
    }
  }
}
