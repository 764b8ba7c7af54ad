package io.listwatch.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EditsTest {
  private static final String LEASE =
      """
      {"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"worker-7",\
      "namespace":"kube-node-lease","uid":"0f0a4f77-52cf-4d0b-8f0c-a1c2cf3f3e55",\
      "resourceVersion":"81230021","creationTimestamp":"2026-03-01T09:00:02Z"},\
      "spec":{"holderIdentity":"worker-7","leaseDurationSeconds":40,\
      "renewTime":"2026-09-01T10:00:00.123456Z"}}\
      """;

  @Test
  void keepsTheDigitsOfTimesAndVersionsThatDidNotChange() {
    String renewed =
        LEASE.replace("81230021", "81230688").replace("00:00.123456Z", "00:10.130021Z");

    assertThat(edits(LEASE, renewed)).isEqualTo("[183,3,\"688\",138,9,\"10.130021\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                        | {}                        | []",
        "{\"a\":1}                   | {\"a\":2}                   | [5,1,\"2\"]",
        "{\"a\":1}                   | {\"a\":12}                  | [6,0,\"2\"]",
        "{}                        | {\"a\":1}                   | [1,0,\"\\\"a\\\":1\"]",
        "{\"a\":1,\"b\":2,\"c\":3}       | {\"a\":1,\"c\":3}             | [8,6,\"\"]",
        "{\"a\":\"aaaaaaaa\",\"b\":1}    | {\"a\":\"\",\"b\":1}            | [6,8,\"\"]",
        "[1,2,3,4]                 | [1,3,4]                   | [3,2,\"\"]",
        "[\"aaaaaaaa\",\"bbbbbbbb\"]   | [\"bbbbbbbb\",\"cccccccc\"]   |"
            + " [1,11,\"\",10,0,\",\\\"cccccccc\\\"\"]",
        "{\"a\":{\"x\":1}}             | {\"a\":[1]}                 | [5,7,\"[1]\"]",
      })
  void replacesOnlyDifferences(String base, String next, String edits) {
    assertThat(edits(base, next)).isEqualTo(edits);
    assertThat(apply(base, edits)).isEqualTo(next);
  }

  @Test
  void cutsBetweenCharacters() {
    // é is c3 a9 and è is c3 a8; € is e2 82 ac and ₭ is e2 82 ad.
    assertThat(edits("{\"a\":\"é\"}", "{\"a\":\"è\"}")).isEqualTo("[6,2,\"è\"]");
    assertThat(edits("{\"a\":\"x€y\"}", "{\"a\":\"x₭y\"}")).isEqualTo("[7,3,\"₭\"]");
    assertThat(edits("{\"a\":\"Ĭ\"}", "{\"a\":\"\u012d€\u012c\"}")).contains("€");
  }

  @Test
  void joinsEditsThatAreClose() {
    String base = "{\"a\":\"1234567\",\"b\":\"1234567\"}";
    String close = base.replace("7\",\"b\":\"1", "x\",\"b\":\"y");

    assertThat(Edits.between(base.getBytes(UTF_8), close.getBytes(UTF_8)).size()).isEqualTo(1);
  }

  /** A search for common bytes alone mistakes a later item for the changed one. */
  @Test
  void matchesItemsOfListByTheirBytes() {
    List<String> endpoints = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      endpoints.add(endpoint(i, true));
    }
    String base = "{\"endpoints\":[" + String.join(",", endpoints) + "]}";
    endpoints.set(40, endpoint(40, false));
    endpoints.remove(20);
    endpoints.add(70, endpoint(170, true));
    String next = "{\"endpoints\":[" + String.join(",", endpoints) + "]}";

    String edits = edits(base, next);

    assertThat(apply(base, edits)).isEqualTo(next);
    assertThat(edits.length()).isLessThan(2 * endpoints.get(0).length());
  }

  private static String endpoint(int number, boolean ready) {
    return """
    {"addresses":["10.1.0.%d"],"conditions":{"ready":%s,"serving":%s,"terminating":false},\
    "targetRef":{"kind":"Pod","name":"web-%d"}}\
    """
        .formatted(number, ready, ready, number);
  }

  /** Conditions often get a new first item while others change. */
  @Test
  void matchesChangedItemsByTheirCommonPrefix() {
    String condition = "{\"type\":\"%s\",\"status\":\"%s\",\"reason\":\"%s\"}";
    String base =
        "[%s,%s]"
            .formatted(
                condition.formatted("Initialized", "False", "a".repeat(50)),
                condition.formatted("ContainersReady", "False", "b".repeat(50)));
    String next =
        "[%s,%s,%s]"
            .formatted(
                condition.formatted("ReadyToStart", "True", ""),
                condition.formatted("Initialized", "True", "a".repeat(50)),
                condition.formatted("ContainersReady", "True", "b".repeat(50)));

    assertThat(edits(base, next)).doesNotContain("aaaa").doesNotContain("bbbb");
  }

  @Test
  void comparesBytesThatAreNotJson() {
    assertThat(edits("{\"a\":", "{\"a\":1")).isEqualTo("[5,0,\"1\"]");
    assertThat(edits("", "x")).isEqualTo("[0,0,\"x\"]");
  }

  /** Nesting would otherwise be scanned once for each level. */
  @Test
  void limitsTheWorkForDeepNesting() {
    String filler = "\"" + "x".repeat(200_000) + "\"";
    String base = "[".repeat(900) + "1," + filler + "]".repeat(900);
    String next = "[".repeat(900) + "2," + filler + "]".repeat(900);

    String edits = edits(base, next);

    assertThat(edits).isEqualTo("[900,1,\"2\"]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[-1,0,\"\"]",
        "[0,-1,\"\"]",
        "[1]",
        "[1,2]",
        "[0,0,1]",
        "[0.5,0,\"\"]",
        "{}",
        "[0,0,null]",
        "[99999999999,0,\"\"]",
        "[9223372036854775808,0,\"\"]",
        "[0,0,\"\\ud800\"]",
        "[[0,0,\"\"]]"
      })
  void rejectsMalformedEdits(String json) {
    var cursor = new JsonCursor(json.getBytes(UTF_8));

    assertThatThrownBy(() -> Edits.read(cursor)).isInstanceOf(JsonException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[4,0,\"\"]", "[0,4,\"\"]", "[2,2,\"\"]", "[3,0,\"\",0,1,\"\"]"})
  void rejectsEditsBeyondTheBase(String json) {
    Edits edits = Edits.read(new JsonCursor(json.getBytes(UTF_8)));

    assertThat(edits.fit(3)).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> edits.applyTo(new byte[9], 3, 3));
  }

  @Test
  void rejectsCountsWhoseSumOverflows() {
    String most = Integer.toString(Edits.MAX_RESULT);
    String json =
        "[" + String.join(",", java.util.Collections.nCopies(300, most + ",0,\"\"")) + "]";

    assertThat(Edits.read(new JsonCursor(json.getBytes(UTF_8))).fit(3)).isFalse();
  }

  private static String edits(String base, String next) {
    var json = new ByteArrayOutputStream();
    Edits.between(base.getBytes(UTF_8), next.getBytes(UTF_8)).writeTo(json);
    return json.toString(UTF_8);
  }

  private static String apply(String base, String edits) {
    byte[] bytes = base.getBytes(UTF_8);
    Edits read = Edits.read(new JsonCursor(edits.getBytes(UTF_8)));
    return new String(read.applyTo(bytes, 0, bytes.length), UTF_8);
  }
}
