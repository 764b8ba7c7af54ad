package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.cel.AdmissionExpression.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages are those of kube-apiserver 1.36. */
final class AdmissionScopeTest {
  private static String failure(String expression, Result result) {
    return AdmissionScope.plain(false).compile(expression, result).failure();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "request.namespace == request.userInfo.username && request.dryRun",
        "request.kind.group + request.resource.resource + request.requestKind.kind == ''",
        "'a' in request.userInfo.groups && 'b' in request.userInfo.extra['c']",
        "has(request.subResource) && request.?namespace.orValue('') == ''",
        "request.options.anything == 1",
        "namespaceObject.metadata.labels['a'] == namespaceObject.status.phase",
        "namespaceObject.metadata.creationTimestamp > timestamp('2020-01-01T00:00:00Z')",
        "namespaceObject.status.conditions.exists(c, c.type == 'x' && c.status == 'True')",
        "namespaceObject == null",
        "object.a.b == oldObject.c && authorizer.requestResource.check('get').allowed()",
      })
  void declaresTheVariablesOfARequest(String expression) {
    assertThat(failure(expression, Result.CONDITION)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "request.uid == ''           | 1:8: undefined field 'uid'",
        "request.object == 1         | 1:8: undefined field 'object'",
        "namespaceObject.metadata.uid == '' | 1:25: undefined field 'uid'",
        "request.name == 1           | 1:14: found no matching overload for '_==_' applied to"
            + " '(string, int)'",
        "params.x == 1               | 1:1: undeclared reference to 'params' (in container '')",
        "variables.x == 1            | 1:1: undeclared reference to 'variables' (in container '')",
        "Object{}                    | 1:7: undeclared reference to 'Object' (in container '')",
      })
  void rejectsUndeclaredNames(String expression, String error) {
    assertThat(failure(expression, Result.CONDITION))
        .startsWith("compilation failed: ERROR: <input>:" + error + "\n | " + expression);
  }

  @Test
  void messageExpressionCannotUseTheAuthorizer() {
    assertThat(failure("authorizer.path('/').check('get').reason()", Result.MESSAGE))
        .contains("undeclared reference to 'authorizer'");
  }

  @Test
  void laterExpressionsSeeTheTypesOfVariables() {
    AdmissionScope scope = AdmissionScope.composed(false);
    scope.define("names", "['a'].map(x, x + 'b')");
    scope.define("user", "request.userInfo");
    scope.define("broken", "1 + 'a'");

    assertThat(scope.compile("variables.names[0]", Result.MESSAGE).failure()).isEmpty();
    assertThat(scope.compile("variables.names == 1", Result.CONDITION).failure())
        .contains("applied to '(list(string), int)'");
    assertThat(scope.compile("variables.user.anything == 1", Result.CONDITION).failure()).isEmpty();
    assertThat(scope.compile("variables.broken == 1", Result.CONDITION).failure()).isEmpty();
    assertThat(scope.compile("variables.later == 1", Result.CONDITION).failure())
        .contains("1:10: undefined field 'later'");
    assertThat(scope.compile("variables['names'] == 1", Result.CONDITION).failure())
        .contains(
            "found no matching overload for '_[_]' applied to '(kubernetes.variables, string)'");
  }

  @Test
  void errorListsTheAllowedResultTypes() {
    assertThat(failure("'a'", Result.CONDITION)).isEqualTo("must evaluate to bool but got string");
    assertThat(failure("true", Result.ANNOTATION))
        .isEqualTo("must evaluate to one of [string null_type] but got bool");
    assertThat(failure("null", Result.ANNOTATION)).isEmpty();
    assertThat(failure("object.a", Result.ANNOTATION))
        .isEqualTo("must evaluate to one of [string null_type] but got dyn");
    assertThat(failure("request", Result.MESSAGE))
        .isEqualTo("must evaluate to string but got kubernetes.AdmissionRequest");
  }

  @Test
  void variablesCannotHaveReservedNames() {
    assertThat(AdmissionScope.isIdentifier("_a1")).isTrue();
    assertThat(AdmissionScope.isIdentifier("namespace")).isFalse();
    assertThat(AdmissionScope.isIdentifier("a-b")).isFalse();
    assertThat(AdmissionScope.isIdentifier("1a")).isFalse();
    assertThat(AdmissionScope.isIdentifier("")).isFalse();
  }
}
