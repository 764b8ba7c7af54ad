package io.listwatch.server.auth;

import io.listwatch.time.Timers;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.naming.NamingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authenticates users by their client certificates: the common name is the user, each organization
 * a group.
 *
 * <p>Thread-safe. Verified certificates are cached, because every request on a connection brings
 * the same one and verifying a signature is slow.
 */
public final class CertificateAuthenticator implements Authenticator {
  private static final Logger log = LoggerFactory.getLogger(CertificateAuthenticator.class);
  private static final String CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";
  private static final String ANY_PURPOSE = "2.5.29.37.0";

  /** The key in {@code extra} under which reviews and audit entries identify the certificate. */
  private static final String CREDENTIAL = "authentication.kubernetes.io/credential-id";

  /** When the cache holds this many certificates it is cleared. */
  private static final int MAX_REMEMBERED = 1024;

  private final Set<TrustAnchor> authorities;
  private final Timers timers;
  private final ConcurrentHashMap<X509Certificate, UserInfo> remembered = new ConcurrentHashMap<>();

  /**
   * Trusts the certificates that these authorities have issued.
   *
   * @param authorities at least one
   */
  public CertificateAuthenticator(Collection<X509Certificate> authorities, Timers timers) {
    this.authorities =
        authorities.stream()
            .map(each -> new TrustAnchor(each, null))
            .collect(Collectors.toUnmodifiableSet());
    this.timers = timers;
  }

  @Override
  public Optional<UserInfo> authenticate(Credentials credentials) {
    List<X509Certificate> chain = credentials.certificates();
    if (chain.isEmpty()) {
      return Optional.empty();
    }
    X509Certificate certificate = chain.get(0);
    Instant now = timers.now();
    UserInfo known = remembered.get(certificate);
    if (known != null && now.isBefore(certificate.getNotAfter().toInstant())) {
      return Optional.of(known);
    }
    try {
      verify(chain, now);
      UserInfo user = user(certificate);
      if (remembered.size() >= MAX_REMEMBERED) {
        remembered.clear();
      }
      remembered.put(certificate, user);
      return Optional.of(user);
    } catch (GeneralSecurityException | NamingException refused) {
      log.info("a client certificate was rejected: {}", refused.getMessage());
      return Optional.empty();
    }
  }

  private void verify(List<X509Certificate> chain, Instant now) throws GeneralSecurityException {
    X509Certificate certificate = chain.get(0);
    if (isAuthority(certificate)) {
      // A trust anchor has no certification path to verify, only a validity period.
      certificate.checkValidity(Date.from(now));
    } else {
      verifyPath(chain, now);
    }
    // A certificate without extended key usage may be used for every purpose.
    List<String> purposes = certificate.getExtendedKeyUsage();
    if (purposes != null
        && !purposes.contains(CLIENT_AUTHENTICATION)
        && !purposes.contains(ANY_PURPOSE)) {
      throw new GeneralSecurityException("its extended key usage does not include clientAuth");
    }
  }

  private void verifyPath(List<X509Certificate> chain, Instant now)
      throws GeneralSecurityException {
    var parameters = new PKIXParameters(authorities);
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(now));
    // A certification path must not include the trust anchor, but a client may send it.
    var below = new ArrayList<>(chain);
    below.removeIf(this::isAuthority);
    CertPath path = CertificateFactory.getInstance("X.509").generateCertPath(below);
    CertPathValidator.getInstance("PKIX").validate(path, parameters);
  }

  private boolean isAuthority(X509Certificate certificate) {
    return authorities.stream().anyMatch(each -> certificate.equals(each.getTrustedCert()));
  }

  private static UserInfo user(X509Certificate certificate)
      throws NamingException, GeneralSecurityException {
    CertificateSubject subject = CertificateSubject.of(certificate.getSubjectX500Principal());
    if (subject.commonName().isEmpty()) {
      throw new GeneralSecurityException("it has no common name");
    }
    var groups = new ArrayList<>(subject.organizations());
    groups.add(UserInfo.AUTHENTICATED);
    return new UserInfo(
        subject.commonName(), "", groups, Map.of(CREDENTIAL, List.of(fingerprint(certificate))));
  }

  private static String fingerprint(X509Certificate certificate) throws GeneralSecurityException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
    return "X509SHA256=" + HexFormat.of().formatHex(digest);
  }
}
