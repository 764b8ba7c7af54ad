package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.CustomSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ManagedFieldsTest {
  private static final ManagedFields CONFIG_MAPS =
      ManagedFields.ofBuiltIn(BuiltInTypes.load().find("", "v1", "ConfigMap").orElseThrow());

  private static final Instant START = Instant.parse("2024-08-24T08:05:52Z");

  @Test
  void updateOwnsChangedKeyButNotItsMap() {
    JsonObject created = configMap("'Corefile':'lameduck 5s'");
    own(created, null, new FieldManager("kubeadm", "v1", "", START));
    JsonObject edited = configMap("'Corefile':'lameduck 6s'");
    Instant later = Instant.parse("2024-08-24T08:38:29.5Z");

    own(edited, created, new FieldManager("kubectl-edit", "v1", "", later));

    assertThat(owners(created).toString())
        .isEqualTo(
            json(
                "[{'manager':'kubeadm','operation':'Update','apiVersion':'v1',"
                    + "'time':'2024-08-24T08:05:52Z','fieldsType':'FieldsV1',"
                    + "'fieldsV1':{'f:data':{'.':{},'f:Corefile':{}}}}]"));
    assertThat(owners(edited).toString())
        .isEqualTo(
            json(
                "[{'manager':'kubeadm','operation':'Update','apiVersion':'v1',"
                    + "'time':'2024-08-24T08:05:52Z','fieldsType':'FieldsV1',"
                    + "'fieldsV1':{'f:data':{}}},"
                    + "{'manager':'kubectl-edit','operation':'Update','apiVersion':'v1',"
                    + "'time':'2024-08-24T08:38:29Z','fieldsType':'FieldsV1',"
                    + "'fieldsV1':{'f:data':{'f:Corefile':{}}}}]"));
  }

  @Test
  void updateWithoutChangeKeepsTheTimestamp() {
    JsonObject created = configMap("'a':'1'");
    own(created, null, manager("m", 0));
    JsonObject same = configMap("'a':'1'");

    own(same, created, manager("m", 60));

    assertThat(owners(same)).isEqualTo(owners(created));
  }

  @Test
  void changedValueUpdatesTheTimestamp() {
    JsonObject created = configMap("'a':'1'");
    own(created, null, manager("m", 0));
    JsonObject changed = configMap("'a':'2'");

    own(changed, created, manager("m", 60));

    assertThat(owners(changed).path(0).path("time").asText()).isEqualTo("2024-08-24T08:06:52Z");
  }

  @Test
  void ignoresClientTimestampsIfNothingElseChanged() {
    JsonObject created = configMap("'a':'1'");
    own(created, null, manager("m", 0));
    JsonObject sent = created.deepCopy();
    ((JsonObject) owners(sent).path(0)).put("time", "2001-02-03T04:05:06Z");

    own(sent, created, manager("n", 60));

    assertThat(owners(sent)).isEqualTo(owners(created));
  }

  @Test
  void eleventhUpdaterMergesTheTwoOldest() {
    StringBuilder data = new StringBuilder("'k0':'1'");
    JsonObject current = written(null, data.toString(), manager("m00", 0));
    for (int i = 1; i < 12; i++) {
      data.append(",'k%d':'1'".formatted(i));
      current = written(current, data.toString(), manager("m%02d".formatted(i), i));
    }

    List<String> names = new ArrayList<>();
    owners(current).forEach(owner -> names.add(owner.path("manager").asText()));
    assertThat(names)
        .containsExactly(
            "ancient-changes", "m03", "m04", "m05", "m06", "m07", "m08", "m09", "m10", "m11");
    assertThat(owners(current).path(0).path("time").asText()).isEqualTo("2024-08-24T08:05:54Z");
    assertThat(owners(current).path(0).path("fieldsV1").toString())
        .isEqualTo(json("{'f:data':{'.':{},'f:k0':{},'f:k1':{},'f:k2':{}}}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[{}]"})
  void emptyListClearsManagedFields(String cleared) {
    JsonObject created = written(null, "'a':'1'", manager("m", 0));
    JsonObject sent = configMap("'a':'2'");
    ((JsonObject) sent.path("metadata")).set("managedFields", JsonTrees.read(cleared));

    assertThat(CONFIG_MAPS.update(created, sent, manager("m", 60), FieldSet.empty())).isEmpty();
  }

  @Test
  void subresourceCannotClearManagedFields() {
    JsonObject created = written(null, "'a':'1'", manager("m", 0));
    JsonObject sent = configMap("'a':'1'");
    ((JsonObject) sent.path("metadata")).putArray("managedFields");
    FieldManager manager = new FieldManager("m", "v1", "status", START);

    assertThat(CONFIG_MAPS.update(created, sent, manager, FieldSet.empty()))
        .isEqualTo(owners(created));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{'manager':'x','operation':'Delete','apiVersion':'v1','fieldsType':'FieldsV1'}]",
        "[{'manager':'x','operation':'Update','fieldsType':'FieldsV1'}]",
        "[{'manager':'x','operation':'Update','apiVersion':'v1','fieldsType':'FieldsV2'}]",
        "[{'operation':'Update','apiVersion':'v1','fieldsType':'FieldsV1','fieldsV1':{'x:':{}}}]",
        "[{'operation':'Update','apiVersion':'v1','fieldsType':'FieldsV1','fieldsV1':{'k:{':{}}}]",
        "[{'operation':'Update','apiVersion':'v1','fieldsType':'FieldsV1','fieldsV1':{'i:x':{}}}]",
        "[{'operation':'Update','apiVersion':'v1','fieldsType':'FieldsV1','fieldsV1':{'f:a':1}}]",
        "[7]",
        "'text'"
      })
  void ignoresMalformedManagedFieldsOfAClient(String sent) {
    JsonObject created = written(null, "'a':'1'", manager("m", 0));
    JsonObject next = configMap("'a':'1'");
    ((JsonObject) next.path("metadata")).set("managedFields", JsonTrees.read(json(sent)));

    assertThat(CONFIG_MAPS.update(created, next, manager("m", 60), FieldSet.empty()))
        .isEqualTo(owners(created));
  }

  @Test
  void withoutSchemaMapsAreGranularAndListsAtomic() {
    JsonObject object =
        (JsonObject)
            JsonTrees.read(
                json(
                    "{'metadata':{'name':'w','finalizers':['f']},"
                        + "'spec':{'list':[{'a':1}],'map':{'x':{'y':null}},'empty':{}}}"));

    JsonArray owners =
        ManagedFields.ofCustom(CustomSchema.unknown())
            .update(null, object, manager("m", 0), FieldSet.empty());

    assertThat(owners.path(0).path("fieldsV1").toString())
        .isEqualTo(
            json("{'f:metadata':{'f:finalizers':{'.':{},'v:~f~':{}}},'f:spec':{'.':{},"
                    + "'f:empty':{},'f:list':{},'f:map':{'.':{},'f:x':{'.':{},'f:y':{}}}}}")
                .replace("~", "\\\""));
  }

  @Test
  void equalQuantityIsNotAChange() {
    ManagedFields quotas =
        ManagedFields.ofBuiltIn(BuiltInTypes.load().find("", "v1", "ResourceQuota").orElseThrow());
    JsonObject created = quota("1Gi");
    JsonArray owners = quotas.update(null, created, manager("m", 0), FieldSet.empty());
    ((JsonObject) created.path("metadata")).set("managedFields", owners);

    assertThat(quotas.update(created, quota("1024Mi"), manager("n", 60), FieldSet.empty()))
        .isEqualTo(owners);
  }

  private static JsonObject quota(String memory) {
    return (JsonObject)
        JsonTrees.read(
            json("{'metadata':{'name':'q'},'spec':{'hard':{'memory':'%s'}}}".formatted(memory)));
  }

  private static JsonObject written(@Nullable JsonObject old, String data, FieldManager manager) {
    JsonObject next = configMap(data);
    own(next, old, manager);
    return next;
  }

  private static void own(JsonObject next, @Nullable JsonObject old, FieldManager manager) {
    JsonArray owners = CONFIG_MAPS.update(old, next, manager, FieldSet.empty());
    ((JsonObject) next.path("metadata")).set("managedFields", owners);
  }

  private static JsonValue owners(JsonObject object) {
    return object.path("metadata").path("managedFields");
  }

  private static FieldManager manager(String name, int seconds) {
    return new FieldManager(name, "v1", "", START.plusSeconds(seconds));
  }

  private static JsonObject configMap(String data) {
    return (JsonObject)
        JsonTrees.read(
            json(
                "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'c','uid':'u'},'data':{%s}}"
                    .formatted(data)));
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
