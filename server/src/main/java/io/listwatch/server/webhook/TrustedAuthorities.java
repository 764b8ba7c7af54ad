package io.listwatch.server.webhook;

import io.listwatch.objects.x509.Identity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.Collection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Builds TLS contexts that verify a webhook against a CA bundle, or against the authorities that
 * the machine trusts.
 */
final class TrustedAuthorities {
  private TrustedAuthorities() {}

  /**
   * Returns a TLS context that trusts the certificates of a CA bundle.
   *
   * @param bundle PEM in base64, as in {@code clientConfig.caBundle}; empty for the machine's
   *     trusted authorities
   * @param name that the peer's certificate must have
   * @throws IllegalArgumentException if the bundle has no certificate
   */
  static SSLContext tls(String bundle, String name) {
    return tls(bundle, name, null);
  }

  /**
   * As {@link #tls(String, String)}, with a client certificate.
   *
   * @param client null for none
   */
  static SSLContext tls(String bundle, String name, @Nullable Identity client) {
    try {
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(bundle.isEmpty() ? null : store(bundle));
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(
          client == null ? null : keys(client),
          new TrustManager[] {new NamedPeer(x509(trust), name)},
          null);
      return tls;
    } catch (CertificateException e) {
      throw new IllegalArgumentException(
          "unable to load root certificates: unable to parse bytes as PEM block", e);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyManager[] keys(Identity client) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    char[] none = {};
    store.setKeyEntry("client", client.key(), none, client.chain().toArray(new Certificate[0]));
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, none);
    return factory.getKeyManagers();
  }

  private static X509TrustManager x509(TrustManagerFactory trust) throws GeneralSecurityException {
    for (TrustManager each : trust.getTrustManagers()) {
      if (each instanceof X509TrustManager manager) {
        return manager;
      }
    }
    throw new GeneralSecurityException("no X.509 trust manager");
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
