package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.auth.AuthorizationSettings;
import io.listwatch.server.auth.AuthorizationSettings.Mode;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that authorizes by Node and RBAC. A bearer token is the name of a node. */
final class NodeAccessTest {
  private static final String ADMIN = "root";
  private static final String CORE = "/api/v1/namespaces/default";
  private static final String POD =
      """
      {"metadata":{"name":"p"},"spec":{"nodeName":"n1","containers":[{"name":"c","image":"i",
       "envFrom":[{"secretRef":{"name":"wanted"}}]}]}}
      """;

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server =
      ApiServer.start(
          storage,
          ApiServerConfig.open(0)
              .with(
                  c ->
                      c.authenticator(NodeAccessTest::user)
                          .authorization(
                              new AuthorizationSettings(
                                  List.of(new Mode.Node(), new Mode.Rbac())))));
  private final HttpClient http = HttpClient.newHttpClient();

  private static Optional<UserInfo> user(Credentials credentials) {
    String token = String.valueOf(credentials.bearerToken());
    return Optional.of(
        token.equals(ADMIN)
            ? new UserInfo(token, "", List.of(UserInfo.MASTERS, UserInfo.AUTHENTICATED))
            : new UserInfo(
                "system:node:" + token, "", List.of("system:nodes", UserInfo.AUTHENTICATED)));
  }

  @AfterEach
  void stop() {
    server.close();
    storage.close();
  }

  @Test
  void nodeReadsTheSecretsOfItsPodsUntilTheyAreDeleted() {
    assertThat(code(ADMIN, "POST", CORE + "/secrets", "{\"metadata\":{\"name\":\"wanted\"}}"))
        .isEqualTo(201);
    assertThat(code("n1", "GET", CORE + "/secrets/wanted", "")).isEqualTo(403);

    assertThat(code(ADMIN, "POST", CORE + "/pods", POD)).isEqualTo(201);
    await().until(() -> code("n1", "GET", CORE + "/secrets/wanted", "") == 200);
    assertThat(code("n2", "GET", CORE + "/secrets/wanted", "")).isEqualTo(403);

    assertThat(code(ADMIN, "DELETE", CORE + "/pods/p?gracePeriodSeconds=0", "")).isEqualTo(200);
    await().until(() -> code("n1", "GET", CORE + "/secrets/wanted", "") == 403);
  }

  @Test
  void nodeListsOnlyItsOwnPods() {
    String selected = "/api/v1/pods?fieldSelector=spec.nodeName%3D";

    assertThat(code("n1", "GET", selected + "n1", "")).isEqualTo(200);
    assertThat(code("n1", "GET", selected + "n2", "")).isEqualTo(403);
    assertThat(
            JsonTrees.read(send("n1", "GET", "/api/v1/pods", "").body()).path("message").asText())
        .isEqualTo(
            "pods is forbidden: User \"system:node:n1\" cannot list resource \"pods\" in API group"
                + " \"\" at the cluster scope: can only list/watch pods with spec.nodeName field"
                + " selector");
  }

  private int code(String user, String method, String path, String body) {
    return send(user, method, path, body).statusCode();
  }

  private HttpResponse<String> send(String user, String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + user)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
