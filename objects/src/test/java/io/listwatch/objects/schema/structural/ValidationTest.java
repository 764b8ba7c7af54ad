package io.listwatch.objects.schema.structural;

import static io.listwatch.objects.schema.structural.SchemaTable.object;
import static io.listwatch.objects.schema.structural.SchemaTable.objectOfMember;
import static io.listwatch.objects.schema.structural.SchemaTable.outcome;
import static io.listwatch.objects.schema.structural.SchemaTable.schema;
import static io.listwatch.objects.schema.structural.SchemaTable.schemaOfMember;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.FieldError;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ValidationTest {
  private static List<SchemaTable.Row> values() {
    return SchemaTable.rows("values.txt");
  }

  private static List<SchemaTable.Row> updates() {
    return SchemaTable.rows("updates.txt");
  }

  @ParameterizedTest
  @MethodSource("values")
  void reportsTheErrorsOfKubeApiserver(SchemaTable.Row row) {
    StructuralSchema schema = schemaOfMember(row.schema());
    JsonObject object = objectOfMember(row.value());

    row.assertOutcome(outcome(schema.violations(object, null)));
    row.assertOutcome(outcome(Validation.found(object, null, schema)));
  }

  @ParameterizedTest
  @MethodSource("values")
  void quickValidationAgreesWithFullValidation(SchemaTable.Row row) {
    StructuralSchema schema = schemaOfMember(row.schema());

    JsonObject object = objectOfMember(row.value());

    boolean fits = QuickValidation.fits(object, schema);

    assertThat(fits).isEqualTo(Validation.found(object, null, schema).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("values")
  void unchangedValueHasNoErrors(SchemaTable.Row row) {
    JsonObject object = objectOfMember(row.value());

    assertThat(schemaOfMember(row.schema()).violations(object, object.deepCopy())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("updates")
  void ratchetsUnchangedValuesAsKubeApiserverDoes(SchemaTable.Row row) {
    String[] change = row.value().split(" => ", 2);
    StructuralSchema schema = schemaOfMember(row.schema());
    JsonObject old = objectOfMember(change[0]);
    JsonObject next = objectOfMember(change[1]);

    row.assertOutcome(outcome(schema.violations(next, old)));
  }

  @ParameterizedTest
  @CsvSource({
    "string,  FieldValueTypeInvalid",
    "maxLength, FieldValueTooLong",
    "minLength, FieldValueInvalid",
    "enum, FieldValueNotSupported",
    "items, FieldValueTooMany",
    "properties, FieldValueTooMany",
    "required, FieldValueRequired",
    "range, FieldValueInvalid",
    "format, FieldValueTypeInvalid"
  })
  void eachErrorHasItsReason(String rule, String reason) {
    StructuralSchema schema =
        schema(
            """
            type: object
            properties:
              string: {type: string}
              maxLength: {type: string, maxLength: 1}
              minLength: {type: string, minLength: 1}
              enum: {type: string, enum: [a]}
              items: {type: array, maxItems: 0}
              properties: {type: object, maxProperties: 0}
              required: {type: object, required: [a]}
              range: {type: integer, format: int32}
              format: {type: string, format: date}
            """);
    String value =
        switch (rule) {
          case "string" -> "5";
          case "items" -> "[1]";
          case "properties" -> "{\"a\":1}";
          case "required" -> "{}";
          case "range" -> "3000000000";
          case "minLength" -> "\"\"";
          default -> "\"xy\"";
        };

    assertThat(schema.violations(object("{\"" + rule + "\":" + value + "}"), null))
        .extracting(FieldError::reason)
        .containsExactly(reason);
  }

  @Test
  void errorsOfOneMemberBeginWithItsName() {
    StructuralSchema schema =
        schema(
            """
            type: object
            properties:
              spec: {type: integer}
              status:
                type: object
                required: [phase]
                properties: {replicas: {type: integer, minimum: 1}}
                not: {required: [bad]}
            """);
    JsonObject object = object("{\"spec\":\"x\",\"status\":{\"replicas\":0,\"bad\":1}}");

    assertThat(outcome(schema.violations(object, null, "status")))
        .containsExactly(
            "status.phase: Required value",
            "status.replicas: Invalid value: 0: replicas in body should be greater than or equal to"
                + " 1",
            "status: Invalid value: \"\": \"\" must not validate the schema (not)");
    assertThat(schema.violations(object, object.deepCopy(), "status")).isEmpty();
    assertThat(schema.violations(object, object("{}"), "status")).hasSize(3);
  }

  @Test
  void absentOrUndeclaredMemberIsValid() {
    StructuralSchema schema = schema("{type: object, properties: {status: {type: object}}}");

    assertThat(schema.violations(object("{}"), null, "status")).isEmpty();
    assertThat(schema.violations(object("{\"other\":1}"), null, "other")).isEmpty();
  }

  @Test
  void rootErrorsHaveNoField() {
    StructuralSchema schema = schema("{type: object, minProperties: 1}");

    assertThat(outcome(schema.violations(object("{}"), null)))
        .containsExactly("<nil>: Invalid value: 0:  in body should have at least 1 properties");
  }

  @Test
  void apiVersionAndKindOfTheRootAreNotRatcheted() {
    StructuralSchema schema =
        schema(
            """
            type: object
            properties: {kind: {type: string, maxLength: 1}, x: {type: string, maxLength: 1}}
            """);
    JsonObject object = object("{\"kind\":\"Long\",\"x\":\"long\",\"y\":1}");

    assertThat(schema.violations(object, object("{\"kind\":\"Long\",\"x\":\"long\"}")))
        .extracting(FieldError::field)
        .containsExactly("kind");
  }

  @Test
  void reportsAtMostFiveHundredErrors() {
    String items =
        IntStream.range(0, 600).mapToObj(Integer::toString).collect(Collectors.joining(","));
    String members =
        IntStream.range(0, 600).mapToObj(i -> "\"m" + i + "\":0").collect(Collectors.joining(","));

    assertThat(
            schemaOfMember("{type: array, items: {type: string}}")
                .violations(objectOfMember("[" + items + "]"), null))
        .hasSize(500);
    assertThat(
            schemaOfMember("{type: object, additionalProperties: {type: string}, required: [a]}")
                .violations(objectOfMember("{" + members + "}"), null))
        .hasSize(500);
  }
}
