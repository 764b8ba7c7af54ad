package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import org.junit.jupiter.api.Test;

final class AccessExpressionTest {
  private static final JsonObject REQUEST =
      (JsonObject)
          JsonTrees.read(
              """
              {"user":"jane","uid":"","groups":["dev"],"extra":{"a":["b"]},
               "resourceAttributes":{"namespace":"n","verb":"list","group":"","version":"v1",
                 "resource":"pods","subresource":"","name":"",
                 "fieldSelector":{"requirements":[
                   {"key":"spec.nodeName","operator":"In","values":["a"]}]}}}
              """);

  private static boolean evaluate(String text) throws ExpressionException {
    return AccessExpression.compile(text).isTrue(REQUEST);
  }

  @Test
  void readsTheUserAndTheResource() throws ExpressionException {
    assertThat(evaluate("request.user == 'jane' && 'dev' in request.groups")).isTrue();
    assertThat(evaluate("has(request.resourceAttributes)")).isTrue();
    assertThat(evaluate("has(request.nonResourceAttributes)")).isFalse();
    assertThat(evaluate("request.resourceAttributes.subresource == ''")).isTrue();
    assertThat(evaluate("request.extra['a'][0] == 'b'")).isTrue();
    assertThat(
            evaluate(
                "request.resourceAttributes.fieldSelector.requirements"
                    + ".exists(r, r.key == 'spec.nodeName' && r.operator == 'In')"))
        .isTrue();
  }

  @Test
  void rejectsUnknownFieldsAndOtherResults() {
    assertThatThrownBy(() -> AccessExpression.compile("request.nobody == ''"))
        .hasMessageContaining("compilation failed: ")
        .hasMessageContaining("undefined field 'nobody'");
    assertThatThrownBy(() -> AccessExpression.compile("request.user"))
        .hasMessage("must evaluate to bool but got string");
  }

  @Test
  void failsForAnAbsentField() {
    assertThatThrownBy(() -> evaluate("request.nonResourceAttributes.path == '/'"))
        .isInstanceOf(ExpressionException.class)
        .hasMessageContaining(
            "cel evaluation error: expression 'request.nonResourceAttributes.path == '/'' resulted"
                + " in error: no such key: nonResourceAttributes");
  }
}
