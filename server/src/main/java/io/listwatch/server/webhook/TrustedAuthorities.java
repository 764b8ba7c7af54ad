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

/**
 * Builds TLS contexts that verify a webhook against a CA bundle, or against the authorities that
 * the machine trusts.
 */
public final class TrustedAuthorities {
  private TrustedAuthorities() {}

  /**
   * Returns a TLS context that trusts the certificates of a CA bundle.
   *
   * @param bundle PEM in base64, as in {@code clientConfig.caBundle}; empty for the machine's
   *     trusted authorities
   * @throws IllegalArgumentException if the bundle has no certificate
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
