package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.cel.AdmissionExpression.Result;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The expressions of mutating policies, which construct configurations and JSON patches. */
final class PatchExpressionTest {
  private final AdmissionInput input =
      new AdmissionInput(AdmissionInput.POLICY_BUDGET)
          .set("object", JsonTrees.read("{\"data\":{\"a\":\"1\"},\"list\":[{\"n\":1}]}"))
          .set("request", JsonTrees.read("{\"name\":\"n\"}"));

  private final AdmissionScope scope = AdmissionScope.composed(true);

  private String configuration(String expression) throws ExpressionException {
    return scope.compile(expression, Result.CONFIGURATION).configuration(input).toString();
  }

  private String operations(String expression) throws ExpressionException {
    return scope.compile(expression, Result.PATCH).operations(input).toString();
  }

  private String failure(String expression, Result result) {
    return scope.compile(expression, result).failure();
  }

  @Test
  void constructsObjectWithAnyFields() throws Exception {
    assertThat(configuration("Object{metadata: Object.metadata{labels: {'a': request.name}}}"))
        .isEqualTo("{\"metadata\":{\"labels\":{\"a\":\"n\"}}}");
    assertThat(
            configuration(
                "Object{spec: Object.spec{containers: object.list.map(c,"
                    + " Object.spec.containers{name: string(c.n), image: 'x'})}}"))
        .isEqualTo("{\"spec\":{\"containers\":[{\"name\":\"1\",\"image\":\"x\"}]}}");
    assertThat(configuration("Object{}")).isEqualTo("{}");
    assertThat(configuration("has(object.data) ? Object{a: 1} : Object{b: 1.5}"))
        .isEqualTo("{\"a\":1}");
  }

  @Test
  void readsFieldsOfConstructedObject() throws Exception {
    assertThat(configuration("Object{a: Object.a{b: 2}.b + 1}")).isEqualTo("{\"a\":3}");
    assertThat(configuration("Object{a: Object.a{b: 2} == Object.a{b: 2}}"))
        .isEqualTo("{\"a\":true}");
  }

  @Test
  void leavesOutAbsentOptionalField() throws Exception {
    assertThat(configuration("Object{?a: object.?data.?a, ?b: object.?data.?b}"))
        .isEqualTo("{\"a\":\"1\"}");
  }

  @Test
  void convertsEveryValueToJson() throws Exception {
    assertThat(
            operations(
                "[JSONPatch{op: 'add', path: '/x', value: [dyn(1), dyn(2u), dyn(1.5), dyn(true),"
                    + " dyn(null), dyn(b'a'), dyn(timestamp('2020-01-02T03:04:05Z')),"
                    + " dyn(duration('90s')), dyn({'k': object})]}]"))
        .isEqualTo(
            "[{\"op\":\"add\",\"path\":\"/x\",\"value\":[1,2,1.5,true,null,\"YQ==\","
                + "\"2020-01-02T03:04:05Z\",\"90s\",{\"k\":{\"data\":{\"a\":\"1\"},"
                + "\"list\":[{\"n\":1}]}}]}]");
  }

  @Test
  void constructsPatchOperations() throws Exception {
    assertThat(
            operations(
                "[JSONPatch{op: 'move', from: '/a', path: '/b/' + jsonpatch.escapeKey('x/y~z')}]"))
        .isEqualTo("[{\"op\":\"move\",\"path\":\"/b/x~1y~0z\",\"from\":\"/a\"}]");
    assertThat(operations("has(object.absent) ? [JSONPatch{op: 'remove', path: '/a'}] : []"))
        .isEqualTo("[]");
  }

  @Test
  void rejectsOtherTypes() {
    assertThat(failure("object", Result.CONFIGURATION))
        .isEqualTo("must evaluate to Object but got dyn");
    assertThat(failure("Object.spec{}", Result.CONFIGURATION))
        .isEqualTo("must evaluate to Object but got Object.spec");
    assertThat(failure("JSONPatch{}", Result.PATCH))
        .isEqualTo("must evaluate to list(JSONPatch) but got JSONPatch");
    assertThat(failure("'a'", Result.CONDITION)).isEqualTo("must evaluate to bool but got string");
    assertThat(failure("1", Result.ANNOTATION))
        .isEqualTo("must evaluate to one of [string null_type] but got int");
  }

  @Test
  void rejectsUnknownFieldOfPatchAndPatchTypesElsewhere() {
    assertThat(failure("[JSONPatch{op: 1}]", Result.PATCH))
        .contains("expected type of field 'op' is 'string' but provided type is 'int'");
    assertThat(failure("[JSONPatch{operation: 'add'}]", Result.PATCH))
        .contains("undefined field 'operation'");
    assertThat(failure("Object{} == Object{}", Result.CONDITION)).contains("undeclared reference");
    assertThat(failure("jsonpatch.escapeKey('a') == 'a'", Result.CONDITION)).isNotEmpty();
  }

  @Test
  void rejectsTypeNamesThatDifferFromFieldPath() {
    assertThatThrownBy(() -> configuration("Object{spec: Object.wrong{}}"))
        .isInstanceOf(ExpressionException.class)
        .hasMessage(
            "type mismatch: unexpected type name \"Object.wrong\", expected \"Object.spec\", which"
                + " matches field name path from root Object type");
    assertThatThrownBy(() -> configuration("Object{spec: Object.spec{l: [Object.spec{}]}}"))
        .hasMessageContaining("expected \"Object.spec.l\"");
  }

  @Test
  void reportsFailureOfEvaluation() {
    assertThatThrownBy(() -> configuration("Object{data: {'a': object.data.absent}}"))
        .hasMessage(
            "expression 'Object{data: {'a': object.data.absent}}' resulted in error: no such key:"
                + " absent");
  }

  @Test
  void limitsSizeOfRepeatedValues() {
    Map<String, AdmissionExpression> variables = new LinkedHashMap<>();
    variables.put("v0", scope.define("v0", "['0123456789']"));
    for (int i = 1; i < 40; i++) {
      String text = "[variables.v%d, variables.v%d]".formatted(i - 1, i - 1);
      variables.put("v" + i, scope.define("v" + i, text));
    }
    input.variables(variables);

    assertThatThrownBy(() -> configuration("Object{a: variables.v39}"))
        .hasMessage("the result is larger than 3145728 characters");
  }
}
