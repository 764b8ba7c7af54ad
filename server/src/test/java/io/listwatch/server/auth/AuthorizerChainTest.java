package io.listwatch.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.auth.AccessRules.OnPaths;
import io.listwatch.server.auth.Authorizer.Decision;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AuthorizerChainTest {
  private static final UserInfo JANE = new UserInfo("jane", "", List.of(UserInfo.AUTHENTICATED));
  private static final AccessRequest GET_PODS =
      AccessRequest.onResource(JANE, "get", "", "pods", "", null, null);

  @Test
  void firstOpinionDecides() {
    assertThat(decision(noOpinion("a"), allowed("b"), denied("c")))
        .isEqualTo(Decision.allowed("b"));
    assertThat(decision(noOpinion("a"), denied("c"), allowed("b"))).isEqualTo(Decision.denied("c"));
  }

  @Test
  void noOpinionHasTheReasonsOfAllAuthorizers() {
    assertThat(decision(noOpinion("a"), noOpinion(""), noOpinion("b")))
        .isEqualTo(Decision.noOpinion("a\nb"));
    assertThat(decision(noOpinion(""), noOpinion("b"))).isEqualTo(Decision.noOpinion("b"));
  }

  @Test
  void mastersAreAllowedEverything() {
    var root = new UserInfo("root", "", List.of(UserInfo.MASTERS));
    var chain = new AuthorizerChain(List.of(denied("no"), Authorizer.allowNone()));

    assertThat(chain.authorize(AccessRequest.onResource(root, "get", "", "pods", "", null, null)))
        .isEqualTo(Decision.ALLOWED);
  }

  @Test
  void allowNoneForbidsEverything() {
    assertThat(decision(Authorizer.allowNone()))
        .isEqualTo(Decision.noOpinion("Everything is forbidden."));
    assertThat(decision(Authorizer.allowNone(), Authorizer.allowAll()).allowed()).isTrue();
  }

  @Test
  void listsRulesOfAllAuthorizersAndTheirProblems() {
    var chain =
        new AuthorizerChain(
            List.of(new Listed("/a", "x"), Authorizer.allowNone(), new Listed("/b", "y")));

    AccessRules rules = chain.rules(JANE, "default");

    assertThat(rules.paths())
        .containsExactly(
            new OnPaths(List.of("get"), List.of("/a")), new OnPaths(List.of("get"), List.of("/b")));
    assertThat(rules.problem()).isEqualTo("[x, y]");
  }

  @Test
  void listsTheSameProblemOnce() {
    var chain = new AuthorizerChain(List.of(new Listed("/a", "x"), new Listed("/b", "x")));

    assertThat(chain.rules(JANE, "default").problem()).isEqualTo("x");
  }

  private static Decision decision(Authorizer... authorizers) {
    return new AuthorizerChain(List.of(authorizers)).authorize(GET_PODS);
  }

  private static Authorizer allowed(String reason) {
    return request -> Decision.allowed(reason);
  }

  private static Authorizer denied(String reason) {
    return request -> Decision.denied(reason);
  }

  private static Authorizer noOpinion(String reason) {
    return request -> Decision.noOpinion(reason);
  }

  /** Lists one rule and one problem. */
  private record Listed(String path, String problem) implements Authorizer {
    @Override
    public Decision authorize(AccessRequest request) {
      return Decision.noOpinion("");
    }

    @Override
    public AccessRules rules(UserInfo user, String namespace) {
      return new AccessRules(
          List.of(), List.of(new OnPaths(List.of("get"), List.of(path))), problem);
    }
  }
}
