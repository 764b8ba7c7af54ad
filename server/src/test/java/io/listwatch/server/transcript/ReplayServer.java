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
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A server in memory with TLS and one token, and clients for it. */
final class ReplayServer implements AutoCloseable {
  private static final String TOKEN = "of-the-administrator";
  private static final UserInfo ADMINISTRATOR =
      new UserInfo("admin", "admin", List.of(UserInfo.MASTERS, UserInfo.AUTHENTICATED));

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final Instant now = Timers.system().now();
  private final CertificateAuthority authority = CertificateAuthority.create("transcripts", now);
  private final Identity identity =
      authority.issueServer("transcripts", List.of("127.0.0.1"), now, Duration.ofDays(1));
  private final ApiServer server = ApiServer.start(storage, config());
  private final HttpClient http = httpClient();

  private ApiServerConfig config() {
    // The recorded kube-apiserver ran without controllers; this one is part of kube-apiserver
    // itself.
    var controllers =
        new ControllerSettings(Set.of(BuiltInController.DEFINITION_TEARDOWN), false, "", false);
    return ApiServerConfig.secure(
            HttpServerSettings.onLoopback(0), () -> identity, List.of(), ReplayServer::authenticate)
        .with(c -> c.controllers(controllers));
  }

  private static Optional<UserInfo> authenticate(Credentials credentials) {
    String token = credentials.bearerToken();
    if (token == null) {
      return Optional.of(UserInfo.ANONYMOUS);
    }
    return token.equals(TOKEN) ? Optional.of(ADMINISTRATOR) : Optional.empty();
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

  private URI address() {
    return URI.create("https://127.0.0.1:" + server.port());
  }

  @Override
  public void close() {
    server.close();
    storage.close();
  }
}
