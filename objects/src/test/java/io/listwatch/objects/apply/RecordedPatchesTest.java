package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Replays patches recorded from kube-apiserver. */
final class RecordedPatchesTest {
  private static final ObjectSchema CONFIG_MAP =
      BuiltInTypes.load().find("", "v1", "ConfigMap").orElseThrow();

  private static final ObjectSchema DEPLOYMENT =
      BuiltInTypes.load().find("apps", "v1", "Deployment").orElseThrow();

  @Test
  void jsonPatchesEqualThoseOfKubeApiserver() {
    replay("json-patches.txt", CONFIG_MAP, JsonPatch::apply);
  }

  @Test
  void mergePatchesEqualThoseOfKubeApiserver() {
    replay("merge-patches.txt", CONFIG_MAP, MergePatch::apply);
  }

  /**
   * Patching sets no defaults, so members that only defaults explain are copied from the recording.
   */
  @Test
  void strategicMergePatchesEqualThoseOfKubeApiserver() {
    replay(
        "strategic-patches.txt",
        DEPLOYMENT,
        (current, patch) -> defaulted(StrategicMergePatch.apply(current, patch, DEPLOYMENT)));
  }

  private static JsonObject defaulted(JsonObject deployment) {
    JsonValue pod = deployment.path("spec").path("template").path("spec");
    for (JsonValue container : pod.path("containers")) {
      JsonObject object = (JsonObject) container;
      putIfAbsent(object, "imagePullPolicy", "IfNotPresent");
      putIfAbsent(object, "terminationMessagePath", "/dev/termination-log");
      putIfAbsent(object, "terminationMessagePolicy", "File");
      container.path("ports").forEach(port -> putIfAbsent((JsonObject) port, "protocol", "TCP"));
    }
    for (JsonValue volume : pod.path("volumes")) {
      if (volume.get("hostPath") instanceof JsonObject hostPath) {
        putIfAbsent(hostPath, "type", "");
      }
    }
    return deployment;
  }

  private static void putIfAbsent(JsonObject object, String member, String value) {
    if (!object.has(member)) {
      object.put(member, value);
    }
  }

  private static void replay(
      String file, ObjectSchema schema, BiFunction<JsonObject, String, JsonObject> patcher) {
    BuiltInForm form = new BuiltInForm(schema);
    List<String[]> steps = Recordings.read(file);
    JsonObject current = object(steps.get(0)[2]);
    for (String[] step : steps.subList(1, steps.size())) {
      String expected = step[2].equals("=") ? JsonTrees.write(current) : step[2];

      JsonObject next = patcher.apply(current, step[1]);

      assertThat(spelled(form, next)).as(step[0]).isEqualTo(spelled(form, object(expected)));
      current = form.normalize(next);
    }
  }

  private static JsonObject object(String json) {
    return (JsonObject) JsonTrees.read(json);
  }

  private static String spelled(BuiltInForm form, JsonObject object) {
    return new String(form.encode(object), StandardCharsets.UTF_8);
  }
}
