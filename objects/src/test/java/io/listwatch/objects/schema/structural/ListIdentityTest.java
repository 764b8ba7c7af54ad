package io.listwatch.objects.schema.structural;

import static io.listwatch.objects.schema.structural.SchemaTable.objectOfMember;
import static io.listwatch.objects.schema.structural.SchemaTable.outcome;
import static io.listwatch.objects.schema.structural.SchemaTable.schemaOfMember;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.FieldError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ListIdentityTest {
  private static List<SchemaTable.Row> rows() {
    return SchemaTable.rows("lists.txt");
  }

  @ParameterizedTest
  @MethodSource("rows")
  void reportsDuplicatesAsKubeApiserverDoes(SchemaTable.Row row) {
    StructuralSchema schema = schemaOfMember(row.schema());

    row.assertOutcome(outcome(schema.duplicates(objectOfMember(row.value()))));
  }

  @Test
  void duplicatesHaveAReasonOfTheirOwn() {
    StructuralSchema schema =
        schemaOfMember("{type: array, x-kubernetes-list-type: set, items: {type: string}}");

    assertThat(schema.duplicates(objectOfMember("[\"a\", \"a\"]")))
        .extracting(FieldError::reason)
        .containsExactly("FieldValueDuplicate");
  }

  @Test
  void detectsListsOfUniqueItemsInSchema() {
    String set = "{type: array, x-kubernetes-list-type: set, items: {type: string}}";

    assertThat(schemaOfMember("{type: array, items: {type: string}}").identifying()).isFalse();
    assertThat(schemaOfMember(set).identifying()).isTrue();
    assertThat(schemaOfMember("{type: array, items: " + set + "}").identifying()).isTrue();
    assertThat(schemaOfMember("{type: object, additionalProperties: " + set + "}").identifying())
        .isTrue();
  }
}
