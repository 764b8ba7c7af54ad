package io.listwatch.server.registry.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.TableColumns;
import io.listwatch.server.registry.TableColumns.Completion;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The rows of built-in kinds: for each small object of {@code rows.jsonl}, its cells. */
final class BuiltInRowsTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final List<ResourceDefinition> DEFINITIONS = BuiltInResources.load();

  /** Five minutes after every object was created. */
  private static final Instant NOW = Instant.parse("2026-01-01T00:05:00Z");

  @TestFactory
  Stream<DynamicTest> everyObjectIsShownAsTheReferenceShowsIt() throws IOException {
    return lines("rows.jsonl").map(BuiltInRowsTest::test);
  }

  private static DynamicTest test(JsonValue line) {
    String name = line.path("of").asText() + ": " + line.path("case").asText();
    return DynamicTest.dynamicTest(
        name,
        () -> {
          TableColumns columns = columns(line.path("of").asText());

          JsonValue cells = cells(columns, object((JsonObject) line.get("object")));

          assertThat(cells).isEqualTo(line.get("cells"));
          assertThat(cells.size()).isEqualTo(expected(line.path("of").asText(), columns));
        });
  }

  @TestFactory
  Stream<DynamicTest> anEmptyObjectHasACellForEachColumn() {
    return DEFINITIONS.stream()
        .map(
            definition ->
                DynamicTest.dynamicTest(
                    definition.type().toString(),
                    () ->
                        assertThat(cells(definition.columns(), object(new JsonObject())).size())
                            .isEqualTo(
                                expected(
                                    definition.type().apiVersion()
                                        + " "
                                        + definition.type().plural(),
                                    definition.columns()))));
  }

  /** One for each column. Only addresses have an age that has none. */
  private static int expected(String of, TableColumns columns) {
    return columns.columns().size() + (of.equals("networking.k8s.io/v1 ipaddresses") ? 1 : 0);
  }

  @Test
  void aPodThatHasEndedIsCompleted() {
    assertThat(completion("Succeeded"))
        .contains(new Completion("Succeeded", "The pod has completed successfully."));
    assertThat(completion("Failed")).contains(new Completion("Failed", "The pod failed."));
    assertThat(completion("Running")).isEmpty();
  }

  private static Optional<Completion> completion(String phase) {
    JsonObject pod = new JsonObject();
    pod.putObject("status").put("phase", phase);
    return columns("v1 pods").completion(object(pod));
  }

  private static TableColumns columns(String of) {
    return DEFINITIONS.stream()
        .filter(each -> (each.type().apiVersion() + " " + each.type().plural()).equals(of))
        .findFirst()
        .orElseThrow()
        .columns();
  }

  private static Resource object(JsonObject content) {
    JsonObject object = content.deepCopy();
    object
        .withObject("metadata")
        .put("name", "a")
        .put("resourceVersion", "1")
        .put("creationTimestamp", "2026-01-01T00:00:00Z");
    return Resource.parse(object.toString());
  }

  private static JsonValue cells(TableColumns columns, Resource object) throws IOException {
    var text = new StringWriter();
    try (JsonGenerator out = MAPPER.createGenerator(text)) {
      out.writeStartArray();
      columns.writeCells(object, NOW, out);
      out.writeEndArray();
    }
    return JsonTrees.read(text.toString());
  }

  private static Stream<JsonValue> lines(String file) throws IOException {
    try (InputStream in = BuiltInRowsTest.class.getResourceAsStream(file)) {
      String text = new String(Objects.requireNonNull(in, file).readAllBytes(), UTF_8);
      return text.lines().map(JsonTrees::read);
    }
  }
}
