package io.listwatch.objects.kinds.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.core.JsonPointer;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Rules report errors but never throw, for any value of any field. */
final class HostileShapesTest {
  private static final List<String> SHAPES =
      List.of(
          "null",
          "true",
          "0",
          "-9223372036854775808",
          "1e400",
          "123456789012345678901234567890",
          "''",
          "'.../::%%**-_ä'",
          "'99999999999999999999%'",
          "'::ffff:1.2.3.4/1290'",
          "[]",
          "[null]",
          "[[]]",
          "[{}]",
          "['x','x']",
          "[0,0]",
          "{}",
          "{'':null}",
          "{'a':{'a':[]}}");

  @TestFactory
  Stream<DynamicTest> acceptsValidObjects() {
    return ValidObjects.all().stream()
        .map(
            object ->
                dynamicTest(
                    object.type().toString(),
                    () -> {
                      assertThat(object.faults()).isEmpty();
                      assertThat(object.faultsAfter(object)).isEmpty();
                      assertThat(object.statusFaultsAfter(object)).isEmpty();
                    }));
  }

  @TestFactory
  Stream<DynamicTest> neverThrowsOnWrongTypes() {
    return ValidObjects.all().stream()
        .map(object -> dynamicTest(object.type().toString(), () -> tryShapes(object)));
  }

  private static void tryShapes(CheckedObject object) {
    for (JsonPointer place : places(object.tree())) {
      for (String shape : SHAPES) {
        CheckedObject changed = object.with(place.toString(), shape);

        assertThatCode(() -> checkAll(changed, object))
            .as("%s = %s", place, shape)
            .doesNotThrowAnyException();
      }
    }
  }

  private static void checkAll(CheckedObject changed, CheckedObject object) {
    changed.faults();
    changed.faultsAfter(object);
    object.faultsAfter(changed);
    changed.statusFaultsAfter(object);
    object.statusFaultsAfter(changed);
    String resource = object.type().toString();
    KindRules.of(resource).warnings(changed.tree(), null);
    KindRules.of(resource).warnings(changed.tree(), object.tree());
    KindRules.of(resource).statusWarnings(changed.tree());
  }

  private static List<JsonPointer> places(JsonObject tree) {
    var places = new ArrayList<JsonPointer>();
    addPlaces(tree, JsonPointer.empty(), places);
    return places;
  }

  private static void addPlaces(JsonValue node, JsonPointer here, List<JsonPointer> places) {
    if (!here.matches()) {
      places.add(here);
    }
    for (Map.Entry<String, JsonValue> member : node.properties()) {
      addPlaces(member.getValue(), here.appendProperty(member.getKey()), places);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      addPlaces(node.path(i), here.appendIndex(i), places);
    }
  }

  @TestFactory
  Stream<DynamicTest> neverThrowsOnEmptyObjects() {
    JsonObject nothing = (JsonObject) JsonTrees.read("{}");
    return ValidObjects.all().stream()
        .map(
            object ->
                dynamicTest(
                    object.type().toString(),
                    () ->
                        assertThatCode(
                                () -> checkAll(new CheckedObject(object.type(), nothing), object))
                            .doesNotThrowAnyException()));
  }
}
