package io.listwatch.client.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Creates SSL contexts from {@link TlsMaterial}. */
public final class TlsContexts {
  /** The password of a key store that exists only in memory. */
  private static final char[] NO_SECRET = "in memory".toCharArray();

  private TlsContexts() {}

  public static SSLContext create(TlsMaterial material) {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(keyManagers(material), trustManagers(material), null);
      String name = material.serverName();
      return name == null ? context : new NamedTls(context, name);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(
          "TLS: cannot be set up with the configured certificates and key", e);
    }
  }

  private static KeyManager @Nullable [] keyManagers(TlsMaterial material)
      throws GeneralSecurityException, IOException {
    byte[] key = material.key();
    byte[] certificate = material.certificate();
    if (key == null || certificate == null) {
      return null;
    }
    KeyStore store = emptyStore();
    X509Certificate[] chain = Certificates.read(certificate).toArray(X509Certificate[]::new);
    store.setKeyEntry("client", PrivateKeys.read(key), NO_SECRET, chain);
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_SECRET);
    return factory.getKeyManagers();
  }

  private static TrustManager @Nullable [] trustManagers(TlsMaterial material)
      throws GeneralSecurityException, IOException {
    if (material.insecure()) {
      return new TrustManager[] {new TrustEveryone()};
    }
    byte[] authorities = material.authorities();
    if (authorities == null) {
      return null;
    }
    KeyStore store = emptyStore();
    List<X509Certificate> certificates = Certificates.read(authorities);
    for (int i = 0; i < certificates.size(); i++) {
      store.setCertificateEntry("authority-" + i, certificates.get(i));
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
