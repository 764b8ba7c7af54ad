package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.cel.AdmissionExpression.Result;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AdmissionExpressionTest {
  private final ArrayList<AccessCheck.Question> questions = new ArrayList<>();
  private final AdmissionInput input =
      new AdmissionInput(AdmissionInput.POLICY_BUDGET)
          .set("object", JsonTrees.read("{\"spec\":{\"n\":3,\"f\":1.5,\"l\":[1,null]}}"))
          .set("oldObject", null)
          .set("request", JsonTrees.read("{\"namespace\":\"ns\"}"))
          .authorizer(this::check, AccessCheck.Question.NONE.withGroup("apps"));

  private final AdmissionScope scope = AdmissionScope.composed(true);

  private AccessCheck.Decision check(AccessCheck.Question question) {
    questions.add(question);
    return new AccessCheck.Decision(question.verb().equals("get"), "because");
  }

  private boolean isTrue(String expression) throws ExpressionException {
    return scope.compile(expression, Result.CONDITION).isTrue(input);
  }

  private String string(String expression) throws ExpressionException {
    return scope.compile(expression, Result.MESSAGE).string(input);
  }

  @Test
  void readsJsonWithoutSchema() throws Exception {
    assertThat(isTrue("object.spec.n == 3 && object.spec.f > 1.0")).isTrue();
    assertThat(isTrue("object.spec.l[1] == null && size(object.spec.l) == 2")).isTrue();
    assertThat(isTrue("has(object.spec.n) && !has(object.spec.m)")).isTrue();
    assertThat(isTrue("oldObject == null && params == null")).isTrue();
  }

  @Test
  void reportsMissingKeyInTheWordsOfKubeApiserver() {
    assertThatThrownBy(() -> isTrue("object.data.x == 'y'"))
        .isInstanceOf(ExpressionException.class)
        .hasMessage("expression 'object.data.x == 'y'' resulted in error: no such key: data");
  }

  @Test
  void queriesTheAuthorizer() throws Exception {
    assertThat(
            isTrue(
                "authorizer.serviceAccount('a', 'b').group('').resource('pods').subresource('log')"
                    + ".namespace(request.namespace).name('p').check('get').allowed()"))
        .isTrue();
    assertThat(isTrue("authorizer.path('/healthz').check('post').reason() == 'because'")).isTrue();
    assertThat(isTrue("authorizer.requestResource.check('get').allowed()")).isTrue();
    assertThat(
            isTrue(
                "authorizer.group('').resource('pods').fieldSelector('a=b').labelSelector('c')"
                    + ".check('list').reason() == 'because'"))
        .isTrue();

    assertThat(questions)
        .containsExactly(
            new AccessCheck.Question("", "a/b", "", "pods", "log", "ns", "p", "get"),
            new AccessCheck.Question("/healthz", "", "", "", "", "", "", "post"),
            new AccessCheck.Question("", "", "apps", "", "", "", "", "get"),
            new AccessCheck.Question("", "", "", "pods", "", "", "", "list", "a=b", "c"));
  }

  @Test
  void variablesAndRequestMayBeTheWholeExpression() throws Exception {
    input.variables(
        Map.of(
            "ok", scope.define("ok", "object.spec.n == 3"),
            "number", scope.define("number", "object.spec.n")));

    assertThat(isTrue("variables.ok")).isTrue();
    assertThat(isTrue("has(object.absent) ? false : variables.ok")).isTrue();
    assertThat(string("request.namespace")).isEqualTo("ns");
    assertThatThrownBy(() -> isTrue("variables.number"))
        .hasMessageEndingWith("must evaluate to bool but got dyn");
    assertThatThrownBy(() -> isTrue("object.spec.n"))
        .hasMessageEndingWith("must evaluate to bool but got dyn");
  }

  @Test
  void evaluatesVariablesOnceAndOnlyIfUsed() throws Exception {
    input.variables(
        Map.of(
            "asked",
            scope.define("asked", "authorizer.path('/x').check('get').allowed()"),
            "broken",
            scope.define("broken", "object.absent")));

    assertThat(isTrue("variables.asked && variables.asked")).isTrue();

    assertThat(questions).hasSize(1);
    assertThatThrownBy(() -> isTrue("variables.broken == 1"))
        .hasMessageEndingWith(
            "composited variable \"broken\" fails to evaluate: no such key: absent");
  }

  @Test
  void rejectsOtherResultsAndUnknownNames() {
    assertThat(scope.compile("1", Result.CONDITION).failure())
        .isEqualTo("must evaluate to bool but got int");
    assertThat(scope.compile("unknown", Result.CONDITION).failure())
        .contains("undeclared reference to 'unknown'");
    assertThatThrownBy(() -> isTrue("1"))
        .hasMessage("compilation error: must evaluate to bool but got int");
  }

  @Test
  void endsWhenTheBudgetIsSpent() throws Exception {
    input.withBudget(3);

    assertThatThrownBy(() -> isTrue("[1, 2, 3, 4, 5].all(x, x > 0)"))
        .isInstanceOfSatisfying(
            ExpressionException.class, e -> assertThat(e.outOfBudget()).isTrue());
  }
}
