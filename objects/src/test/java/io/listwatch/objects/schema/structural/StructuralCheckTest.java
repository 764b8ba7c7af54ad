package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cases that the recorded transcripts do not contain. */
final class StructuralCheckTest {
  /**
   * Returns the errors of a schema whose member {@code v} has this declaration, in single quotes.
   */
  private static List<String> problems(String member) {
    String text = "{'type':'object','properties':{'v':" + member + "}}";
    return check(JsonTrees.read(text.replace('\'', '"')), false);
  }

  private static List<String> check(JsonValue schema, boolean status) {
    return StructuralCheck.check(
            schema, "s", status, (object, path, errors) -> {}, PatternBudget.ofDefinition())
        .stream()
        .map(FieldError::toString)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'array','uniqueItems':true,'items':{'type':'string'}} | uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic
          {'type':'string','anyOf':[{'nullable':true}]}                 | anyOf[0].nullable: Forbidden: must be false to be structural
          {'type':'string','not':{'default':'x'}}                       | not.default: Forbidden: must be undefined to be structural
          {'type':'string','x-kubernetes-map-type':'atomic'}            | type: Invalid value: "string": must be object if x-kubernetes-map-type is specified
          {'type':'string','x-kubernetes-list-type':'set'}              | type: Invalid value: "string": must be array if x-kubernetes-list-type is specified
          {'type':'array','items':{'type':'string'},'x-kubernetes-list-map-keys':['k']} | x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty
          {'type':'array','items':{'type':'string','nullable':true},'x-kubernetes-list-type':'set'} | items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set
          {'type':'object','x-kubernetes-preserve-unknown-fields':false} | x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined
          {'type':'array','items':{'type':'object','default':{'a':1}}}   | items.default: Invalid value: {"a":1}: must not have unknown fields
          {'type':'string','default':'abc','maxLength':2}               | default: Too long: may not be more than 2 bytes
          """)
  void reportsErrorsOfSchema(String member, String problem) {
    assertThat(problems(member)).containsExactly("s.properties[v]." + problem);
  }

  @Test
  void rejectsAPatternWhoseRepetitionsMultiply() {
    assertThat(problems("{'type':'string','pattern':'((x{1000}){1000}){1000}'}"))
        .containsExactly(
            "s.properties[v].pattern: Invalid value: \"((x{1000}){1000}){1000}\": must be a valid"
                + " regular expression, but isn't: error parsing regexp: invalid repeat count:"
                + " `{1000}`");
  }

  @Test
  void limitsThePatternsOfADefinitionTogether() {
    String large = "x{1000}".repeat(99);
    var members = new StringJoiner(",");
    for (int i = 10; i < 50; i++) {
      members.add("'p%d':{'type':'string','pattern':'%s'}".formatted(i, large));
    }

    assertThat(problems("{'type':'object','properties':{" + members + "}}"))
        .containsExactly(
            "s.properties[v].properties[p30].pattern: Forbidden: " + PatternBudget.EXCEEDED);
  }

  @Test
  void intOrStringMayRepeatItsTypesInAnyOf() {
    String types = "'anyOf':[{'type':'integer'},{'type':'string'}]";

    assertThat(problems("{'x-kubernetes-int-or-string':true," + types + "}")).isEmpty();
    assertThat(problems("{'x-kubernetes-int-or-string':true,'allOf':[{" + types + "}]}")).isEmpty();
  }

  @Test
  void rejectsRestrictionOfUndeclaredRootField() {
    JsonValue schema =
        JsonTrees.read(
            """
            {"type":"object","anyOf":[{"properties":{"gone":{"minimum":1}}}]}
            """);

    assertThat(check(schema, false))
        .containsExactly(
            "s.properties[gone]: Required value: because it is defined in"
                + " s.anyOf[0].properties[gone]");
  }

  @Test
  void statusSubresourceForbidsRootConstraints() {
    JsonValue schema = JsonTrees.read("{\"type\":\"object\",\"maxProperties\":9}");

    assertThat(check(schema, false)).isEmpty();
    assertThat(check(schema, true)).singleElement().asString().startsWith("s: Invalid value");
  }

  @Test
  void acceptsDeepSchema() {
    String deep =
        "{'type':'object','properties':{'a':".repeat(150) + "{'type':'string'}" + "}}".repeat(150);

    assertThat(problems(deep)).isEmpty();
  }
}
