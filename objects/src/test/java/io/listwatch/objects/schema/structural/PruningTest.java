package io.listwatch.objects.schema.structural;

import static io.listwatch.objects.schema.structural.SchemaTable.object;
import static io.listwatch.objects.schema.structural.SchemaTable.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PruningTest {
  private static final String DROPPED = "dropped ";

  private static List<SchemaTable.Row> rows() {
    return SchemaTable.rows("pruning.txt");
  }

  @ParameterizedTest
  @MethodSource("rows")
  void dropsTheFieldsThatKubeApiserverDrops(SchemaTable.Row row) {
    JsonObject object = object(row.value());

    List<String> dropped = schema(row.schema()).prune(object);

    assertThat(object).isEqualTo(object(row.outcome().get(0)));
    assertThat(dropped).isEqualTo(paths(row));
  }

  private static List<String> paths(SchemaTable.Row row) {
    return row.outcome().stream().skip(1).map(line -> line.substring(DROPPED.length())).toList();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void changesIsTrueIfAFieldIsDropped(SchemaTable.Row row) {
    boolean changes = Pruning.changes(object(row.value()), schema(row.schema()));

    assertThat(changes).isEqualTo(!paths(row).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void bytesWithUnknownFieldsAreNotUnchanged(SchemaTable.Row row) {
    byte[] json = row.value().getBytes(StandardCharsets.UTF_8);

    boolean leaves = schema(row.schema()).leaves(json);

    assertThat(leaves && !paths(row).isEmpty()).isFalse();
  }

  @Test
  void prunesMetadataOfTheRootAndOfEmbeddedResources() {
    StructuralSchema schema =
        schema(
            """
            type: object
            properties:
              e: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: string}}}
            """);
    JsonObject object =
        object(
            """
            {"kind": "K",
             "metadata": {"name": "n", "x": 1, "labels": {"any": "x"},
               "ownerReferences": [{"name": "o", "y": 1}]},
             "e": {"kind": "P", "metadata": {"annotations": {"any": "x"}, "z": 1}, "u": 1}}
            """);

    List<String> dropped = schema.prune(object);

    assertThat(dropped)
        .containsExactly("metadata.ownerReferences[0].y", "metadata.x", "e.u", "e.metadata.z");
    assertThat(object)
        .isEqualTo(
            object(
                """
                {"kind": "K",
                 "metadata": {"name": "n", "labels": {"any": "x"},
                   "ownerReferences": [{"name": "o"}]},
                 "e": {"kind": "P", "metadata": {"annotations": {"any": "x"}}}}
                """));
  }

  @Test
  void leavesMetadataOfTheWrongTypeToValidation() {
    JsonObject object = object("{\"metadata\": {\"ownerReferences\": {\"x\": 1}, \"labels\": []}}");

    assertThat(schema("{type: object}").prune(object)).isEmpty();
    assertThat(object.path("metadata").size()).isEqualTo(2);
  }

  @Test
  void metadataOutsideOfResourcesIsAnOrdinaryField() {
    StructuralSchema schema = schema("{type: object, properties: {a: {type: object}}}");
    JsonObject object = object("{\"a\": {\"metadata\": {\"name\": \"x\"}}}");

    assertThat(schema.prune(object)).containsExactly("a.metadata");
  }

  @Test
  void recordsAtMostOneThousandPathsButDropsAll() {
    String members =
        IntStream.range(0, 1_200)
            .mapToObj(i -> "\"m" + i + "\":0")
            .collect(Collectors.joining(","));
    JsonObject object = object("{" + members + "}");

    assertThat(schema("{type: object}").prune(object)).hasSize(1_000);
    assertThat(object).isEmpty();
  }
}
