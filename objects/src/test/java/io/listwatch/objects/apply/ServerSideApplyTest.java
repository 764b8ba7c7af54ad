package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.Schema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ServerSideApplyTest {
  private static final Instant START = Instant.parse("2024-08-24T08:05:52Z");
  private static final ManagedFields SERVICES = builtIn("", "Service");
  private static final ManagedFields CONFIG_MAPS = builtIn("", "ConfigMap");
  private static final ManagedFields DEPLOYMENTS = builtIn("apps", "Deployment");

  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  @Test
  void absentKeyHasItsDefault() {
    JsonObject live = applied(SERVICES, null, service("{'port':53,'protocol':'UDP'}"), "one");

    JsonObject next = applied(SERVICES, live, service("{'port':53,'name':'dns'}"), "two");

    assertThat(next.at("/spec/ports").toString())
        .isEqualTo(json("[{'protocol':'UDP','port':53,'targetPort':0},{'port':53,'name':'dns'}]"));
    assertThat(fields(next, "two"))
        .contains(json("'k:{~port~:53,~protocol~:~TCP~}':{'.':{},'f:name':{},'f:port':{}}"));
  }

  @Test
  void appliedItemsAreInTheirOrderAndOthersKeepTheirPlace() {
    JsonObject live = applied(DEPLOYMENTS, null, deployment("a", "b", "x", "c"), "one");

    JsonObject next = applied(DEPLOYMENTS, live, deployment("c", "new", "a"), "two");

    assertThat(next.at("/spec/template/spec/containers").findValues("name"))
        .extracting(JsonValue::asText)
        .containsExactly("b", "x", "c", "new", "a");
  }

  @Test
  void keepsDroppedFieldThatAnotherManagerOwns() {
    JsonObject live = applied(CONFIG_MAPS, null, configMap("'a':'1','b':'1'"), "one");
    live = applied(CONFIG_MAPS, live, configMap("'a':'1'"), "two");

    JsonObject next = applied(CONFIG_MAPS, live, configMap("'c':'1'"), "one");

    assertThat(next.path("data").toString()).isEqualTo(json("{'a':'1','c':'1'}"));
  }

  @Test
  void conflictsWithFieldsFromBeforeTheFirstApply() {
    JsonObject live = configMap("'a':'1'");

    assertThatThrownBy(() -> applied(CONFIG_MAPS, live, configMap("'a':'2'"), "one"))
        .isInstanceOf(ApplyConflictException.class)
        .hasMessage(
            "Apply failed with 1 conflict: conflict with \"before-first-apply\" using v1: .data.a");
  }

  @Test
  void conflictsAreGroupedByOwner() {
    JsonObject live = applied(CONFIG_MAPS, null, configMap("'a':'1','b':'1'"), "one");
    JsonObject updated = live.deepCopy();
    ((JsonObject) updated.path("data")).put("c", "1");
    var editor = new FieldManager("kubectl-edit", "v1", "", START);
    ((JsonObject) updated.path("metadata"))
        .set("managedFields", CONFIG_MAPS.update(live, updated, editor, FieldSet.empty()));

    assertThatThrownBy(
            () -> applied(CONFIG_MAPS, updated, configMap("'a':'2','b':'2','c':'2'"), "two"))
        .hasMessage(
            """
            Apply failed with 3 conflicts: conflicts with "kubectl-edit" using v1:
            - .data.c
            conflicts with "one":
            - .data.a
            - .data.b\
            """);
  }

  @Test
  void conflictShowsTheKeysOfAListItem() {
    JsonObject live = applied(SERVICES, null, service("{'port':80,'name':'http'}"), "one");

    assertThatThrownBy(() -> applied(SERVICES, live, service("{'port':80,'name':'web'}"), "two"))
        .hasMessage(
            "Apply failed with 1 conflict: conflict with \"one\":"
                + " .spec.ports[port=80,protocol=\"TCP\"].name");
  }

  @Test
  void kubectlTakesOverItsLastAppliedFields() {
    JsonObject live = clientSide("{'apiVersion':'v1','kind':'ConfigMap','data':{'a':'1'}}");

    JsonObject next = applied(CONFIG_MAPS, live, configMap("'a':'2'"), "kubectl");

    assertThat(next.at("/data/a").asText()).isEqualTo("2");
    assertThat(next.path("metadata").path("annotations").path(LAST_APPLIED).asText())
        .isEqualTo(
            json("{'apiVersion':'v1','data':{'a':'2'},'kind':'ConfigMap','metadata':{'name':'c'}}")
                + "\n");
  }

  @Test
  void kubectlDoesNotTakeFieldsChangedSinceItsLastApply() {
    JsonObject live = clientSide("{'apiVersion':'v1','kind':'ConfigMap','data':{'a':'0'}}");

    assertThatThrownBy(() -> applied(CONFIG_MAPS, live, configMap("'a':'2'"), "kubectl"))
        .isInstanceOf(ApplyConflictException.class);
  }

  @Test
  void otherManagersDoNotUseTheLastAppliedAnnotation() {
    JsonObject live = clientSide("{'apiVersion':'v1','kind':'ConfigMap','data':{'a':'1'}}");

    assertThatThrownBy(() -> applied(CONFIG_MAPS, live, configMap("'a':'2'"), "someone"))
        .isInstanceOf(ApplyConflictException.class);
  }

  private static JsonObject clientSide(String lastApplied) {
    JsonObject live = configMap("'a':'1'");
    ((JsonObject) live.path("metadata"))
        .putObject("annotations")
        .put(LAST_APPLIED, json(lastApplied));
    var client = new FieldManager("kubectl-client-side-apply", "v1", "", START);
    ((JsonObject) live.path("metadata"))
        .set("managedFields", CONFIG_MAPS.update(null, live, client, FieldSet.empty()));
    return live;
  }

  @Test
  void managerOfPartsOwnsAValueThatBecomesAtomic() {
    Schema text = SchemaUnderTest.TEXT;
    JsonObject live =
        applied(custom(SchemaUnderTest.map(text, false)), null, thing("{'x':'1'}"), "one");

    JsonObject next =
        applied(custom(SchemaUnderTest.map(text, true)), live, thing("{'x':'1'}"), "two");

    assertThat(fields(next, "one")).isEqualTo(json("{'f:spec':{}}"));
    assertThat(fields(next, "two")).isEqualTo(json("{'f:spec':{}}"));
  }

  @Test
  void applierKeepsItsIdentityInAnotherApiVersion() {
    ManagedFields book = custom(SchemaUnderTest.map(SchemaUnderTest.TEXT, false));
    JsonObject live = applied(book, null, thing("{'x':'1','y':'1'}"), "one");
    JsonObject later = thing("{'x':'1'}").put("apiVersion", "example.com/v2");
    live.put("apiVersion", "example.com/v2");
    var manager = new FieldManager("one", "example.com/v2", "", START.plusSeconds(60));

    JsonObject next = book.apply(live, later, manager, FieldSet.empty(), false);

    assertThat(next.path("spec").toString()).isEqualTo(json("{'x':'1'}"));
    assertThat(owners(next)).hasSize(1);
    assertThat(owners(next).path(0).path("apiVersion").asText()).isEqualTo("example.com/v2");
  }

  @Test
  void reportsAllTypeErrorsAtOnce() {
    JsonObject intent = deployment("a", "a");
    intent.withObject("spec").put("replicas", "three").put("paused", 1).put("spek", true);

    assertThatThrownBy(() -> applied(DEPLOYMENTS, null, intent, "one"))
        .isInstanceOf(PatchException.class)
        .hasMessage(
            """
            errors:
              .spec.template.spec.containers: duplicate entries for key [name="a"]
              .spec.replicas: expected numeric (int or float), got string
              .spec.paused: expected boolean, got &{1}
              .spec.spek: field not declared in schema\
            """);
  }

  @Test
  void rejectsListItemWithoutKeys() {
    ManagedFields book =
        custom(
            SchemaUnderTest.keyed(
                SchemaUnderTest.struct(
                    Map.of("k", SchemaUnderTest.TEXT, "v", SchemaUnderTest.TEXT)),
                "k"));

    assertThatThrownBy(() -> applied(book, null, thing("[{'v':'1'}]"), "one"))
        .hasMessage(
            ".spec: element 0: associative list with keys has an element that omits all key fields"
                + " [\"k\"] (and doesn't have default values for any key fields)");
  }

  private static ManagedFields builtIn(String group, String kind) {
    return ManagedFields.ofBuiltIn(BuiltInTypes.load().find(group, "v1", kind).orElseThrow());
  }

  private static ManagedFields custom(Schema spec) {
    return ManagedFields.ofCustom(
        SchemaUnderTest.struct(
            Map.of(
                "apiVersion",
                SchemaUnderTest.TEXT,
                "kind",
                SchemaUnderTest.TEXT,
                "metadata",
                BuiltInTypes.load().objectMeta(),
                "spec",
                spec)));
  }

  private static JsonObject applied(
      ManagedFields book, @Nullable JsonObject live, JsonObject intent, String manager) {
    String version = intent.path("apiVersion").asText();
    var who = new FieldManager(manager, version, "", START.plusSeconds(60));
    return book.apply(live, intent, who, FieldSet.empty(), false);
  }

  private static JsonValue owners(JsonObject object) {
    return object.path("metadata").path("managedFields");
  }

  private static String fields(JsonObject object, String manager) {
    for (JsonValue each : owners(object)) {
      if (each.path("manager").asText().equals(manager)) {
        return each.path("fieldsV1").toString();
      }
    }
    return "nothing";
  }

  private static JsonObject service(String ports) {
    return read(
        "{'apiVersion':'v1','kind':'Service','metadata':{'name':'s'},'spec':{'ports':[%s]}}"
            .formatted(ports));
  }

  private static JsonObject configMap(String data) {
    return read(
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c'},'data':{%s}}"
            .formatted(data));
  }

  private static JsonObject thing(String spec) {
    return read(
        "{'apiVersion':'example.com/v1','kind':'Thing','metadata':{'name':'t'},'spec':%s}"
            .formatted(spec));
  }

  private static JsonObject deployment(String... containers) {
    JsonObject deployment =
        read("{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d'}}");
    for (String name : containers) {
      deployment
          .withObject("spec", "template", "spec")
          .withArray("containers")
          .addObject()
          .put("name", name);
    }
    return deployment;
  }

  private static JsonObject read(String text) {
    return (JsonObject) JsonTrees.read(json(text));
  }

  private static String json(String text) {
    return text.replace('\'', '"').replace("~", "\\\"");
  }
}
