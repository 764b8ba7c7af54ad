package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.TableRows.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.TableColumns;
import io.listwatch.server.registry.TableColumns.Column;
import io.listwatch.server.registry.TableColumns.Completion;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The tables of the built-in kinds. The files in {@code rows} hold small objects with the cells
 * that kube-apiserver 1.36 prints for them; {@code columns.txt} holds the columns of every kind.
 */
final class BuiltInRowsTest {
  private static final List<String> FILES =
      List.of(
          "pods",
          "nodes",
          "services",
          "endpoints",
          "events",
          "storage",
          "workloads",
          "jobs",
          "autoscalers",
          "networking",
          "access",
          "policy",
          "others",
          "ages");

  private static final Map<String, TableColumns> COLUMNS =
      BuiltInResources.load().stream()
          .collect(
              Collectors.toMap(BuiltInRowsTest::name, ResourceDefinition::columns, (a, b) -> a));

  private static String name(ResourceDefinition definition) {
    return definition.type().apiVersion() + " " + definition.type().plural();
  }

  @TestFactory
  Stream<DynamicTest> printsTheCellsOfKubeApiserver() {
    return rows().map(BuiltInRowsTest::test);
  }

  private static Stream<JsonValue> rows() {
    return FILES.stream()
        .flatMap(file -> Trees.elements(json(read("rows/" + file + ".json"))).stream());
  }

  private static DynamicTest test(JsonValue row) {
    String of = row.path("of").asText();
    return DynamicTest.dynamicTest(
        of + ": " + row.path("case").asText(),
        () ->
            assertThat(TableRows.cells(columns(of), TableRows.object(row.path("object"))))
                .isEqualTo(row.get("cells")));
  }

  @Test
  void everyKindWithATableHasARow() {
    List<String> shown = rows().map(row -> row.path("of").asText()).distinct().toList();

    assertThat(shown).containsExactlyInAnyOrderElementsOf(columnsOfKubeApiserver().keySet());
  }

  @TestFactory
  Stream<DynamicTest> hasTheColumnsOfKubeApiserver() {
    return columnsOfKubeApiserver().entrySet().stream()
        .map(
            kind ->
                DynamicTest.dynamicTest(
                    kind.getKey(),
                    () ->
                        assertThat(described(columns(kind.getKey()))).isEqualTo(kind.getValue())));
  }

  /** Returns the paragraphs of {@code columns.txt} by their first line. */
  private static Map<String, String> columnsOfKubeApiserver() {
    var kinds = new LinkedHashMap<String, String>();
    String[] paragraphs = read("columns.txt").split("\n\n", -1);
    for (String paragraph : List.of(paragraphs).subList(1, paragraphs.length)) {
      String[] parts = paragraph.split("\n", 2);
      kinds.put(parts[0], parts[1].stripTrailing());
    }
    return kinds;
  }

  private static String described(TableColumns columns) {
    var lines = new StringJoiner("\n");
    for (Column each : columns.columns()) {
      String text = (each.name() + ": " + each.type() + " " + each.format()).stripTrailing();
      lines.add(each.priority() == 0 ? "  " + text : "  [" + text + "]");
    }
    return lines.toString();
  }

  @Test
  void everyColumnIsDescribed() {
    assertThat(COLUMNS.values())
        .allSatisfy(
            columns ->
                assertThat(columns.columns())
                    .allSatisfy(each -> assertThat(each.description()).isNotBlank()));
  }

  /** Only IPAddresses differ: kube-apiserver prints their age and has no column for it. */
  @TestFactory
  Stream<DynamicTest> emptyObjectHasACellForEachColumn() {
    return new TreeMap<>(COLUMNS)
        .entrySet().stream()
            .map(
                kind ->
                    DynamicTest.dynamicTest(
                        kind.getKey(),
                        () ->
                            assertThat(
                                    TableRows.cells(kind.getValue(), TableRows.object(json("{}"))))
                                .hasSize(
                                    kind.getValue().columns().size()
                                        + (kind.getKey().endsWith(" ipaddresses") ? 1 : 0))));
  }

  @Test
  void finishedPodIsCompleted() {
    assertThat(completion("Succeeded"))
        .contains(new Completion("Succeeded", "The pod has completed successfully."));
    assertThat(completion("Failed")).contains(new Completion("Failed", "The pod failed."));
    assertThat(completion("Running")).isEmpty();
    assertThat(columns("v1 pods").completion(TableRows.object(json("{}")))).isEmpty();
  }

  @Test
  void onlyPodsHaveTheCompletedCondition() {
    var succeeded = TableRows.object(json("{\"status\":{\"phase\":\"Succeeded\"}}"));

    assertThat(columns("batch/v1 jobs").completion(succeeded)).isEmpty();
    assertThat(columns("v1 configmaps").completion(succeeded)).isEmpty();
  }

  private static Optional<Completion> completion(String phase) {
    return columns("v1 pods")
        .completion(TableRows.object(json("{\"status\":{\"phase\":\"%s\"}}".formatted(phase))));
  }

  private static TableColumns columns(String of) {
    return Objects.requireNonNull(COLUMNS.get(of), of);
  }

  private static String read(String file) {
    try (InputStream in = BuiltInRowsTest.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }
}
