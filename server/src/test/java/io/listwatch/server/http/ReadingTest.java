package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReadingTest {
  private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
  private static final String METADATA =
      "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
  private static final String METADATA_LIST =
      "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

  private TestServer server;

  @BeforeAll
  void start() {
    server = TestServer.start();
  }

  @BeforeEach
  void fill() {
    json(server.get(CONFIG_MAPS))
        .path("items")
        .forEach(item -> server.delete(item.path("metadata").path("name").asText()));
    server.put("a", "1");
    server.put("b", "2");
    server.put("c", "3");
  }

  @AfterAll
  void close() {
    server.close();
  }

  @Test
  void getReturnsStoredObject() {
    HttpResponse<String> response = server.get(CONFIG_MAPS + "/a");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).contains("application/json");
    assertThat(response.headers().firstValue("cache-control")).contains("no-cache, private");
    assertThat(response.headers().firstValue("audit-id")).isPresent();
    assertThat(response.body()).endsWith("}\n");
    assertThat(json(response).path("data").path("k").asText()).isEqualTo("1");
  }

  @Test
  void echoesAuditId() {
    HttpResponse<String> response = server.get(CONFIG_MAPS + "/a", "Audit-Id", "mine");

    assertThat(response.headers().firstValue("audit-id")).contains("mine");
  }

  @Test
  void builtInListStartsWithKindThatItsItemsOmit() {
    HttpResponse<String> response = server.get(CONFIG_MAPS);

    assertThat(response.body())
        .startsWith(
            "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"")
        .endsWith("]}\n");
    assertThat(json(response).path("items")).hasSize(3);
    assertThat(json(response).path("items").path(0).has("kind")).isFalse();
    assertThat(json(response).path("items").path(0).has("apiVersion")).isFalse();
  }

  @Test
  void customListHasSortedMembers() {
    server.putThing("x", "red");

    HttpResponse<String> response = server.get("/apis/test.listwatch.io/v1/things");

    assertThat(response.body())
        .startsWith("{\"apiVersion\":\"test.listwatch.io/v1\",\"items\":[{")
        .contains(
            "],\"kind\":\"ThingList\",\"metadata\":{\"continue\":\"\",\"resourceVersion\":\"");
  }

  @Test
  void emptyListHasEmptyItems() {
    assertThat(server.get("/api/v1/namespaces/other/configmaps").body()).contains("\"items\":[]");
  }

  @Test
  void continueTokenLeadsToNextPage() {
    JsonValue first = json(server.get(CONFIG_MAPS + "?limit=2"));
    String token = first.path("metadata").path("continue").asText();

    JsonValue second = json(server.get(CONFIG_MAPS + "?limit=2&continue=" + token));

    assertThat(first.path("items")).hasSize(2);
    assertThat(first.path("metadata").path("remainingItemCount").asInt()).isEqualTo(1);
    assertThat(second.path("items")).hasSize(1);
    assertThat(second.path("metadata").has("continue")).isFalse();
    assertThat(second.path("metadata").path("resourceVersion"))
        .isEqualTo(first.path("metadata").path("resourceVersion"));
  }

  @Test
  void limitWithVersionMeansExactVersion() {
    String old = json(server.get(CONFIG_MAPS)).path("metadata").path("resourceVersion").asText();
    server.put("d", "4");

    JsonValue list = json(server.get(CONFIG_MAPS + "?limit=10&resourceVersion=" + old));
    JsonValue notOlder =
        json(
            server.get(
                CONFIG_MAPS
                    + "?limit=10&resourceVersionMatch=NotOlderThan&resourceVersion="
                    + old));
    JsonValue withoutLimit = json(server.get(CONFIG_MAPS + "?resourceVersion=" + old));

    assertThat(list.path("items")).hasSize(3);
    assertThat(list.path("metadata").path("resourceVersion").asText()).isEqualTo(old);
    assertThat(notOlder.path("items")).hasSize(4);
    assertThat(withoutLimit.path("items")).hasSize(4);
  }

  @Test
  void listOfCompactedVersionIsExpired() {
    String old = json(server.get(CONFIG_MAPS)).path("metadata").path("resourceVersion").asText();
    server.put("d", "4");
    server.compact(server.put("d", "5"));

    HttpResponse<String> response =
        server.get(CONFIG_MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + old);

    assertThat(response.statusCode()).isEqualTo(410);
    assertThat(json(response).path("message").asText())
        .isEqualTo("The resourceVersion for the provided list is too old.");
  }

  @Test
  void expiredTokenComesWithTokenForLatestVersion() {
    String token =
        json(server.get(CONFIG_MAPS + "?limit=1")).path("metadata").path("continue").asText();
    server.put("bb", "4");
    server.compact(server.put("d", "5"));

    HttpResponse<String> response = server.get(CONFIG_MAPS + "?limit=1&continue=" + token);
    String other = json(response).path("metadata").path("continue").asText();
    JsonValue rest = json(server.get(CONFIG_MAPS + "?continue=" + other));

    assertThat(response.statusCode()).isEqualTo(410);
    assertThat(json(response).path("reason").asText()).isEqualTo("Expired");
    assertThat(rest.path("items").findValues("name").stream().map(JsonValue::asText).toList())
        .containsExactly("b", "bb", "c", "d");
  }

  @Test
  void expiredTokenErrorIsSentInProtobufToo() {
    String token =
        json(server.get(CONFIG_MAPS + "?limit=1")).path("metadata").path("continue").asText();
    server.put("bb", "4");
    server.compact(server.put("d", "5"));

    HttpResponse<String> response =
        server.get(
            CONFIG_MAPS + "?limit=1&continue=" + token,
            "Accept",
            "application/vnd.kubernetes.protobuf");

    // The part of the base64 token that means "continue at the latest version".
    assertThat(response.body())
        .startsWith("k8s")
        .contains("eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEs");
  }

  /** A list with such a timeout used to start with 200 and break off. */
  @ParameterizedTest
  @ValueSource(strings = {CONFIG_MAPS, CONFIG_MAPS + "/a", "/version"})
  void tooShortTimeoutFailsAtOnce(String path) {
    HttpResponse<String> response = server.get(path + "?timeout=1ns");

    assertThat(response.statusCode()).isEqualTo(504);
    assertThat(response.headers().firstValue("content-type")).hasValue("text/plain; charset=utf-8");
    assertThat(response.body())
        .isEqualTo(
            """
            {"metadata":{},"status":"Failure","message":"Timeout: request did not complete within\
             the allotted timeout","reason":"Timeout","details":{},"code":504}
            """);
  }

  @Test
  void futureVersionIsTooLarge() {
    HttpResponse<String> response = server.get(CONFIG_MAPS + "?resourceVersion=999999");

    assertThat(response.statusCode()).isEqualTo(504);
    assertThat(json(response).path("details").path("causes").path(0).path("reason").asText())
        .isEqualTo("ResourceVersionTooLarge");
  }

  @Test
  void fieldSelectorOnNameFindsOneObject() {
    JsonValue list = json(server.get(CONFIG_MAPS + "?fieldSelector=metadata.name%3Db"));

    assertThat(list.path("items")).hasSize(1);
    assertThat(list.path("items").path(0).path("metadata").path("name").asText()).isEqualTo("b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "?resourceVersion=abc | 400 | BadRequest | invalid resource version: resourceVersion:"
            + " Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid syntax",
        "?resourceVersion=18446744073709551616 | 400 | BadRequest | invalid resource version:"
            + " resourceVersion: Invalid value: \"18446744073709551616\": strconv.ParseUint:"
            + " parsing \"18446744073709551616\": value out of range",
        "/a?resourceVersion=abc | 500 | `` | resourceVersion: Invalid value: \"abc\":"
            + " strconv.ParseUint: parsing \"abc\": invalid syntax",
        "?watch=1&resourceVersion=abc | 500 | `` | resourceVersion: Invalid value: \"abc\":"
            + " strconv.ParseUint: parsing \"abc\": invalid syntax",
        "?limit=abc | 400 | BadRequest | strconv.ParseInt: parsing \"abc\": invalid syntax",
        "?limit= | 400 | BadRequest | strconv.ParseInt: parsing \"\": invalid syntax",
        "?limit=9223372036854775808 | 400 | BadRequest | strconv.ParseInt: parsing"
            + " \"9223372036854775808\": value out of range",
        "?fieldSelector=nope | 400 | BadRequest | invalid selector: 'nope'; can't understand"
            + " 'nope'",
        "?fieldSelector=spec.x%3D1 | 400 | BadRequest | \"spec.x\" is not a known field selector:"
            + " only \"metadata.name\", \"metadata.namespace\"",
        "?continue=x&resourceVersion=5 | 400 | BadRequest | specifying resource version is not"
            + " allowed when using continue",
        "?timeout=nope | 400 | BadRequest | invalid timeout specified in the request URL - time:"
            + " invalid duration \"nope\"",
        "?timeout=5 | 400 | BadRequest | invalid timeout specified in the request URL - time:"
            + " missing unit in duration \"5\"",
        "?timeout=1m5 | 400 | BadRequest | invalid timeout specified in the request URL - time:"
            + " missing unit in duration \"1m5\"",
        "?timeout=5sec | 400 | BadRequest | invalid timeout specified in the request URL - time:"
            + " unknown unit \"sec\" in duration \"5sec\"",
        "?timeout=.s | 400 | BadRequest | invalid timeout specified in the request URL - time:"
            + " invalid duration \".s\"",
        "?timeout=99999999999999h | 400 | BadRequest | invalid timeout specified in the request URL"
            + " - time: invalid duration \"99999999999999h\"",
        "/a?export=1 | 400 | BadRequest | the export parameter, deprecated since v1.14, is no"
            + " longer supported",
        "?resourceVersionMatch=Exact | 422 | Invalid | ListOptions.meta.k8s.io \"\" is invalid:"
            + " resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless"
            + " resourceVersion is provided",
        "?resourceVersionMatch=Exact&resourceVersion=0 | 422 | Invalid | ListOptions.meta.k8s.io"
            + " \"\" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch \"exact\" is"
            + " forbidden for resourceVersion \"0\"",
        "?watch=1&continue=abc | 422 | Invalid | ListOptions.meta.k8s.io \"\" is invalid:"
            + " resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is"
            + " provided",
        "?watch=1&sendInitialEvents=true&resourceVersionMatch=Exact | 422 | Invalid |"
            + " ListOptions.meta.k8s.io \"\" is invalid: [resourceVersionMatch: Forbidden:"
            + " sendInitialEvents requires setting resourceVersionMatch to NotOlderThan,"
            + " resourceVersionMatch: Unsupported value: \"Exact\": supported values:"
            + " \"NotOlderThan\"]",
      })
  void rejectsInvalidParametersWithKubeApiserverMessages(
      String query, int code, String reason, String message) {
    HttpResponse<String> response = server.get(CONFIG_MAPS + query);

    assertThat(response.statusCode()).isEqualTo(code);
    assertThat(json(response).path("message").asText()).isEqualTo(message);
    assertThat(json(response).path("reason").asText()).isEqualTo(reason);
    assertThat(json(response).path("kind").asText()).isEqualTo("Status");
  }

  @Test
  void customResourceHasOtherErrorForUnknownField() {
    HttpResponse<String> response =
        server.get("/apis/test.listwatch.io/v1/things?fieldSelector=spec.x%3D1");

    assertThat(json(response).path("message").asText())
        .isEqualTo("field label not supported: spec.x");
  }

  @Test
  void statusMembersHaveKubeApiserverOrder() {
    String body = server.get(CONFIG_MAPS + "?resourceVersionMatch=Exact").body();

    assertThat(body)
        .isEqualTo(
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"ListOptions.meta.k8s.io"
                + " \\\"\\\" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is"
                + " forbidden unless resourceVersion is"
                + " provided\",\"reason\":\"Invalid\",\"details\":{\"group\":\"meta.k8s.io\",\"kind\":\"ListOptions\",\"causes\":[{\"reason\":\"FieldValueForbidden\",\"message\":\"Forbidden:"
                + " resourceVersionMatch is forbidden unless resourceVersion is"
                + " provided\",\"field\":\"resourceVersionMatch\"}]},\"code\":422}\n");
  }

  @Test
  void tableHasRowForEachObject() {
    JsonValue table = json(server.get(CONFIG_MAPS, "Accept", TABLE));

    assertThat(table.path("kind").asText()).isEqualTo("Table");
    assertThat(table.path("columnDefinitions").path(0).path("name").asText()).isEqualTo("Name");
    assertThat(table.path("rows")).hasSize(3);
    assertThat(table.path("rows").path(0).path("cells").path(0).asText()).isEqualTo("a");
    assertThat(table.path("rows").path(0).path("object").path("kind").asText())
        .isEqualTo("PartialObjectMetadata");
  }

  @Test
  void tableRowsIncludeRequestedObject() {
    JsonValue none = json(server.get(CONFIG_MAPS + "/a?includeObject=None", "Accept", TABLE));
    JsonValue whole = json(server.get(CONFIG_MAPS + "/a?includeObject=Object", "Accept", TABLE));
    HttpResponse<String> bogus = server.get(CONFIG_MAPS + "?includeObject=Bogus", "Accept", TABLE);

    assertThat(none.path("rows").path(0).path("object").isNull()).isTrue();
    assertThat(whole.path("rows").path(0).path("object").has("data")).isTrue();
    assertThat(bogus.statusCode()).isEqualTo(400);
    assertThat(json(bogus).path("message").asText())
        .isEqualTo(
            "Unable to convert to Table as requested: includeObject: Invalid value: \"Bogus\": must"
                + " be 'Metadata', 'Object', 'None', or empty");
  }

  @Test
  void servesPartialObjectMetadata() {
    JsonValue one = json(server.get(CONFIG_MAPS + "/a", "Accept", METADATA));
    JsonValue list = json(server.get(CONFIG_MAPS, "Accept", METADATA_LIST));
    JsonValue beta =
        json(server.get(CONFIG_MAPS + "/a", "Accept", METADATA.replace("v=v1", "v=v1beta1")));

    assertThat(one.path("kind").asText()).isEqualTo("PartialObjectMetadata");
    assertThat(one.has("data")).isFalse();
    assertThat(list.path("kind").asText()).isEqualTo("PartialObjectMetadataList");
    assertThat(list.path("items").path(0).has("data")).isFalse();
    assertThat(beta.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1beta1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/html | 406: Not Acceptable\\n"
            + "\\n"
            + "Available representations: application/json, application/yaml,"
            + " application/vnd.kubernetes.protobuf, application/json;stream=watch,"
            + " application/vnd.kubernetes.protobuf;stream=watch",
        "application/json;as=Foo;g=meta.k8s.io;v=v1 | only the following media types are accepted:"
            + " application/json, application/yaml, application/vnd.kubernetes.protobuf",
        "application/yaml;stream=watch | only the following media types are accepted:"
            + " application/json, application/yaml, application/vnd.kubernetes.protobuf",
        METADATA
            + " | you requested PartialObjectMetadata, but the requested object is a list"
            + " (*core.ConfigMapList)",
      })
  void rejectsUnsupportedRepresentation(String accept, String message) {
    HttpResponse<String> response = server.get(CONFIG_MAPS, "Accept", accept);

    assertThat(response.statusCode()).isEqualTo(406);
    assertThat(json(response).path("message").asText()).isEqualTo(message.replace("\\n", "\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json | application/json | false",
        "application/json;as=Table;g=meta.k8s.io;v=v1 | application/json | true",
        "application/yaml;as=Table;g=meta.k8s.io;v=v1 | application/json | true",
        "application/yaml;as=Table;g=meta.k8s.io;v=v1,application/yaml | application/yaml | false",
        "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1 |"
            + " application/json | true",
      })
  void failureIsNeverATableOrMetadata(String accept, String type, boolean indented) {
    HttpResponse<String> response = server.get(CONFIG_MAPS + "/none", "Accept", accept);

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.headers().firstValue("content-type")).hasValue(type);
    assertThat(response.body().startsWith("{\n")).isEqualTo(indented);
  }

  @Test
  void builtInResourceRejectsSubtypeWildcard() {
    String any = "application/*";

    HttpResponse<String> refused = server.get(CONFIG_MAPS + "/a", "Accept", any);

    assertThat(refused.statusCode()).isEqualTo(406);
    assertThat(json(refused).path("message").asText())
        .isEqualTo(
            "406: Not Acceptable\n\nAvailable representations: application/json,"
                + " application/yaml, application/vnd.kubernetes.protobuf");
    assertThat(server.get(CONFIG_MAPS + "/a", "Accept", any + ",*/*;q=0.1").statusCode())
        .isEqualTo(200);
    assertThat(
            server
                .get("/apis/test.listwatch.io/v1/namespaces/default/things", "Accept", any)
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void indentsOnlyIfPrettyParameterIsTrue() {
    String plain = server.get(CONFIG_MAPS + "/a").body();

    assertThat(server.get(CONFIG_MAPS + "/a?pretty=abc", "User-Agent", "curl/8").body())
        .isEqualTo(plain);
    assertThat(server.get(CONFIG_MAPS + "/a?pretty=T").body()).startsWith("{\n");
  }

  @Test
  void indentsJsonForPrettyParameterAndCurl() {
    String body = server.get(CONFIG_MAPS + "/a?pretty=true").body();
    String curl = server.get(CONFIG_MAPS + "/a", "User-Agent", "curl/8").body();
    String list = server.get("/api/v1/namespaces/other/configmaps?pretty=1").body();

    assertThat(body)
        .startsWith("{\n  \"")
        .contains("\n  \"data\": {\n    \"k\": \"1\"\n  }")
        .endsWith("\n}");
    assertThat(curl).isEqualTo(body);
    assertThat(list).contains("\"items\": []");
  }

  @Test
  void servesSortedYaml() {
    HttpResponse<String> one = server.get(CONFIG_MAPS + "/a", "Accept", "application/yaml");
    String list = server.get(CONFIG_MAPS, "Accept", "application/yaml").body();
    String empty =
        server.get("/api/v1/namespaces/other/configmaps", "Accept", "application/yaml").body();

    assertThat(one.headers().firstValue("content-type")).contains("application/yaml");
    assertThat(one.body())
        .startsWith("apiVersion: v1\ndata:\n  k: \"1\"\nkind: ConfigMap\nmetadata:\n  name: a\n");
    assertThat(list).startsWith("apiVersion: v1\nitems:\n- data:\n    k: \"1\"\n  metadata:\n");
    assertThat(list).contains("\nkind: ConfigMapList\nmetadata:\n  resourceVersion: \"");
    assertThat(empty).contains("\nitems: []\n");
  }

  @Test
  void servesHeadForCustomResourcesOnly() {
    server.putThing("x", "red");

    HttpResponse<String> custom =
        server.send("HEAD", "/apis/test.listwatch.io/v1/namespaces/default/things/x", null);
    HttpResponse<String> builtIn = server.send("HEAD", CONFIG_MAPS + "/a", null);

    assertThat(custom.statusCode()).isEqualTo(200);
    assertThat(builtIn.statusCode()).isEqualTo(405);
  }
}
