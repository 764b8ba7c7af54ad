package io.listwatch.server.auth.oidc;

import io.listwatch.objects.schema.cel.ClaimExpression;
import org.jspecify.annotations.Nullable;

/**
 * The source of a user's attribute: a claim with a prefix, or an expression.
 *
 * @param claim empty if there is an expression or no source
 * @param expression null if there is a claim or no source
 */
public record ClaimSource(String claim, String prefix, @Nullable ClaimExpression expression) {
  public static final ClaimSource NONE = new ClaimSource("", "", null);

  public static ClaimSource ofClaim(String claim, String prefix) {
    return new ClaimSource(claim, prefix, null);
  }
}
