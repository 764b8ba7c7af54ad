package io.listwatch.server.webhook;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Who may vouch for a webhook: those of a bundle in PEM, or those that the machine trusts. */
public final class TrustedAuthorities {
  private TrustedAuthorities() {}

  /**
   * TLS that believes the certificates of a bundle.
   *
   * @param bundle in PEM, in base64 as definitions carry it; empty for the machine's own
   * @throws IllegalArgumentException if there is no certificate in it
   */
  public static SSLContext tls(String bundle) {
    try {
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(bundle.isEmpty() ? null : store(bundle));
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(null, trust.getTrustManagers(), null);
      return tls;
    } catch (CertificateException e) {
      throw new IllegalArgumentException(
          "unable to load root certificates: unable to parse bytes as PEM block", e);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore store(String bundle) throws GeneralSecurityException, IOException {
    byte[] pem = Base64.getDecoder().decode(bundle);
    Collection<? extends Certificate> certificates =
        CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
    if (certificates.isEmpty()) {
      throw new CertificateException("none");
    }
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int number = 0;
    for (Certificate each : certificates) {
      store.setCertificateEntry("authority-" + number++, each);
    }
    return store;
  }
}
