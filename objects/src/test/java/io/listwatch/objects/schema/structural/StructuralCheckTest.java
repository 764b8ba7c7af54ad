package io.listwatch.objects.schema.structural;

import static io.listwatch.objects.schema.structural.SchemaTable.outcome;
import static io.listwatch.objects.schema.structural.SchemaTable.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StructuralCheckTest {
  private static List<SchemaTable.Row> rows() {
    return SchemaTable.rows("schemas.txt");
  }

  private static List<FieldError> check(String schema, boolean status) {
    return StructuralCheck.check(
        yaml(schema), "schema", status, (object, path, errors) -> {}, PatternBudget.ofDefinition());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void reportsTheErrorsOfKubeApiserver(SchemaTable.Row row) {
    row.assertOutcome(outcome(check(row.value(), false)));
  }

  @Test
  void rejectsPatternWhoseRepetitionsMultiply() {
    assertThat(
            outcome(check(ofMember("{type: string, pattern: '((x{1000}){1000}){1000}'}"), false)))
        .containsExactly(
            "schema.properties[v].pattern: Invalid value: \"((x{1000}){1000}){1000}\": must be a"
                + " valid regular expression, but isn't: error parsing regexp: invalid repeat"
                + " count: `{1000}`");
  }

  @Test
  void limitsThePatternsOfADefinitionTogether() {
    String large = "x{1000}".repeat(99);
    String members =
        IntStream.range(10, 50)
            .mapToObj(i -> "p%d: {type: string, pattern: '%s'}".formatted(i, large))
            .collect(Collectors.joining(", "));

    assertThat(check("{type: object, properties: {" + members + "}}", false))
        .extracting(FieldError::toString)
        .containsExactly("schema.properties[p30].pattern: Forbidden: " + PatternBudget.EXCEEDED);
  }

  @Test
  void statusSubresourceRequiresAnObjectAtTheRoot() {
    assertThat(outcome(check("{type: string}", true)))
        .contains(
            "schema.type: Invalid value: \"string\": only \"object\" is allowed as the type at the"
                + " root of the schema if the status subresource is enabled");
    assertThat(check("{type: object}", true)).isEmpty();
    assertThat(outcome(check("{x-kubernetes-preserve-unknown-fields: true}", true)))
        .containsExactly("valid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enum: [{}]",
        "maxProperties: 9",
        "minProperties: 0",
        "allOf: [{}]",
        "oneOf: [{}]",
        "anyOf: [{}]",
        "not: {required: [x]}",
        "x-kubernetes-map-type: atomic"
      })
  void statusSubresourceForbidsConstraintsThatStatusWouldEvade(String member) {
    String schema = "{type: object, " + member + "}";

    assertThat(check(schema, false)).isEmpty();
    assertThat(outcome(check(schema, true)))
        .singleElement()
        .asString()
        .startsWith("schema: Invalid value: {")
        .endsWith(
            ": only [Description Type Format Title Maximum ExclusiveMaximum Minimum"
                + " ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems"
                + " MultipleOf Required Items Properties ExternalDocs Example"
                + " XPreserveUnknownFields XValidations] fields are allowed at the root of the"
                + " schema if the status subresource is enabled");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "description: d",
        "required: [a]",
        "properties: {a: {type: string}}",
        "x-kubernetes-preserve-unknown-fields: true"
      })
  void statusSubresourceAllowsOtherMembersAtTheRoot(String member) {
    assertThat(check("{type: object, " + member + "}", true)).isEmpty();
  }

  @Test
  void validatesEmbeddedResourcesInDefaultsByTheGivenRules() {
    String embedded =
        "{type: object, x-kubernetes-embedded-resource: true,"
            + " x-kubernetes-preserve-unknown-fields: true, default: {kind: Pod}}";
    String nested = "{type: object, properties: {e: " + embedded + "}, default: {e: {kind: X}}}";
    var paths = new ArrayList<String>();

    List<FieldError> errors =
        StructuralCheck.check(
            yaml("{type: object, properties: {v: " + nested + "}}"),
            "schema",
            false,
            (object, path, found) -> {
              paths.add(path + " " + object);
              found.add(FieldError.required(path + ".apiVersion", ""));
            },
            PatternBudget.ofDefinition());

    assertThat(paths)
        .containsExactly(
            "schema.properties[v].default.e {\"kind\":\"X\"}",
            "schema.properties[v].properties[e].default {\"kind\":\"Pod\"}");
    assertThat(errors).hasSize(2);
  }

  @Test
  void reportsAtMostFiveHundredErrors() {
    String fields =
        IntStream.range(0, 600).mapToObj(i -> "f" + i + ": {}").collect(Collectors.joining(", "));

    assertThat(check("{type: object, properties: {" + fields + "}}", false)).hasSize(500);
  }

  @Test
  void acceptsDeepSchema() {
    String deep = "{type: object, properties: {a: ".repeat(90) + "{type: string}" + "}}".repeat(90);

    assertThat(check(deep, false)).isEmpty();
  }

  private static String ofMember(String member) {
    return "{type: object, properties: {v: " + member + "}}";
  }
}
