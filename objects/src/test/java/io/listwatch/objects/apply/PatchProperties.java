package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.SortedForm;
import io.listwatch.objects.schema.Trees;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties of patches; hostile ones throw a {@link PatchException}. */
final class PatchProperties {

  private static final List<String> OPERATIONS =
      List.of("add", "add", "add", "remove", "replace", "move", "copy", "copy", "test", "other");

  private static final List<String> TOKENS =
      List.of("a", "b", "c", "0", "1", "-", "-1", "99999999999", "~01", "", "c~1d");

  @Property(tries = 200)
  void mergePatchIsIdempotent(@ForAll long seed) {
    Random random = new Random(seed);
    JsonObject object = Trees.object(random, 3);
    JsonObject patch = Trees.object(random, 3);
    String text = JsonTrees.write(patch);
    JsonObject once = MergePatch.apply(object, text);

    assertThat(MergePatch.apply(once, text)).isEqualTo(once);
  }

  @Property(tries = 200)
  void emptyPatchChangesNothing(@ForAll long seed) {
    JsonObject object = Trees.object(new Random(seed), 3);

    assertThat(MergePatch.apply(object, "{}")).isEqualTo(object);
    assertThat(JsonPatch.apply(object, "[]")).isEqualTo(object);
  }

  @Property(tries = 200)
  void addedValueCanBeTestedAndRemoved(@ForAll long seed) {
    Random random = new Random(seed);
    JsonObject object = Trees.object(random, 3);
    JsonValue value = JsonTrees.read(JsonTrees.write(Trees.any(random, 3)));
    JsonArray patch = new JsonArray();
    patch.addObject().put("op", "add").put("path", "/new~0~1key").set("value", value);
    patch.addObject().put("op", "test").put("path", "/new~0~1key").set("value", value);
    patch.addObject().put("op", "remove").put("path", "/new~0~1key");

    assertThat(JsonPatch.apply(object, JsonTrees.write(patch))).isEqualTo(object);
  }

  @Property(tries = 200)
  void moveCanBeReverted(@ForAll long seed) {
    JsonObject given = Trees.object(new Random(seed), 3);
    given.set("here", new JsonArray().add(1));

    JsonObject moved =
        JsonPatch.apply(
            given,
            """
            [{"op":"move","from":"/here","path":"/there"},{"op":"move","from":"/there","path":"/here"}]
            """);

    assertThat(moved).isEqualTo(given);
  }

  @Property(tries = 200)
  void anyPatchAppliesOrThrowsPatchException(@ForAll long seed) {
    Random random = new Random(seed);
    JsonObject object = Trees.object(random, 3);
    JsonArray patch = patch(random);
    JsonObject given = object.deepCopy();
    try {
      JsonObject patched = JsonPatch.apply(object, JsonTrees.write(patch));
      new SortedForm().encode(patched);
    } catch (PatchException e) {
      assertThat(e.kind()).isNotNull();
    }

    assertThat(object).isEqualTo(given);
  }

  private static JsonArray patch(Random random) {
    JsonArray patch = new JsonArray();
    for (int i = random.nextInt(40); i > 0; i--) {
      JsonObject operation = patch.addObject();
      operation.put("op", OPERATIONS.get(random.nextInt(OPERATIONS.size())));
      operation.put("path", pointer(random)).put("from", pointer(random));
      operation.set("value", Trees.any(random, 2));
    }
    return patch;
  }

  private static String pointer(Random random) {
    StringBuilder pointer = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      pointer.append('/').append(TOKENS.get(random.nextInt(TOKENS.size())));
    }
    return pointer.toString();
  }
}
