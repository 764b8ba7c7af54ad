package io.listwatch.objects.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BuiltInFormTest {
  @Test
  void membersComeInTheOrderOfTheApi() {
    String spelled =
        spell(
            "v1",
            "ConfigMap",
            """
            {"data":{"z":"1","a":"2"},"apiVersion":"v1","metadata":{"labels":{"z":"1","a":"2"},
             "creationTimestamp":"2024-08-24T08:05:52Z","uid":"u","namespace":"n","resourceVersion":"7",
             "managedFields":[],"name":"c"},"kind":"ConfigMap"}
            """);

    assertThat(spelled)
        .isEqualTo(
            "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'c','namespace':'n','uid':'u',"
                    .replace('\'', '"')
                + "'resourceVersion':'7','creationTimestamp':'2024-08-24T08:05:52Z',"
                    .replace('\'', '"')
                + "'labels':{'a':'2','z':'1'}},'data':{'a':'2','z':'1'}}".replace('\'', '"'));
  }

  @Test
  void writesEmptyStructs() {
    assertThat(spell("v1", "Namespace", "{}"))
        .isEqualTo("{\"metadata\":{},\"spec\":{},\"status\":{}}");
    assertThat(spell("apps/v1", "Deployment", "{\"spec\":{\"template\":{}}}"))
        .isEqualTo(
            "{'metadata':{},'spec':{'selector':null,'template':{'metadata':{},'spec':{'containers':null}},'strategy':{}},'status':{}}"
                .replace('\'', '"'));
  }

  @Test
  void writesNestedEmptyStructs() {
    assertThat(spell("networking.k8s.io/v1", "Ingress", "{}"))
        .isEqualTo("{\"metadata\":{},\"spec\":{},\"status\":{\"loadBalancer\":{}}}");
  }

  @Test
  void absentTimesOfEventsAreNull() {
    String spelled = spell("v1", "Event", "{\"count\":0}");

    assertThat(spelled)
        .isEqualTo(
            "{'metadata':{},'involvedObject':{},'source':{},'firstTimestamp':null,'lastTimestamp':null,'eventTime':null,'reportingComponent':'','reportingInstance':''}"
                .replace('\'', '"'));
  }

  @Test
  void writesPointersThatWereSet() {
    assertThat(spell("apps/v1", "Deployment", "{\"spec\":{\"replicas\":0,\"minReadySeconds\":0}}"))
        .contains("\"spec\":{\"replicas\":0,\"selector\":null,");
    assertThat(spell("v1", "Pod", "{\"spec\":{\"volumes\":[{\"name\":\"v\",\"emptyDir\":{}}]}}"))
        .contains("\"volumes\":[{\"name\":\"v\",\"emptyDir\":{}}]");
    assertThat(spell("v1", "Pod", "{\"spec\":{\"securityContext\":null,\"nodeSelector\":{}}}"))
        .contains("\"spec\":{\"containers\":null}");
  }

  @Test
  void emptyListWithoutOmitEmptyIsNull() {
    assertThat(spell("rbac.authorization.k8s.io/v1", "Role", "{\"rules\":[]}"))
        .isEqualTo("{\"metadata\":{},\"rules\":null}");
  }

  @Test
  void keepsEmptyValuesInMaps() {
    assertThat(spell("v1", "ConfigMap", "{\"data\":{\"a\":\"\",\"b\":null}}"))
        .isEqualTo("{\"metadata\":{},\"data\":{\"a\":\"\",\"b\":\"\"}}");
  }

  @Test
  void normalizesQuantitiesEverywhere() {
    assertThat(
            spell(
                "v1",
                "ResourceQuota",
                "{\"spec\":{\"hard\":{\"cpu\":1,\"memory\":\"1024Mi\",\"a\":0.5}}}"))
        .contains("\"hard\":{\"a\":\"500m\",\"cpu\":\"1\",\"memory\":\"1Gi\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "2024-08-24T08:05:52Z, 2024-08-24T08:05:52Z",
    "2024-08-24T10:05:52+02:00, 2024-08-24T08:05:52Z",
    "2024-08-24T08:05:52.999Z, 2024-08-24T08:05:52Z",
    "0001-01-01T00:00:00Z, ''",
    "yesterday, yesterday"
  })
  void timesAreWholeSecondsInUtc(String sent, String spelled) {
    assertThat(Times.seconds(sent)).isEqualTo(spelled.isEmpty() ? null : spelled);
  }

  @ParameterizedTest
  @CsvSource({
    "2024-08-24T08:05:52.123456Z, 2024-08-24T08:05:52.123456Z",
    "2024-08-24T08:05:52Z, 2024-08-24T08:05:52.000000Z",
    "2024-08-24T10:05:52.1234567+02:00, 2024-08-24T08:05:52.123456Z"
  })
  void microtimesHaveSixDigits(String sent, String spelled) {
    assertThat(Times.microseconds(sent)).isEqualTo(spelled);
  }

  @Test
  void keepsUnknownMembersSortedAtTheEnd() {
    assertThat(spell("v1", "ConfigMap", "{\"zz\":1,\"aa\":{\"y\":1,\"x\":2.50},\"data\":{}}"))
        .isEqualTo("{\"metadata\":{},\"aa\":{\"x\":2.5,\"y\":1},\"zz\":1}");
  }

  @Test
  void escapesCharactersLikeGo() {
    String spelled =
        spell(
            "v1",
            "ConfigMap",
            "{\"data\":{\"k\":\"<a>&\\u2028\\u0001\\u007f\\né\\ud83d\\ude80\"}}");

    assertThat(spelled)
        .contains("{\"k\":\"\\u003ca\\u003e\\u0026\\u2028\\u0001\u007f\\né\uD83D\uDE80\"}");
  }

  private static String spell(String apiVersion, String kind, String json) {
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    ObjectSchema schema =
        BuiltInTypes.load().find(group, apiVersion.substring(slash + 1), kind).orElseThrow();
    byte[] bytes = new BuiltInForm(schema).encode((JsonObject) JsonTrees.read(json));
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
