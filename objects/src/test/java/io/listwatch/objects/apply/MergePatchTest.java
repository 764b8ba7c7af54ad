package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MergePatchTest {
  /** The examples of RFC 7396 with objects on both sides. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '@',
      value = {
        "{'a':'b'}; {'a':'c'}; {'a':'c'}",
        "{'a':'b'}; {'b':'c'}; {'a':'b','b':'c'}",
        "{'a':'b'}; {'a':null}; {}",
        "{'a':'b','b':'c'}; {'a':null}; {'b':'c'}",
        "{'a':['b']}; {'a':'c'}; {'a':'c'}",
        "{'a':'c'}; {'a':['b']}; {'a':['b']}",
        "{'a':{'b':'c'}}; {'a':{'b':'d','c':null}}; {'a':{'b':'d'}}",
        "{'a':[{'b':'c'}]}; {'a':[1]}; {'a':[1]}",
        "{'e':null}; {'a':1}; {'e':null,'a':1}",
        "{}; {'a':{'bb':{'ccc':null}}}; {'a':{'bb':{}}}"
      })
  void mergesAsTheRfcSays(String object, String patch, String merged) {
    assertThat(MergePatch.apply(object(object), json(patch))).isEqualTo(object(merged));
  }

  @Test
  void dropsNullsFromObjectsInNewLists() {
    assertThat(MergePatch.apply(object("{}"), json("{'a':[{'b':null,'c':1},null]}")))
        .isEqualTo(object("{'a':[{'c':1},null]}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "1", "null", "{", "{'a':1}}", "{'a':01}"})
  void rejectsPatchesThatAreNotObjects(String patch) {
    PatchException failure =
        catchThrowableOfType(
            PatchException.class, () -> MergePatch.apply(object("{}"), json(patch)));

    assertThat(failure.kind()).isEqualTo(PatchException.Kind.MALFORMED);
    assertThat(failure).hasMessageStartingWith("error decoding patch: ");
  }

  @Test
  void rejectsTooDeepPatch() {
    String patch = "{'a':".repeat(100_000) + "1" + "}".repeat(100_000);

    PatchException failure =
        catchThrowableOfType(
            PatchException.class, () -> MergePatch.apply(object("{}"), json(patch)));

    assertThat(failure.kind()).isEqualTo(PatchException.Kind.MALFORMED);
  }

  private static JsonObject object(String text) {
    return (JsonObject) JsonTrees.read(json(text));
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
