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
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replays writes recorded from kube-apiserver and compares the managed fields. */
final class RecordedOwnersTest {
  private static final Instant START = Instant.parse("2024-08-24T08:05:52Z");

  @TestFactory
  List<DynamicTest> managedFieldsEqualThoseOfKubeApiserver() {
    List<DynamicTest> tests = new ArrayList<>();
    JsonObject before = object("{}");
    int step = 0;
    for (String[] line : Recordings.read("managed-fields.txt")) {
      JsonObject old =
          switch (line[4]) {
            case "-" -> null;
            case "=" -> before;
            default -> object(line[4]);
          };
      JsonObject next = object(line[5]);
      String apiVersion = next.path("apiVersion").asText();
      FieldManager manager =
          new FieldManager(line[2], apiVersion, line[3], START.plusSeconds(60L * ++step));
      FieldSet ignored = line[3].isEmpty() ? ManagedFields.STATUS : ManagedFields.ALL_BUT_STATUS;

      JsonArray owners = fields(next).update(old, next, manager, ignored);

      tests.add(
          DynamicTest.dynamicTest(
              line[0],
              () ->
                  assertThat(timeless(owners))
                      .containsExactlyInAnyOrderElementsOf(timeless(JsonTrees.read(line[6])))));
      before = withOwners(next, JsonTrees.read(line[6]));
    }
    return tests;
  }

  private static ManagedFields fields(JsonObject object) {
    String apiVersion = object.path("apiVersion").asText();
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    return BuiltInTypes.load()
        .find(group, apiVersion.substring(slash + 1), object.path("kind").asText())
        .map(ManagedFields::ofBuiltIn)
        .orElseGet(() -> ManagedFields.ofCustom(CustomSchema.unknown()));
  }

  /** Returns owners as strings, so that a failure shows where they differ. */
  private static List<String> timeless(JsonValue owners) {
    List<String> texts = new ArrayList<>();
    for (JsonValue owner : owners) {
      ManagedEntry entry = ManagedEntry.parse(owner, 0).at("");
      texts.add(entry.toJson().toString());
    }
    return texts;
  }

  private static JsonObject withOwners(JsonObject object, JsonValue owners) {
    JsonObject copy = object.deepCopy();
    for (JsonValue owner : owners) {
      ((JsonObject) owner).put("time", "2024-01-01T00:00:00Z");
    }
    ((JsonObject) copy.path("metadata")).set("managedFields", owners);
    return copy;
  }

  private static JsonObject object(String json) {
    return (JsonObject) JsonTrees.read(json);
  }
}
