package io.listwatch.server.auth;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of an authentication.
 *
 * @param user null if the credentials are not valid
 * @param audiences the requested audiences that the token has; empty if there is no user
 * @param problems the reasons why there is no user, as in a TokenReview; empty if no authenticator
 *     knows the token
 * @param warnings for the client
 * @param annotations of the audit events of a request with this token
 */
public record TokenResult(
    @Nullable UserInfo user,
    List<String> audiences,
    List<String> problems,
    List<String> warnings,
    Map<String, String> annotations) {
  /** The token is of another kind: another authenticator may accept it. */
  public static final TokenResult UNKNOWN =
      new TokenResult(null, List.of(), List.of(), List.of(), Map.of());

  public TokenResult {
    audiences = List.copyOf(audiences);
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
    annotations = Map.copyOf(annotations);
  }

  public static TokenResult of(UserInfo user, List<String> audiences) {
    return new TokenResult(user, audiences, List.of(), List.of(), Map.of());
  }

  public static TokenResult rejected(String problem) {
    return new TokenResult(null, List.of(), List.of(problem), List.of(), Map.of());
  }

  /** Returns the same result with a warning. */
  public TokenResult warning(String text) {
    return new TokenResult(user, audiences, problems, List.of(text), annotations);
  }

  /** Returns the same result with one more audit annotation. */
  public TokenResult annotated(String key, String value) {
    var more = new HashMap<>(annotations);
    more.put(key, value);
    return new TokenResult(user, audiences, problems, warnings, more);
  }
}
