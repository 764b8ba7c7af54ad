package io.listwatch.objects.kinds.validation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The outcomes are those that kube-apiserver's own tests of validation expect. */
final class ExpressionRulesTest {
  private static final String OPEN_LIST = "\"object.x in [1, 2, \"";
  private static final String MATCH =
      "\"failurePolicy\":\"Fail\",\"matchConstraints\":{\"matchPolicy\":\"Exact\","
          + "\"resourceRules\":[{\"operations\":[\"CREATE\"],\"apiGroups\":[\"apps\"],"
          + "\"apiVersions\":[\"v1\"],\"resources\":[\"deployments\"]}]}";

  private static CheckedObject validating(String members) {
    return policy("validatingadmissionpolicies", members);
  }

  private static CheckedObject mutating(String members) {
    return policy("mutatingadmissionpolicies", "\"reinvocationPolicy\":\"Never\"," + members);
  }

  private static CheckedObject policy(String plural, String members) {
    return CheckedObject.of(
        plural + ".admissionregistration.k8s.io",
        "{\"metadata\":{\"name\":\"p.example\"},\"spec\":{%s,%s}}".formatted(MATCH, members));
  }

  private static CheckedObject webhook(String expression) {
    return CheckedObject.of(
        "validatingwebhookconfigurations.admissionregistration.k8s.io",
        "{\"webhooks\":[{\"name\":\"a.b.example\",\"sideEffects\":\"None\","
            + "\"admissionReviewVersions\":[\"v1\"],\"clientConfig\":{\"url\":\"https://a\"},"
            + "\"matchConditions\":[{\"name\":\"c\",\"expression\":%s}]}]}".formatted(expression));
  }

  @Test
  void rejectsExpressionThatDoesNotCompile() {
    String syntax = "compilation failed: ERROR: <input>:1:20: Syntax error: missing ']' at '<EOF>'";
    CheckedObject policy =
        validating(
            "\"validations\":[{\"expression\":%s,\"messageExpression\":%s}]"
                .formatted(OPEN_LIST, OPEN_LIST));

    assertThat(policy.faults())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith(
                        "spec.validations[0].expression: Invalid value: " + OPEN_LIST + ": ")
                    .contains(syntax),
            second ->
                assertThat(second)
                    .startsWith(
                        "spec.validations[0].messageExpression: Invalid value: " + OPEN_LIST)
                    .contains(syntax));
  }

  @Test
  void rejectsExpressionOfAnotherType() {
    assertThat(
            validating("\"validations\":[{\"expression\":\"1\",\"messageExpression\":\"0 == 0\"}]")
                .faults())
        .containsExactly(
            "spec.validations[0].expression: Invalid value: \"1\": must evaluate to bool but got"
                + " int",
            "spec.validations[0].messageExpression: Invalid value: \"0 == 0\": must evaluate to"
                + " string but got bool");
    assertThat(
            validating("\"auditAnnotations\":[{\"key\":\"k\",\"valueExpression\":\" true\"}]")
                .faults())
        .containsExactly(
            "spec.auditAnnotations[0].valueExpression: Invalid value: \" true\": must evaluate to"
                + " one of [string null_type] but got bool");
    assertThat(
            mutating(
                    "\"mutations\":[{\"patchType\":\"ApplyConfiguration\","
                        + "\"applyConfiguration\":{\"expression\":\" 1 < 2\"}}]")
                .faults())
        .containsExactly(
            "spec.mutations[0].applyConfiguration.expression: Invalid value: \"1 < 2\": must"
                + " evaluate to Object but got bool");
  }

  @Test
  void variablesSeeOnlyEarlierVariables() {
    CheckedObject policy =
        validating(
            "\"variables\":[{\"name\":\"bar\",\"expression\":\"variables.foo + 1\"},"
                + "{\"name\":\"foo\",\"expression\":\"1 + 1\"},"
                + "{\"name\":\"var\",\"expression\":\"114 + '514'\"}],"
                + "\"validations\":[{\"expression\":\"variables.foo > 1\"},"
                + "{\"expression\":\"variables.replicas == 2\"}]");

    assertThat(policy.faults())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith(
                        "spec.variables[0].expression: Invalid value: \"variables.foo + 1\":"
                            + " compilation failed: ERROR: <input>:1:10: undefined field 'foo'"),
            name ->
                assertThat(name)
                    .isEqualTo(
                        "spec.variables[2].name: Invalid value: \"var\": must be a valid CEL"
                            + " identifier"),
            third ->
                assertThat(third)
                    .startsWith(
                        "spec.variables[2].expression: Invalid value: \"114 + '514'\": compilation"
                            + " failed: ERROR: <input>:1:5: found no matching overload for '_+_'"
                            + " applied to '(int, string)"),
            last ->
                assertThat(last)
                    .startsWith(
                        "spec.validations[1].expression: Invalid value: \"variables.replicas == 2\""
                            + ": compilation failed: ERROR: <input>:1:10: undefined field"
                            + " 'replicas'"));
  }

  @Test
  void paramsNeedParamKind() {
    CheckedObject policy =
        validating(
            "\"matchConditions\":[{\"name\":\"c\",\"expression\":\"params.a == 1\"}],"
                + "\"validations\":[{\"expression\":\"params.a == 1\"}]");

    assertThat(policy.faults())
        .hasSize(2)
        .allSatisfy(fault -> assertThat(fault).contains("undeclared reference to 'params'"));
    assertThat(policy.with("/spec/paramKind", "{'apiVersion':'v1','kind':'ConfigMap'}").faults())
        .isEmpty();
  }

  @Test
  void matchConditionsHaveNoVariables() {
    CheckedObject policy =
        validating(
            "\"variables\":[{\"name\":\"a\",\"expression\":\"true\"}],"
                + "\"matchConditions\":[{\"name\":\"c\",\"expression\":\"variables.a\"}],"
                + "\"validations\":[{\"expression\":\"variables.a\"}]");

    assertThat(policy.faults())
        .singleElement()
        .asString()
        .contains("spec.matchConditions[0].expression", "undeclared reference to 'variables'");
  }

  @Test
  void compilesMatchConditionsOfWebhooks() {
    assertThat(webhook("\"object.x in [1, 2, \"").faults())
        .singleElement()
        .asString()
        .startsWith(
            "webhooks[0].matchConditions[0].expression: Invalid value: \"object.x in [1, 2,\":"
                + " compilation failed: ERROR: <input>:1:19: Syntax error: missing ']' at"
                + " '<EOF>'");
    assertThat(webhook("\"6\"").faults())
        .containsExactly(
            "webhooks[0].matchConditions[0].expression: Invalid value: \"6\": must evaluate to bool"
                + " but got int");
  }

  @Test
  void storedExpressionsAreNotRejectedAgain() {
    CheckedObject hook = webhook("\"6\"");
    CheckedObject policy =
        validating(
            "\"matchConditions\":[{\"name\":\"\",\"expression\":\"6\"}],"
                + "\"validations\":[{\"expression\":\"7\"}]");

    assertThat(hook.with("/webhooks/0/timeoutSeconds", "5").faultsAfter(hook)).isEmpty();
    assertThat(webhook("\"5\"").faultsAfter(hook)).hasSize(1);
    assertThat(policy.with("/spec/failurePolicy", "'Ignore'").faultsAfter(policy)).isEmpty();
    assertThat(
            policy.with("/spec/validations/1", "{'expression':'8'}").faultsAfter(policy).toString())
        .contains("spec.validations[1].expression")
        .doesNotContain("spec.validations[0].expression", "matchConditions");
    assertThat(
            policy
                .with("/spec/paramKind", "{'apiVersion':'v1','kind':'ConfigMap'}")
                .faultsAfter(policy))
        .hasSize(3);
  }
}
