package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import org.junit.jupiter.api.Test;

final class ClaimExpressionTest {
  private static final JsonObject CLAIMS =
      (JsonObject)
          JsonTrees.read(
              "{\"sub\":\"jane\",\"roles\":[\"a\",\"b\",\"\"],\"n\":1,\"org\":{\"name\":\"x\"}}");

  private static ClaimExpression claims(String text) {
    return ClaimExpression.compile(text, "claims");
  }

  @Test
  void evaluatesStringsListsAndConditions() throws ExpressionException {
    assertThat(claims("'oidc:' + claims.sub").string(CLAIMS)).isEqualTo("oidc:jane");
    assertThat(claims("claims.roles").strings(CLAIMS)).containsExactly("a", "b");
    assertThat(claims("claims.roles.map(r, 'x:' + r)").strings(CLAIMS))
        .containsExactly("x:a", "x:b", "x:");
    assertThat(claims("claims.sub").strings(CLAIMS)).containsExactly("jane");
    assertThat(claims("claims.?missing.orValue('')").strings(CLAIMS)).isEmpty();
    assertThat(claims("claims.org.name == 'x'").isTrue(CLAIMS)).isTrue();
    assertThat(ClaimExpression.compile("!user.sub.startsWith('system:')", "user").isTrue(CLAIMS))
        .isTrue();
  }

  @Test
  void failsForMissingClaimsAndOtherTypes() {
    assertThatThrownBy(() -> claims("claims.missing").string(CLAIMS))
        .isInstanceOf(ExpressionException.class);
    assertThatThrownBy(() -> claims("claims.n").string(CLAIMS))
        .hasMessageContaining("must return a string");
    assertThatThrownBy(() -> claims("[1]").strings(CLAIMS)).hasMessageContaining("list of strings");
  }

  @Test
  void rejectsOtherVariables() {
    assertThatThrownBy(() -> claims("user.sub == 'a'"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("undeclared reference to 'user'");
  }
}
