package io.listwatch.server.webhook;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Trusts a peer whose certificate has a given name, whatever address was dialled. As in Go, only
 * subject alternative names count.
 */
final class NamedPeer extends X509ExtendedTrustManager {
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  private final X509TrustManager authorities;
  private final String name;

  NamedPeer(X509TrustManager authorities, String name) {
    this.authorities = authorities;
    this.name = name.toLowerCase(Locale.ROOT).replaceAll("^\\[|]$", "");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    checkServerTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checkServerTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    authorities.checkServerTrusted(chain, type);
    List<String> names = names(chain[0]);
    if (names.stream().noneMatch(this::matches)) {
      throw new WrongNameException(
          names.isEmpty()
              ? "certificate is not valid for any names, but wanted to match " + name
              : "certificate is valid for %s, not %s".formatted(String.join(", ", names), name));
    }
  }

  private static List<String> names(X509Certificate certificate) throws CertificateException {
    var names = new ArrayList<String>();
    Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
    if (alternatives != null) {
      for (List<?> each : alternatives) {
        if (each.get(0) instanceof Integer kind && (kind == DNS_NAME || kind == IP_ADDRESS)) {
          names.add(String.valueOf(each.get(1)));
        }
      }
    }
    return names;
  }

  /** A wildcard stands for one whole label. */
  private boolean matches(String pattern) {
    String wanted = pattern.toLowerCase(Locale.ROOT);
    int dot = name.indexOf('.');
    return wanted.equals(name)
        || (wanted.startsWith("*.") && dot > 0 && wanted.substring(1).equals(name.substring(dot)));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("a client");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    throw new CertificateException("a client");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    throw new CertificateException("a client");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return authorities.getAcceptedIssuers();
  }

  /** The certificate is trusted, but is another peer's. */
  static final class WrongNameException extends CertificateException {
    private static final long serialVersionUID = 1;

    private WrongNameException(String message) {
      super(message);
    }
  }
}
