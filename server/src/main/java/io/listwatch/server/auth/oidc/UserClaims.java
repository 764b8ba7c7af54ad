package io.listwatch.server.auth.oidc;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.cel.ClaimExpression;
import io.listwatch.objects.schema.cel.ExpressionException;
import io.listwatch.server.auth.UserInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Turns the claims of a verified token into a user, or rejects them, with kube-apiserver's
 * messages.
 *
 * @param required claims with their values
 * @param extra expressions by their key
 * @param claimRules conditions for the claims
 * @param userRules conditions for the user
 */
public record UserClaims(
    ClaimSource username,
    ClaimSource groups,
    ClaimSource uid,
    Map<String, ClaimExpression> extra,
    Map<String, String> required,
    List<Rule> claimRules,
    List<Rule> userRules) {
  private static final String CREDENTIAL = "authentication.kubernetes.io/credential-id";

  public UserClaims {
    extra = Map.copyOf(extra);
    required = Map.copyOf(required);
    claimRules = List.copyOf(claimRules);
    userRules = List.copyOf(userRules);
  }

  /** A condition, and the message if it is false. */
  public record Rule(ClaimExpression expression, String message) {}

  /** Thrown if the claims are rejected. */
  static final class RejectedException extends Exception {
    private static final long serialVersionUID = 1;

    RejectedException(String message) {
      super("oidc: " + message);
    }
  }

  UserInfo user(JsonObject claims) throws RejectedException {
    String name = name(claims);
    List<String> groupNames = groups(claims);
    String id = uid(claims);
    Map<String, List<String>> extras = extras(claims);
    checkRequired(claims);
    check(claimRules, claims, "claim validation expression");
    check(userRules, json(name, id, groupNames, extras), "user info validation rule");
    var all = new ArrayList<>(groupNames);
    all.add(UserInfo.AUTHENTICATED);
    return new UserInfo(name, id, all, extras);
  }

  private String name(JsonObject claims) throws RejectedException {
    ClaimExpression expression = username.expression();
    if (expression != null) {
      String name = string(expression, claims, "username");
      if (name.isEmpty()) {
        throw new RejectedException("empty username via CEL expression is not allowed");
      }
      return name;
    }
    JsonValue claim = claims.path(username.claim());
    if (!claim.isText()) {
      throw new RejectedException(
          "parse username claims \"%s\": %s".formatted(username.claim(), problem(claim)));
    }
    if (username.claim().equals("email") && claims.has("email_verified")) {
      JsonValue verified = claims.path("email_verified");
      if (!verified.isBoolean()) {
        throw new RejectedException("parse 'email_verified' claim: not a boolean");
      }
      if (!verified.booleanValue()) {
        throw new RejectedException("email not verified");
      }
    }
    return username.prefix() + claim.asText();
  }

  private static String problem(JsonValue claim) {
    return claim.isMissing() ? "claim not present" : "not a string";
  }

  private List<String> groups(JsonObject claims) throws RejectedException {
    ClaimExpression expression = groups.expression();
    if (expression != null) {
      return strings(expression, claims, "group");
    }
    JsonValue claim = groups.claim().isEmpty() ? JsonValue.MISSING : claims.path(groups.claim());
    if (claim.isMissing()) {
      return List.of();
    }
    var names = new ArrayList<String>();
    for (JsonValue each : claim.isText() ? new JsonArray().add(claim) : claim) {
      if (!each.isText()) {
        throw new RejectedException(
            "parse groups claim \"%s\": not a string or an array of strings"
                .formatted(groups.claim()));
      }
      names.add(groups.prefix() + each.asText());
    }
    return names;
  }

  private String uid(JsonObject claims) throws RejectedException {
    ClaimExpression expression = uid.expression();
    if (expression != null) {
      return string(expression, claims, "uid");
    }
    JsonValue claim = uid.claim().isEmpty() ? JsonValue.MISSING : claims.path(uid.claim());
    if (!uid.claim().isEmpty() && !claim.isText()) {
      throw new RejectedException(
          "parse uid claim \"%s\": %s".formatted(uid.claim(), problem(claim)));
    }
    return claim.asText();
  }

  private Map<String, List<String>> extras(JsonObject claims) throws RejectedException {
    var extras = new TreeMap<String, List<String>>();
    if (claims.path("jti").isText()) {
      extras.put(CREDENTIAL, List.of("JTI=" + claims.path("jti").asText()));
    }
    for (Map.Entry<String, ClaimExpression> each : extra.entrySet()) {
      List<String> values = strings(each.getValue(), claims, "extra");
      if (!values.isEmpty()) {
        extras.put(each.getKey(), values);
      }
    }
    return extras;
  }

  private void checkRequired(JsonObject claims) throws RejectedException {
    for (Map.Entry<String, String> each : required.entrySet()) {
      JsonValue claim = claims.path(each.getKey());
      if (claim.isMissing()) {
        throw new RejectedException(
            "required claim %s not present in ID token".formatted(each.getKey()));
      }
      if (!claim.isText() || !claim.asText().equals(each.getValue())) {
        throw new RejectedException(
            "required claim %s value does not match. Got = %s, want = %s"
                .formatted(each.getKey(), claim.asText(), each.getValue()));
      }
    }
  }

  private static void check(List<Rule> rules, JsonObject value, String what)
      throws RejectedException {
    for (Rule each : rules) {
      try {
        if (!each.expression.isTrue(value)) {
          throw new RejectedException(
              "error evaluating %s: validation expression '%s' failed%s"
                  .formatted(
                      what,
                      each.expression.text(),
                      each.message.isEmpty() ? "" : ": " + each.message));
        }
      } catch (ExpressionException failure) {
        throw new RejectedException(
            "error evaluating %s: %s".formatted(what, failure.getMessage()));
      }
    }
  }

  private static JsonObject json(
      String name, String uid, List<String> groups, Map<String, List<String>> extras) {
    JsonObject user = new JsonObject().put("username", name).put("uid", uid);
    JsonArray all = user.putArray("groups");
    groups.forEach(all::add);
    JsonObject extra = user.putObject("extra");
    extras.forEach(
        (key, values) -> {
          JsonArray array = extra.putArray(key);
          values.forEach(array::add);
        });
    return user;
  }

  private static String string(ClaimExpression expression, JsonObject claims, String what)
      throws RejectedException {
    try {
      return expression.string(claims);
    } catch (ExpressionException failure) {
      throw new RejectedException(
          "error evaluating %s claim expression: %s".formatted(what, failure.getMessage()));
    }
  }

  private static List<String> strings(ClaimExpression expression, JsonObject claims, String what)
      throws RejectedException {
    try {
      return expression.strings(claims);
    } catch (ExpressionException failure) {
      throw new RejectedException(
          "error evaluating %s claim expression: %s".formatted(what, failure.getMessage()));
    }
  }
}
