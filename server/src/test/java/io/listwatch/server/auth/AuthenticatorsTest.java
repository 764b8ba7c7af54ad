package io.listwatch.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthenticatorsTest {
  private static final Duration DAY = Duration.ofDays(1);

  private final ManualTimers timers = new ManualTimers();
  private final CertificateAuthority authority = CertificateAuthority.create("ca", timers.now());
  private final Authenticator authenticator;

  AuthenticatorsTest(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("tokens"), "secret,bob,7,readers\n");
    authenticator =
        new FirstAuthenticator(
            List.of(
                new CertificateAuthenticator(List.of(authority.certificate()), timers),
                new TokenAuthenticator(TokenFile.open(file, timers))));
  }

  @Test
  void certificateSubjectBecomesUserAndGroups() {
    Identity ann = authority.issueClient("ann", List.of("admins"), timers.now(), DAY);

    UserInfo user = authenticator.authenticate(showing(ann)).orElseThrow();

    assertThat(user.name()).isEqualTo("ann");
    assertThat(user.groups()).containsExactly("admins", UserInfo.AUTHENTICATED);
  }

  @Test
  void credentialIdIsTheCertificateFingerprint() throws GeneralSecurityException {
    Identity ann = authority.issueClient("ann", List.of(), timers.now(), DAY);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(ann.certificate().getEncoded());

    assertThat(authenticator.authenticate(showing(ann)).orElseThrow().extra())
        .containsExactly(
            Map.entry(
                "authentication.kubernetes.io/credential-id",
                List.of("X509SHA256=" + HexFormat.of().formatHex(digest))));
  }

  @Test
  void chainMayIncludeTheAuthority() {
    Identity ann = authority.issueClient("ann", List.of(), timers.now(), DAY);
    var chain = List.of(ann.certificate(), authority.certificate());

    assertThat(authenticator.authenticate(new Credentials(chain, null, false))).isPresent();
  }

  @Test
  void rejectsCertificateOfAnotherAuthority() {
    var other = CertificateAuthority.create("ca", timers.now());
    Identity eve = other.issueClient("ann", List.of(UserInfo.MASTERS), timers.now(), DAY);

    assertThat(authenticator.authenticate(showing(eve))).isEmpty();
  }

  @Test
  void rejectsCachedCertificateOnceItExpires() {
    Identity ann = authority.issueClient("ann", List.of(), timers.now(), DAY);
    assertThat(authenticator.authenticate(showing(ann))).isPresent();

    timers.advance(DAY.plusMinutes(1));

    assertThat(authenticator.authenticate(showing(ann))).isEmpty();
  }

  @Test
  void rejectsServingCertificateAsClientCertificate() {
    Identity server = authority.issueServer("server", List.of("localhost"), timers.now(), DAY);

    assertThat(authenticator.authenticate(showing(server))).isEmpty();
  }

  /** As in fabric8's kube-api-test: a self-signed certificate without extended key usage. */
  @Test
  void acceptsTrustedAuthorityAsClientCertificateUntilItExpires() {
    var chain = List.of(authority.certificate());

    assertThat(authenticator.authenticate(new Credentials(chain, null, false)))
        .map(UserInfo::name)
        .contains("ca");
    timers.advance(Duration.ofDays(3651));
    assertThat(authenticator.authenticate(new Credentials(chain, null, false))).isEmpty();
  }

  @Test
  void tokenIdentifiesTheUser() {
    assertThat(authenticator.authenticate(new Credentials(List.of(), "secret", false)))
        .contains(new UserInfo("bob", "7", List.of("readers", UserInfo.AUTHENTICATED)));
  }

  @Test
  void missingCredentialsMeanAnonymousAndUnknownOnesAreRejected() {
    assertThat(authenticator.authenticate(new Credentials(List.of(), null, false)))
        .contains(UserInfo.ANONYMOUS);
    assertThat(authenticator.authenticate(new Credentials(List.of(), "guess", false))).isEmpty();
  }

  @Test
  void onlyMastersMayAccessResourcesButEveryUserMayReadHealthChecks() {
    var authorizer = new MastersAuthorizer();
    var master = new UserInfo("root", "", List.of(UserInfo.MASTERS));

    assertThat(authorizer.authorize(listPods(master)).allowed()).isTrue();
    assertThat(authorizer.authorize(listPods(UserInfo.ANONYMOUS)).allowed()).isFalse();
    assertThat(authorizer.authorize(path("/readyz/ping")).allowed()).isTrue();
    assertThat(authorizer.authorize(path("/version")).allowed()).isTrue();
    assertThat(authorizer.authorize(path("/metrics")).allowed()).isFalse();
    assertThat(authorizer.authorize(path("/healthzz")).allowed()).isFalse();
  }

  private static Credentials showing(Identity identity) {
    return new Credentials(identity.chain(), null, false);
  }

  private static AccessRequest listPods(UserInfo user) {
    return new AccessRequest(user, "list", "", "v1", "pods", "", null, null, "/api/v1/pods");
  }

  private static AccessRequest path(String path) {
    return new AccessRequest(UserInfo.ANONYMOUS, "get", "", "", "", "", null, null, path);
  }

  @Test
  void anonymousRequestsMayBeLimitedToPaths() {
    var authenticator = new FirstAuthenticator(List.of(), "/livez"::equals);

    assertThat(authenticator.authenticate(nothingAt("/livez"))).contains(UserInfo.ANONYMOUS);
    assertThat(authenticator.authenticate(nothingAt("/api"))).isEmpty();
  }

  private static Credentials nothingAt(String path) {
    return new Credentials(List.of(), null, false, RequestHeaders.NONE, path);
  }

  @Test
  void requestWithoutCredentialsIsAnonymousUnlessAnonymousAuthIsOff() {
    var nothing = new Credentials(List.of(), null, false);

    assertThat(new FirstAuthenticator(List.of()).authenticate(nothing))
        .contains(UserInfo.ANONYMOUS);
    assertThat(new FirstAuthenticator(List.of(), false).authenticate(nothing)).isEmpty();
  }
}
