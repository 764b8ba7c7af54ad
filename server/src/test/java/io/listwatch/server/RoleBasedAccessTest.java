package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.AuthorizationSettings;
import io.listwatch.server.auth.AuthorizationSettings.Mode;
import io.listwatch.server.auth.Authorizer;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that authorizes by RBAC. A bearer token is a user and its groups: {@code alice,dev}. */
final class RoleBasedAccessTest {
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
  private static final String TEAM = RBAC + "/namespaces/default";
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String ADMIN = "root," + UserInfo.MASTERS;

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private ApiServer server = start();
  private final HttpClient http = HttpClient.newHttpClient();

  private ApiServer start() {
    return ApiServer.start(
        storage,
        ApiServerConfig.open(0).with(c -> c.authenticator(RoleBasedAccessTest::user).rbac()));
  }

  private static Optional<UserInfo> user(Credentials credentials) {
    String token = credentials.bearerToken();
    if (token == null) {
      return Optional.of(UserInfo.ANONYMOUS);
    }
    var groups = new ArrayList<>(List.of(token.split(",")));
    String name = groups.remove(0);
    groups.add(UserInfo.AUTHENTICATED);
    return Optional.of(new UserInfo(name, "", groups));
  }

  @AfterEach
  void stop() {
    server.close();
    storage.close();
  }

  @Test
  void bindingGrantsExactlyTheRulesOfItsRole() {
    create(ADMIN, TEAM + "/roles", role("reader", rule("get", "configmaps")));
    create(ADMIN, TEAM + "/rolebindings", binding("b", "Role", "reader", "carol"));

    assertThat(code("carol", "GET", MAPS + "/absent", "")).isEqualTo(404);
    assertThat(code("carol", "GET", MAPS, "")).isEqualTo(403);
    assertThat(code("carol", "GET", "/api/v1/namespaces/other/configmaps/a", "")).isEqualTo(403);
    assertThat(code("dave", "GET", MAPS + "/absent", "")).isEqualTo(403);
  }

  @Test
  void writeOfABindingTakesEffectBeforeItsResponse() {
    create(ADMIN, TEAM + "/roles", role("reader", rule("get", "configmaps")));
    for (int i = 0; i < 20; i++) {
      create(ADMIN, TEAM + "/rolebindings", binding("b", "Role", "reader", "carol"));
      assertThat(code("carol", "GET", MAPS + "/absent", "")).isEqualTo(404);
      assertThat(code(ADMIN, "DELETE", TEAM + "/rolebindings/b", "")).isEqualTo(200);
      assertThat(code("carol", "GET", MAPS + "/absent", "")).isEqualTo(403);
    }
  }

  @Test
  void newRoleDoesNotWarnThatItHasNoEffect() {
    HttpResponse<String> response =
        send(ADMIN, "POST", TEAM + "/roles", role("reader", rule("get", "configmaps")));

    assertThat(response.headers().allValues("Warning")).isEmpty();
  }

  @Test
  void forbiddenMessageNamesTheAnonymousUser() {
    HttpResponse<String> response = send("", "GET", MAPS, "");

    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(JsonTrees.read(response.body()).path("message").asText())
        .isEqualTo(
            "configmaps is forbidden: User \"system:anonymous\" cannot list resource"
                + " \"configmaps\" in API group \"\" in the namespace \"default\"");
  }

  @Test
  void authenticatedUsersMayReadDiscoveryAndAnonymousOnesTheVersion() {
    assertThat(code("carol", "GET", "/apis", "")).isEqualTo(200);
    assertThat(code("carol", "GET", "/metrics", "")).isEqualTo(403);
    assertThat(code("", "GET", "/version", "")).isEqualTo(200);
    assertThat(code("", "GET", "/apis", "")).isEqualTo(403);
  }

  @Test
  void rejectsRoleThatGrantsMoreThanItsAuthorHolds() {
    create(ADMIN, TEAM + "/roles", role("author", rule("get", "configmaps"), roles()));
    create(ADMIN, TEAM + "/rolebindings", binding("author", "Role", "author", "alice"));

    String more = role("more", rule("delete", "configmaps"));
    HttpResponse<String> response = send("alice", "POST", TEAM + "/roles", more);

    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(JsonTrees.read(response.body()).path("message").asText())
        .isEqualTo(
            "roles.rbac.authorization.k8s.io \"more\" is forbidden: user \"alice\""
                + " (groups=[\"system:authenticated\"]) is attempting to grant RBAC permissions not"
                + " currently held:\n"
                + "{APIGroups:[\"\"], Resources:[\"configmaps\"], Verbs:[\"delete\"]}");
    assertThat(code("alice", "POST", TEAM + "/roles", role("same", rule("get", "configmaps"))))
        .isEqualTo(201);
  }

  @Test
  void rejectsBindingToALargerRoleUnlessTheUserMayBindIt() {
    create(ADMIN, TEAM + "/roles", role("large", rule("*", "secrets")));
    create(ADMIN, TEAM + "/roles", role("author", roles()));
    create(ADMIN, TEAM + "/rolebindings", binding("author", "Role", "author", "alice"));

    String bindings = TEAM + "/rolebindings";
    assertThat(code("alice", "POST", bindings, binding("b", "Role", "large", "alice")))
        .isEqualTo(403);
    assertThat(code("alice", "POST", bindings, binding("b", "Role", "absent", "alice")))
        .isEqualTo(404);

    String bind =
        """
        {"verbs": ["bind"], "apiGroups": ["rbac.authorization.k8s.io"], "resources": ["roles"],
         "resourceNames": ["large"]}\
        """;
    create(ADMIN, TEAM + "/roles", role("binder", bind));
    create(ADMIN, bindings, binding("binder", "Role", "binder", "alice"));
    assertThat(code("alice", "POST", bindings, binding("b", "Role", "large", "alice")))
        .isEqualTo(201);
  }

  @Test
  void aggregatedRoleHasTheRulesOfTheRolesThatItSelects() {
    await().until(() -> get(RBAC + "/clusterroles/view").path("rules").size() > 10);
    create(
        ADMIN,
        RBAC + "/clusterroles",
        """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole",
         "metadata": {"name": "widgets",
           "labels": {"rbac.authorization.k8s.io/aggregate-to-view": "true"}},
         "rules": [{"verbs": ["get"], "apiGroups": ["example.com"], "resources": ["widgets"]}]}\
        """);

    await()
        .until(
            () -> get(RBAC + "/clusterroles/admin").path("rules").toString().contains("widgets"));
  }

  @Test
  void restartKeepsChangesAndRestoresMissingRules() {
    String discovery = RBAC + "/clusterroles/system:discovery";
    JsonValue before = get(discovery);
    send(ADMIN, "DELETE", RBAC + "/clusterroles/system:basic-user", "");

    server.close();
    server = start();

    assertThat(get(discovery)).isEqualTo(before);
    assertThat(get(RBAC + "/clusterroles/system:basic-user").path("rules").size()).isEqualTo(2);
  }

  @Test
  void rulesReviewIncludesResourceNames() {
    String named =
        """
        {"verbs": ["get"], "apiGroups": [""], "resources": ["secrets"], "resourceNames": ["mine"]}\
        """;
    create(ADMIN, TEAM + "/roles", role("named", named));
    create(ADMIN, TEAM + "/rolebindings", binding("b", "Role", "named", "carol"));

    HttpResponse<String> review =
        send(
            "carol",
            "POST",
            "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
            """
            {"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectRulesReview",
             "spec": {"namespace": "default"}}\
            """);

    assertThat(JsonTrees.read(review.body()).at("/status/resourceRules").toString())
        .contains("\"resources\":[\"secrets\"],\"resourceNames\":[\"mine\"]");
  }

  @Test
  void ruleWithResourceNamesAllowsListsThatSelectTheName() {
    String named =
        """
        {"verbs": ["list", "watch"], "apiGroups": [""], "resources": ["configmaps"],
         "resourceNames": ["mine"]}\
        """;
    create(ADMIN, TEAM + "/roles", role("named", named));
    create(ADMIN, TEAM + "/rolebindings", binding("b", "Role", "named", "carol"));

    assertThat(code("carol", "GET", MAPS + "?fieldSelector=metadata.name%3Dmine", ""))
        .isEqualTo(200);
    assertThat(code("carol", "GET", MAPS + "?fieldSelector=metadata.name%3Dother", ""))
        .isEqualTo(403);
    assertThat(code("carol", "GET", MAPS, "")).isEqualTo(403);
  }

  @Test
  void ruleWithResourceNamesAllowsNoDeletecollection() {
    String named =
        """
        {"verbs": ["delete", "deletecollection"], "apiGroups": [""], "resources": ["configmaps"],
         "resourceNames": ["mine"]}\
        """;
    create(ADMIN, TEAM + "/roles", role("named", named));
    create(ADMIN, TEAM + "/rolebindings", binding("b", "Role", "named", "carol"));

    assertThat(code("carol", "DELETE", MAPS + "/mine", "")).isEqualTo(404);
    assertThat(code("carol", "DELETE", MAPS + "?fieldSelector=metadata.name%3Dmine", ""))
        .isEqualTo(403);
  }

  @Test
  void rulesReviewWithMissingRoleIsComplete() {
    create(ADMIN, TEAM + "/rolebindings", binding("b", "Role", "absent", "carol"));

    String status =
        JsonTrees.read(
                send(
                        "carol",
                        "POST",
                        "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
                        "{\"spec\":{\"namespace\":\"default\"}}")
                    .body())
            .path("status")
            .toString();

    assertThat(status)
        .contains(
            "\"incomplete\":false", "role.rbac.authorization.k8s.io \\\"absent\\\" not found");
  }

  @Test
  void accessReviewReportsIgnoredSelectors() {
    String review =
        """
        {"spec":{"user":"carol","resourceAttributes":{"verb":"list","resource":"configmaps",
          "fieldSelector":{"requirements":[%s{"key":"a","operator":"Near","values":["b"]}]}}}}
        """;

    assertThat(evaluationError(review.formatted("")))
        .isEqualTo("spec.resourceAttributes.fieldSelector ignored due to parse error");
    assertThat(
            evaluationError(
                review.formatted("{\"key\":\"c\",\"operator\":\"In\",\"values\":[\"d\"]},")))
        .isEqualTo("spec.resourceAttributes.fieldSelector partially ignored due to parse error");
  }

  private String evaluationError(String review) {
    String path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    return JsonTrees.read(send(ADMIN, "POST", path, review).body())
        .at("/status/evaluationError")
        .asText();
  }

  @Test
  void reasonsOfAllAuthorizersAreInTheMessage() {
    create(ADMIN, TEAM + "/rolebindings", binding("b", "Role", "absent", "carol"));
    server.close();
    var modes =
        new AuthorizationSettings(List.of(new Mode.Given(Authorizer.allowNone()), new Mode.Rbac()));
    server =
        ApiServer.start(
            storage,
            ApiServerConfig.open(0)
                .with(c -> c.authenticator(RoleBasedAccessTest::user).authorization(modes)));

    assertThat(JsonTrees.read(send("carol", "GET", MAPS, "").body()).path("message").asText())
        .endsWith(
            "in the namespace \"default\": Everything is forbidden.\n"
                + "RBAC: role.rbac.authorization.k8s.io \"absent\" not found");
    assertThat(code(ADMIN, "GET", MAPS, "")).isEqualTo(200);
  }

  private static String rule(String verb, String resource) {
    return "{\"verbs\": [\"%s\"], \"apiGroups\": [\"\"], \"resources\": [\"%s\"]}"
        .formatted(verb, resource);
  }

  /** A rule that allows writing roles and bindings, but neither escalating nor binding. */
  private static String roles() {
    return """
    {"verbs": ["create", "update", "patch", "delete"], "apiGroups": ["rbac.authorization.k8s.io"],
     "resources": ["roles", "rolebindings"]}\
    """;
  }

  private static String role(String name, String... rules) {
    return """
    {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "%s"},
     "rules": [%s]}\
    """
        .formatted(name, String.join(", ", rules));
  }

  private static String binding(String name, String kind, String role, String user) {
    return """
    {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding",
     "metadata": {"name": "%s"},
     "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "%s", "name": "%s"},
     "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "%s"}]}\
    """
        .formatted(name, kind, role, user);
  }

  private void create(String user, String path, String body) {
    HttpResponse<String> response = send(user, "POST", path, body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
  }

  private JsonValue get(String path) {
    return JsonTrees.read(send(ADMIN, "GET", path, "").body());
  }

  private int code(String user, String method, String path, String body) {
    return send(user, method, path, body).statusCode();
  }

  private HttpResponse<String> send(String user, String method, String path, String body) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!user.isEmpty()) {
      request.header("Authorization", "Bearer " + user);
    }
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
