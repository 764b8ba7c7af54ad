package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.listwatch.objects.apply.PatchException.Kind;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StrategicMergePatchTest {
  private static final ObjectSchema POD = BuiltInTypes.load().find("", "v1", "Pod").orElseThrow();

  private static final String PODS =
      "{'spec':{'containers':[{'name':'a'},{'name':'s'},{'name':'b'}]}}";

  @Test
  void itemsOutsideTheOrderKeepTheirRelativePosition() {
    JsonObject patched =
        apply(
            "{'spec':{'$setElementOrder/containers':[{'name':'n'},{'name':'b'},{'name':'a'}],"
                + "'containers':[{'name':'n'},{'name':'b','image':'i'}]}}");

    assertThat(names(patched)).containsExactly("n", "s", "b", "a");
  }

  @Test
  void newItemsComeFirst() {
    assertThat(names(apply("{'spec':{'containers':[{'name':'n'}]}}")))
        .containsExactly("n", "a", "s", "b");
  }

  /** The merge key of service ports does not include the protocol, so ports can share a key. */
  @Test
  void patchesOnlyTheFirstOfSeveralItemsWithTheSameKey() {
    ObjectSchema services = BuiltInTypes.load().find("", "v1", "Service").orElseThrow();
    JsonObject service =
        object(
            "{'spec':{'ports':[{'port':80,'protocol':'TCP'},{'port':81},"
                + "{'port':80,'protocol':'UDP'}]}}");

    JsonObject patched =
        StrategicMergePatch.apply(
            service, json("{'spec':{'ports':[{'port':80,'name':'web'}]}}"), services);

    assertThat(patched.path("spec").path("ports"))
        .isEqualTo(
            JsonTrees.read(
                json(
                    "[{'port':80,'protocol':'TCP','name':'web'},{'port':80,'protocol':'UDP'},"
                        + "{'port':81}]")));
  }

  @Test
  void dropsDirectivesFromNewValues() {
    assertThat(
            apply(
                    "{'spec':{'volumes':[{'name':'v','emptyDir':{'$patch':'delete'}},{'$patch':'replace'}]}}")
                .path("spec")
                .path("volumes"))
        .isEqualTo(JsonTrees.read(json("[{'name':'v'}]")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '@',
      value = {
        "{'spec':{'containers':[{'image':'x'}]}}; UNTYPED",
        "{'spec':{'containers':[{'$patch':'delete'}]}}; UNTYPED",
        "{'spec':{'containers':[{'name':'a','$patch':'merge'}]}}; UNTYPED",
        "{'spec':{'containers':['text']}}; UNTYPED",
        "{'spec':{'$patch':'explode'}}; UNTYPED",
        "{'spec':{'$retainKeys':['containers'],'nodeName':'n'}}; MALFORMED",
        "[]; MALFORMED",
        "{; MALFORMED"
      })
  void reportsTheKindOfFailure(String patch, Kind kind) {
    assertThat(catchThrowableOfType(PatchException.class, () -> apply(patch)).kind())
        .isEqualTo(kind);
  }

  @Test
  void doesNotChangeTheGivenObject() {
    JsonObject given = object(PODS);

    StrategicMergePatch.apply(
        given, json("{'spec':{'containers':[{'name':'a','$patch':'delete'}]}}"), POD);

    assertThat(given).isEqualTo(object(PODS));
  }

  @Test
  void mergesLongLists() {
    StringBuilder patch = new StringBuilder("{'metadata':{'finalizers':['x'");
    for (int i = 0; i < 100_000; i++) {
      patch.append(",'f").append(i).append('\'');
    }
    String text = patch.append("]}}").toString();
    JsonObject once = StrategicMergePatch.apply(object(PODS), json(text), POD);

    assertThat(StrategicMergePatch.apply(once, json(text), POD)).isEqualTo(once);
  }

  @Test
  void rejectsPatchThatIsNotAnObject() {
    PatchException failure = catchThrowableOfType(PatchException.class, () -> apply("[]"));

    assertThat(failure.kind()).isEqualTo(Kind.MALFORMED);
    assertThat(failure)
        .hasMessage("json: cannot unmarshal array into Go value of type map[string]interface {}");
  }

  private static List<String> names(JsonValue pod) {
    List<String> names = new ArrayList<>();
    pod.path("spec").path("containers").forEach(each -> names.add(each.path("name").asText()));
    return names;
  }

  private static JsonObject apply(String patch) {
    return StrategicMergePatch.apply(object(PODS), json(patch), POD);
  }

  private static JsonObject object(String text) {
    return (JsonObject) JsonTrees.read(json(text));
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
