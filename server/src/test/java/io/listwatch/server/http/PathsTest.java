package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PathsTest {
  private TestServer server;

  @BeforeAll
  void start() {
    server = TestServer.start();
    server.put("a", "1");
  }

  @AfterAll
  void close() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/namespaces/default/nopes",
        "/api/v1/namespaces/default/nopes/x",
        "/apis/apps/v1beta9/namespaces/default/deployments",
        "/api/v1/namespaces/default/configmaps/a/status",
        "/api/v1/namespaces/default/configmaps/nope/nope",
        "/api/v1/configmaps/a",
        "/api/v1/namespaces/default/nodes",
        "/api/v1/namespaces/default/configmaps/a%2Fb",
        "/api/v1/namespaces/default/namespaces/x/configmaps",
        "/api/v2",
        "/apis/apps/v9",
        "/api//v1/pods",
        "/api/v1//pods",
        "/api/v1/namespaces/default//configmaps",
        "/api/v1/namespaces/default/configmaps//a",
        "/api/v1/namespaces//default",
        "/api/v1/namespaces//nodes",
        "/apis/apps//v1",
        "/apis/apps/v1//deployments",
        "/api/v1/watch/componentstatuses",
        "/api/v1/watch/componentstatuses/a",
        "/api/v1/bindings",
        "/api/v1/proxy/namespaces/default",
      })
  void unservedPathOfBuiltInGroupIsNotFoundStatus(String path) {
    HttpResponse<String> response = server.get(path);

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body())
        .isEqualTo(
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"the"
                + " server could not find the requested"
                + " resource\",\"reason\":\"NotFound\",\"details\":{},\"code\":404}\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/apis/nope.example.com/v1/namespaces/default/things",
        "/apis/nope.example.com",
        "/apis/nope.example.com/v1",
        "/apis/test.listwatch.io/v1/namespaces/default/gadgets",
        "/nope",
        "/healthz/nope",
        "/healthz/",
        "/livez/ping/",
        "/metrics/",
        "/openapi/v2/",
        "//",
        "//version",
        "//api/v1/pods",
        "//healthz",
        "/healthz//ping",
        "/openapi//v2",
        "/apis//apps/v1",
        "/apis//v1/pods",
        "/apis/test.listwatch.io//v1",
        "/apis/test.listwatch.io/v9",
        "/apis/test.listwatch.io/v1/things/a",
      })
  void unknownPathIsPageNotFound(String path) {
    HttpResponse<String> response = server.get(path);

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).isEqualTo("404 page not found\n");
    assertThat(response.headers().firstValue("content-type")).contains("text/plain; charset=utf-8");
    assertThat(response.headers().firstValue("x-content-type-options")).contains("nosniff");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /api/v1/namespaces/default/configmaps/a",
    "PUT, /api/v1/namespaces/default/configmaps",
    "PATCH, /api/v1/namespaces/default/configmaps",
    "DELETE, /api/v1/configmaps",
    "POST, /api/v1/configmaps",
    "DELETE, /api/v1/namespaces",
    "FROB, /api/v1/namespaces/default/configmaps/a",
    "GET, /apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    "POST, /api/v1/watch/namespaces/default/configmaps",
    "GET, /api/v1/namespaces/default/bindings?watch=true",
    "POST, /version",
    "POST, /api",
    "POST, /apis/apps/v1",
  })
  void unsupportedMethodIsNotAllowed(String method, String path) {
    HttpResponse<String> response = server.send(method, path, null);

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(json(response).path("message").asText())
        .isEqualTo("the server does not allow this method on the requested resource");
    assertThat(json(response).path("details").isObject()).isTrue();
    assertThat(response.headers().firstValue("allow")).isEmpty();
  }

  @Test
  void customResourceNamesUnsupportedVerb() {
    HttpResponse<String> response =
        server.send("POST", "/apis/test.listwatch.io/v1/namespaces/default/things/x", "{}");

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(json(response).path("message").asText())
        .isEqualTo("create is not supported on resources of kind \"things.test.listwatch.io\"");
  }

  @Test
  void ignoresTrailingSlash() {
    assertThat(server.get(CONFIG_MAPS + "/").statusCode()).isEqualTo(200);
    assertThat(server.get(CONFIG_MAPS + "/a/").statusCode()).isEqualTo(200);
    assertThat(server.get("/version/").statusCode()).isEqualTo(200);
  }

  @Test
  void emptyNamespaceSegmentMeansAllNamespaces() {
    HttpResponse<String> list = server.get("/api/v1/namespaces//configmaps");
    HttpResponse<String> one = server.get("/api/v1/namespaces//configmaps/a");

    assertThat(json(list).path("items").path(0).path("metadata").path("name").asText())
        .isEqualTo("a");
    assertThat(one.statusCode()).isEqualTo(400);
    assertThat(json(one).path("message").asText()).isEqualTo("Namespace parameter required.");
  }

  @Test
  void rejectsWatchOfListOnlyResource() {
    HttpResponse<String> response = server.get("/api/v1/componentstatuses?watch=1");

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.body())
        .isEqualTo(
            """
            {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"watch is\
             not supported on resources of kind \\"componentstatuses\\"",\
            "reason":"MethodNotAllowed","details":{"kind":"componentstatuses"},"code":405}
            """);
    assertThat(response.headers().firstValue("warning"))
        .hasValue("299 - \"v1 ComponentStatus is deprecated in v1.19+\"");
  }

  @Test
  void rejectedMethodHasNoDeprecationWarning() {
    HttpResponse<String> response = server.send("PUT", "/api/v1/endpoints", "{}");

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("warning")).isEmpty();
  }

  @Test
  void rejectsNameWithPercentSign() {
    HttpResponse<String> response = server.get(CONFIG_MAPS + "/a%25b");

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).path("message").asText())
        .isEqualTo("Name parameter invalid: \"a%b\": may not contain '%'");
  }

  @Test
  void notFoundNamesTheObject() {
    HttpResponse<String> response = server.get(CONFIG_MAPS + "/nope");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(json(response).path("message").asText()).isEqualTo("configmaps \"nope\" not found");
  }

  @Test
  void watchPathWithoutResourceIsInternalError() {
    HttpResponse<String> response = server.get("/api/v1/watch/");

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body())
        .startsWith(
            "Internal Server Error: \"/api/v1/watch/\": failed to create RequestInfo: unable to"
                + " determine kind and namespace from url, ");
  }

  @Test
  void versionIsThatOfKubernetes() {
    var version = json(server.get("/version"));

    assertThat(version.path("major").asText()).isEqualTo("1");
    assertThat(version.path("minor").asText()).isEqualTo("36");
    assertThat(version.path("gitVersion").asText()).startsWith("v1.36.");
  }

  @Test
  void aggregatedDiscoveryHasEtag() {
    String accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    HttpResponse<String> first = server.get("/apis", "Accept", accept + ",application/json");
    String tag = first.headers().firstValue("etag").orElseThrow();

    HttpResponse<String> again = server.get("/apis", "Accept", accept, "If-None-Match", tag);

    assertThat(json(first).path("kind").asText()).isEqualTo("APIGroupDiscoveryList");
    assertThat(first.headers().firstValue("content-type")).contains(accept);
    assertThat(first.headers().firstValue("vary")).contains("Accept");
    assertThat(first.headers().firstValue("cache-control")).contains("public");
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }

  @Test
  void servesUnaggregatedDiscovery() {
    assertThat(json(server.get("/api")).path("kind").asText()).isEqualTo("APIVersions");
    assertThat(json(server.get("/apis")).path("kind").asText()).isEqualTo("APIGroupList");
    assertThat(json(server.get("/apis/apps")).path("kind").asText()).isEqualTo("APIGroup");
    assertThat(json(server.get("/apis/apps/v1")).path("kind").asText())
        .isEqualTo("APIResourceList");
    assertThat(server.get("/apis/apps", "Accept", "application/yaml").body())
        .startsWith("apiVersion: v1\nkind: APIGroup\nname: apps\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api", "/api/v1", "/apis/apps/v1"})
  void versionDocumentsRejectSubtypeWildcard(String path) {
    HttpResponse<String> response = server.get(path, "Accept", "application/*");

    assertThat(response.statusCode()).isEqualTo(406);
    assertThat(response.body())
        .isEqualTo(
            """
            {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"406: Not\
             Acceptable\\n\\nAvailable representations: application/json, application/yaml,\
             application/vnd.kubernetes.protobuf","reason":"NotAcceptable","details":{},"code":406}
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/apis", "/apis/apps", "/apis/test.listwatch.io/v1"})
  void groupDocumentsAcceptSubtypeWildcard(String path) {
    HttpResponse<String> response = server.get(path, "Accept", "application/*");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
  }

  @Test
  void versionIsServedAsJsonOnly() {
    HttpResponse<String> response = server.get("/version", "Accept", "application/yaml");

    assertThat(response.statusCode()).isEqualTo(406);
    assertThat(response.headers().firstValue("content-type")).hasValue("application/yaml");
    assertThat(response.body())
        .contains("406: Not Acceptable\\n\\nAvailable representations: application/json\"\n");
  }

  @Test
  void servesAggregatedDiscoveryAsYaml() {
    String type = "application/yaml;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    HttpResponse<String> response = server.get("/apis", "Accept", type);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).hasValue(type);
    assertThat(response.body()).startsWith("apiVersion: apidiscovery.k8s.io/v2\nitems:\n");
  }

  @ParameterizedTest
  @CsvSource({"POST, /apis, APIGroupList", "DELETE, /apis/apps, APIGroup"})
  void groupDocumentsAcceptAnyMethod(String method, String path, String kind) {
    HttpResponse<String> response = server.send(method, path, null);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(json(response).path("kind").asText()).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/version/", "/api/", "/apis/", "/apis/apps/", "/apis/apps/v1/"})
  void discoveryIgnoresTrailingSlash(String path) {
    assertThat(server.get(path).statusCode()).isEqualTo(200);
  }

  @Test
  void createOfCustomResourceNeedsNamespace() {
    HttpResponse<String> response = server.send("POST", "/apis/test.listwatch.io/v1/things", "{}");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).isEqualTo("404 page not found\n");
  }

  @Test
  void versionAndIndexAreIndented() {
    assertThat(server.get("/version").body())
        .startsWith("{\n  \"major\": \"1\",\n")
        .endsWith("\n}");
    assertThat(server.get("/").body()).startsWith("{\n  \"paths\": [\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/index.html"})
  void indexListsPaths(String path) {
    var paths = new ArrayList<String>();
    json(server.get(path)).path("paths").forEach(each -> paths.add(each.asText()));

    assertThat(paths)
        .isSorted()
        .doesNotHaveDuplicates()
        .contains("/api", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1", "/version");
  }
}
