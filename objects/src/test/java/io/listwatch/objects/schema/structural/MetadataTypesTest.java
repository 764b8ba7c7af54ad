package io.listwatch.objects.schema.structural;

import static io.listwatch.objects.schema.structural.SchemaTable.object;
import static io.listwatch.objects.schema.structural.SchemaTable.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MetadataTypesTest {
  private static List<SchemaTable.Row> rows() {
    return SchemaTable.rows("metadata.txt");
  }

  @ParameterizedTest
  @MethodSource("rows")
  void reportsUndecodableMetadataAsKubeApiserverDoes(SchemaTable.Row row) {
    String problem = schema(row.schema()).unreadable(object(row.value())).orElse("valid");

    // Only errors in embedded metadata have a path in kube-apiserver; another function reports the
    // root's.
    String expected =
        row.outcome().get(0).replaceFirst("^metadata: Invalid value: .*: json:", "json:");
    assertThat(problem).isEqualTo(expected);
  }

  @Test
  void absentMetadataIsDecodable() {
    assertThat(MetadataTypes.problem(JsonValue.MISSING)).isNull();
    assertThat(MetadataTypes.problem(JsonValue.NULL)).isNull();
  }
}
