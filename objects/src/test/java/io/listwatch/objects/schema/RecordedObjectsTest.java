package io.listwatch.objects.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Objects that kube-apiserver returned are canonical already. */
final class RecordedObjectsTest {
  @TestFactory
  List<DynamicTest> responsesOfKubeApiserverAreCanonical() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("objects.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).map(this::test).toList();
    }
  }

  private DynamicTest test(String line) {
    JsonObject object = (JsonObject) JsonTrees.read(line);
    String apiVersion = object.path("apiVersion").asText();
    String kind = object.path("kind").asText();
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    ObjectSchema schema =
        BuiltInTypes.load().find(group, apiVersion.substring(slash + 1), kind).orElseThrow();

    return DynamicTest.dynamicTest(
        kind + " " + object.path("metadata").path("name").asText(),
        () ->
            assertThat(SortedForm.sorted(new BuiltInForm(schema).normalize(object)).toString())
                .isEqualTo(SortedForm.sorted(object).toString()));
  }
}
