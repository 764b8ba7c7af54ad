package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.JsonTrees;
import io.listwatch.objects.schema.ObjectSchema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Replays what the reference made of patches. */
final class RecordedPatchesTest {
  private static final ObjectSchema CONFIG_MAP =
      BuiltInTypes.load().find("", "v1", "ConfigMap").orElseThrow();

  private static final ObjectSchema DEPLOYMENT =
      BuiltInTypes.load().find("apps", "v1", "Deployment").orElseThrow();

  @Test
  void jsonPatchesComeOutAsInTheReference() {
    replay("json-patches.txt", CONFIG_MAP, JsonPatch::apply);
  }

  @Test
  void mergePatchesComeOutAsInTheReference() {
    replay("merge-patches.txt", CONFIG_MAP, MergePatch::apply);
  }

  /** Defaults are not ours to set, so members that only they explain are taken as given. */
  @Test
  void strategicMergePatchesComeOutAsInTheReference() {
    replay(
        "strategic-patches.txt",
        DEPLOYMENT,
        (current, patch) -> defaulted(StrategicMergePatch.apply(current, patch, DEPLOYMENT)));
  }

  private static ObjectNode defaulted(ObjectNode deployment) {
    JsonNode pod = deployment.path("spec").path("template").path("spec");
    for (JsonNode container : pod.path("containers")) {
      ObjectNode object = (ObjectNode) container;
      putIfAbsent(object, "imagePullPolicy", "IfNotPresent");
      putIfAbsent(object, "terminationMessagePath", "/dev/termination-log");
      putIfAbsent(object, "terminationMessagePolicy", "File");
      container.path("ports").forEach(port -> putIfAbsent((ObjectNode) port, "protocol", "TCP"));
    }
    for (JsonNode volume : pod.path("volumes")) {
      if (volume.get("hostPath") instanceof ObjectNode hostPath) {
        putIfAbsent(hostPath, "type", "");
      }
    }
    return deployment;
  }

  private static void putIfAbsent(ObjectNode object, String member, String value) {
    if (!object.has(member)) {
      object.put(member, value);
    }
  }

  private static void replay(
      String file, ObjectSchema schema, BiFunction<ObjectNode, String, ObjectNode> patcher) {
    BuiltInForm form = new BuiltInForm(schema);
    List<String[]> steps = Recordings.read(file);
    ObjectNode current = object(steps.get(0)[2]);
    for (String[] step : steps.subList(1, steps.size())) {
      String expected = step[2].equals("=") ? JsonTrees.write(current) : step[2];

      ObjectNode next = patcher.apply(current, step[1]);

      assertThat(spelled(form, next)).as(step[0]).isEqualTo(spelled(form, object(expected)));
      current = form.normalize(next);
    }
  }

  private static ObjectNode object(String json) {
    return (ObjectNode) JsonTrees.read(json);
  }

  private static String spelled(BuiltInForm form, ObjectNode object) {
    return new String(form.encode(object), StandardCharsets.UTF_8);
  }
}
