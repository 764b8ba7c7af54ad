package io.listwatch.server.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.BuiltInForm;
import io.listwatch.server.schema.BuiltInTypes;
import io.listwatch.server.schema.JsonTrees;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Replays what the reference made of patches. */
final class RecordedPatchesTest {
  private static final BuiltInForm FORM =
      new BuiltInForm(BuiltInTypes.load().find("", "v1", "ConfigMap").orElseThrow());

  @Test
  void jsonPatchesComeOutAsInTheReference() {
    replay("json-patches.txt", JsonPatch::apply);
  }

  @Test
  void mergePatchesComeOutAsInTheReference() {
    replay("merge-patches.txt", MergePatch::apply);
  }

  private static void replay(String file, BiFunction<ObjectNode, String, ObjectNode> patcher) {
    List<String[]> steps = Recordings.read(file);
    ObjectNode current = object(steps.get(0)[2]);
    for (String[] step : steps.subList(1, steps.size())) {
      ObjectNode next = patcher.apply(current, step[1]);

      assertThat(spelled(next)).as(step[0]).isEqualTo(spelled(object(step[2])));
      current = next;
    }
  }

  private static ObjectNode object(String json) {
    return (ObjectNode) JsonTrees.read(json);
  }

  private static String spelled(ObjectNode object) {
    return new String(FORM.encode(object), StandardCharsets.UTF_8);
  }
}
