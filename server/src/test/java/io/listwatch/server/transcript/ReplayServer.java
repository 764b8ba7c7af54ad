package io.listwatch.server.transcript;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.controllers.BuiltInController;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.server.http.HttpServerSettings;
import io.listwatch.server.registry.admission.AdmissionSettings;
import io.listwatch.server.webhook.TestWebhook;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A server in memory with TLS and RBAC, and clients for it. The administrator and some users
 * without rights have tokens.
 */
final class ReplayServer implements AutoCloseable {
  private static final String TOKEN = "of-the-administrator";
  private static final UserInfo ADMINISTRATOR =
      new UserInfo("admin", "admin", List.of(UserInfo.MASTERS, UserInfo.AUTHENTICATED));

  /** Each has a token with its name, such as {@code alice-token}. */
  private static final List<String> USERS =
      List.of("alice", "bob", "carol", "dave", "erin", "frank");

  /** A group that may write ConfigMaps: the user of the token {@code alice} is in it. */
  private static final String DEV = "dev";

  private static final String ROLE =
      """
      {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"dev"},
       "rules":[{"apiGroups":[""],"resources":["configmaps"],"verbs":["*"]}]}
      """;

  private static final String BINDING =
      """
      {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding",
       "metadata":{"name":"dev"},
       "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"dev"},
       "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"Group","name":"dev"}]}
      """;

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final Instant now = Timers.system().now();
  private final CertificateAuthority authority = CertificateAuthority.create("transcripts", now);
  private final Identity identity =
      authority.issueServer("transcripts", List.of("127.0.0.1"), now, Duration.ofDays(1));
  private final ApiServer server = ApiServer.start(storage, config());
  private final HttpClient http = httpClient();
  private final TestWebhook webhook = new TestWebhook(RecordedWebhook::respond);

  ReplayServer() {
    create("clusterroles", ROLE);
    create("clusterrolebindings", BINDING);
  }

  private void create(String plural, String json) {
    var request =
        HttpRequest.newBuilder(address().resolve("/apis/rbac.authorization.k8s.io/v1/" + plural))
            .header("Authorization", "Bearer " + TOKEN)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> response = http.sendAsync(request, BodyHandlers.ofString()).join();
    if (response.statusCode() != 201) {
      throw new IllegalStateException(response.body());
    }
  }

  private ApiServerConfig config() {
    // The recorded kube-apiserver ran without controllers; this one is part of kube-apiserver
    // itself.
    var controllers =
        new ControllerSettings(
            Set.of(BuiltInController.DEFINITION_TEARDOWN), false, "", false, false, Set.of());
    return ApiServerConfig.secure(
            HttpServerSettings.onLoopback(0), () -> identity, List.of(), ReplayServer::authenticate)
        .with(
            c ->
                c.controllers(controllers)
                    .rbac()
                    .admission(AdmissionSettings.DEFAULT.withPrivileged(false)));
  }

  private static Optional<UserInfo> authenticate(Credentials credentials) {
    String token = credentials.bearerToken();
    if (token == null) {
      return Optional.of(UserInfo.ANONYMOUS);
    }
    return switch (token) {
      case TOKEN -> Optional.of(ADMINISTRATOR);
      case "alice" ->
          Optional.of(
              new UserInfo("alice", "alice-uid", List.of(DEV, "qa", UserInfo.AUTHENTICATED)));
      case "bob" ->
          Optional.of(new UserInfo("bob", "bob-uid", List.of("ops", UserInfo.AUTHENTICATED)));
      case "carol" -> Optional.of(new UserInfo("carol", "", List.of(UserInfo.AUTHENTICATED)));
      default ->
          USERS.stream()
              .filter(each -> token.equals(each + "-token"))
              .map(each -> new UserInfo(each, each, List.of(UserInfo.AUTHENTICATED)))
              .findFirst();
    };
  }

  private HttpClient httpClient() {
    try {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      trusted.setCertificateEntry("authority", authority.certificate());
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(null, trust.getTrustManagers(), null);
      return HttpClient.newBuilder().version(Version.HTTP_1_1).sslContext(tls).build();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  WireClient client() {
    return new WireClient(http, address(), TOKEN);
  }

  SocketClient socketClient() {
    return new SocketClient(http, address(), TOKEN);
  }

  /** Returns the webhook of the recordings. */
  TestWebhook webhook() {
    return webhook;
  }

  private URI address() {
    return URI.create("https://127.0.0.1:" + server.port());
  }

  @Override
  public void close() {
    webhook.close();
    server.close();
    storage.close();
  }
}
