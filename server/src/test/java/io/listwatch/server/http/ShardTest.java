package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists and watches of a shard. Uids, shards and messages are those of kube-apiserver 1.36.4. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ShardTest {
  private static final String LOWER =
      "shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000')";
  private static final String UPPER =
      "shardRange(object.metadata.uid, '0x8000000000000000', '0x10000000000000000')";

  private TestServer server;

  @BeforeAll
  void start() {
    server = TestServer.start();
    put("c1", "1849e2e6-2a7d-40c4-bd6b-a924bba11a7b");
    put("c2", "36810317-1da7-4401-adf6-4cf9f9f10dd4");
    put("c3", "27138698-9d8e-4ff5-9dac-c8ddca315eb6");
    put("c4", "8791863b-3dc2-4e31-adae-9732fe072c25");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private Resource put(String name, String uid) {
    return put(name, uid, "v");
  }

  private Resource put(String name, String uid, String value) {
    JsonObject object = TestServer.configMap("default", name, value);
    ((JsonObject) object.path("metadata")).put("uid", uid);
    return server.put(object);
  }

  private HttpResponse<String> list(String query, String selector, String... headers) {
    String encoded = URLEncoder.encode(selector, UTF_8);
    return server.get(CONFIG_MAPS + "?" + query + "&shardSelector=" + encoded, headers);
  }

  private static List<String> names(JsonValue list) {
    var names = new ArrayList<String>();
    list.path("items").forEach(item -> names.add(item.at("/metadata/name").asText()));
    return names;
  }

  @Test
  void listHasObjectsAndSelectorOfItsShard() {
    JsonValue lower = json(list("", LOWER));
    JsonValue upper = json(list("", " (" + UPPER.replace(" ", "").replace('\'', '"') + ") "));
    JsonValue both = json(list("", UPPER + "||" + LOWER));

    assertThat(names(lower)).containsExactly("c2", "c3", "c4");
    assertThat(names(upper)).containsExactly("c1");
    assertThat(names(both)).containsExactly("c1", "c2", "c3", "c4");
    assertThat(lower.at("/metadata/shardInfo/selector").asText()).isEqualTo(LOWER);
    assertThat(upper.at("/metadata/shardInfo/selector").asText()).isEqualTo(UPPER);
    assertThat(both.at("/metadata/shardInfo/selector").asText()).isEqualTo(UPPER + " || " + LOWER);
    assertThat(json(server.get(CONFIG_MAPS)).path("metadata").has("shardInfo")).isFalse();
  }

  @Test
  void shardIsNamedOnlyInListsOfBuiltInKinds() {
    server.putThing("t", "red");
    String things = "/apis/test.listwatch.io/v1/namespaces/default/things?shardSelector=";
    String all = LOWER.replace("0x8000000000000000", "0x10000000000000000");
    String meta = ";g=meta.k8s.io;v=v1";

    JsonValue custom = json(server.get(things + URLEncoder.encode(all, UTF_8)));
    JsonValue partial =
        json(list("", UPPER, "Accept", "application/json;as=PartialObjectMetadataList" + meta));
    JsonValue table = json(list("", UPPER, "Accept", "application/json;as=Table" + meta));

    assertThat(names(custom)).containsExactly("t");
    assertThat(names(partial)).containsExactly("c1");
    assertThat(table.path("rows").size()).isEqualTo(1);
    for (JsonValue each : List.of(custom, partial, table)) {
      assertThat(each.path("metadata").has("shardInfo")).isFalse();
    }
  }

  @Test
  void pagesStayInTheirShard() {
    JsonValue first = json(list("limit=2", LOWER));
    JsonValue second =
        json(list("limit=2&continue=" + first.at("/metadata/continue").asText(), LOWER));

    assertThat(names(first)).containsExactly("c2", "c3");
    assertThat(names(second)).containsExactly("c4");
  }

  @Test
  void shardsByNamespace() {
    List<String> lower = names(json(list("", LOWER.replace("uid", "namespace"))));
    List<String> upper = names(json(list("", UPPER.replace("uid", "namespace"))));

    assertThat(lower.size() + upper.size()).isEqualTo(4);
    assertThat(lower.isEmpty()).isNotEqualTo(upper.isEmpty());
  }

  @Test
  void watchSendsEventsOfItsShard() {
    Resource last = server.put(TestServer.configMap("other", "a", "v"));
    String query =
        "?watch=1&resourceVersion=%s&shardSelector=".formatted(last.version())
            + URLEncoder.encode(UPPER, UTF_8);
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + query).head();

      put("c2", "36810317-1da7-4401-adf6-4cf9f9f10dd4", "w");
      put("c1", "1849e2e6-2a7d-40c4-bd6b-a924bba11a7b", "w");

      assertThat(watch.lines(1).get(0)).contains("\"name\":\"c1\"");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "` `| empty shard selector is not allowed; omit the parameter for unfiltered lists",
        "x| unexpected expression kind 3; expected shardRange() call or or-or operator",
        "x.y| unexpected expression kind 7; expected shardRange() call or or-or operator",
        "foo(object.metadata.uid,'0x0','0x1')| unsupported function \"foo\"; only shardRange() and",
        "shardRange(object.metadata.uid,'0x0','0x1')| hexStart must be a 0x-prefixed 16-digit hex"
            + " value, got \"0x0\" (did you mean \"0x0000000000000000\"?)",
        "shardRange(object.metadata.name,'0x0','0x1')| unsupported field path"
            + " \"object.metadata.name\"; supported: object.metadata.uid,"
            + " object.metadata.namespace",
        "shardRange(object.metadata.uid,1,2)| hexStart must be a string literal",
        "shardRange(object.metadata.uid,'0x8000000000000000','0x8000000000000000')| shard range"
            + " start 0x8000000000000000 must be less than end 0x8000000000000000",
        "shardRange(object.metadata.uid,'0xffffffffffffffff','0x0000000000000000')| shard range",
        "shardRange(| ``",
        "shardRange(object.metadata.uid,'0x0000000000000000')| ``",
        "shardRange(object.metadata.uid,'0x000000000000000G','0x8')| hexStart: invalid hex"
            + " character \"G\" in \"0x000000000000000G\"",
        "shardRange(object.metadata.uid,'0x00000000000000000','0x8')| hexStart: 17-digit hex value"
            + " must be '0x10000000000000000' (2^64), got \"0x00000000000000000\"",
        "shardRange(object.metadata.uid,'0x000000000000000000','0x8')| hexStart: hex value too long"
            + " (18 chars, max 17): \"000000000000000000\"",
        "shardRange('a','0x0000000000000000','0x8')| shardRange() first argument: expected field",
        "shardRange(object.metadata.uid,'00','0x8')| hexStart must have '0x' prefix, got \"00\"",
        "shardRange(object.metadata.uid,'0x','0x8')| hexStart: hex value is required after '0x'",
        "((| ``",
        "shardRange(object.metadata.uid,'0x0000000000000000','0x8000000000000000'))| ``",
        "shardRange(object.metadata.uid,'0x0000000000000000','0x8000000000000000') x| ``",
        "shardRange(object.metadata.uid,'0x0000000000000000| ``",
      })
  void rejectsMalformedSelector(String selector, String problem) {
    HttpResponse<String> list = list("", selector);
    HttpResponse<String> watch = list("watch=1", selector);

    for (HttpResponse<String> each : List.of(list, watch)) {
      assertThat(each.statusCode()).isEqualTo(500);
      assertThat(json(each).has("reason")).isFalse();
      assertThat(json(each).path("message").asText())
          .startsWith("invalid shard selector: " + problem.replace("or-or", "||"));
    }
  }

  @Test
  void rejectsRangesOfTwoFields() {
    HttpResponse<String> response = list("", LOWER + " || " + UPPER.replace("uid", "namespace"));

    assertThat(json(response).path("message").asText())
        .isEqualTo(
            "invalid shard selector: all shard ranges must use the same field, got"
                + " \"object.metadata.uid\" and \"object.metadata.namespace\"");
  }
}
