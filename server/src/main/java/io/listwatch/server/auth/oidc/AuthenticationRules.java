package io.listwatch.server.auth.oidc;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The validation of an AuthenticationConfiguration, apart from its expressions, with
 * kube-apiserver's messages.
 */
final class AuthenticationRules {
  private static final int MAX_ISSUERS = 64;
  private static final String BOTH = "claim and expression can't both be set";
  private static final String NEITHER = "claim or expression is required";

  private static final Pattern TEXT = Pattern.compile("\"(\\\\.|[^\"\\\\])*\"|'(\\\\.|[^'\\\\])*'");
  private static final Pattern EMAIL = Pattern.compile("\\bclaims\\s*\\.\\s*\\??\\s*email\\b");
  private static final Pattern VERIFIED =
      Pattern.compile("\\bclaims\\s*\\.\\s*\\??\\s*email_verified\\b");
  private static final Pattern DOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private final Set<String> ownIssuers;
  private final List<FieldError> errors = new ArrayList<>();

  private AuthenticationRules(Set<String> ownIssuers) {
    this.ownIssuers = new TreeSet<>(ownIssuers);
  }

  /**
   * Checks a configuration.
   *
   * @param ownIssuers the issuer URLs of service account tokens, which no other issuer may have
   * @throws IllegalArgumentException if it is invalid; the message has all problems
   */
  static void check(JsonValue file, Set<String> ownIssuers) {
    var rules = new AuthenticationRules(ownIssuers);
    rules.checkIssuers(file.path("jwt"));
    rules.checkAnonymous(file.path("anonymous"));
    List<String> all = rules.errors.stream().map(FieldError::toString).distinct().toList();
    if (!all.isEmpty()) {
      throw new IllegalArgumentException(
          all.size() == 1 ? all.get(0) : all.stream().collect(Collectors.joining(", ", "[", "]")));
    }
  }

  private void checkIssuers(JsonValue issuers) {
    if (issuers.size() > MAX_ISSUERS) {
      errors.add(FieldError.tooMany("jwt", issuers.size(), MAX_ISSUERS));
      return;
    }
    var urls = new HashSet<String>();
    var discoveries = new HashSet<String>();
    int index = 0;
    for (JsonValue each : issuers) {
      String path = "jwt[" + index++ + "].";
      checkIssuer(each.path("issuer"), path + "issuer.");
      checkClaimRules(each.path("claimValidationRules"), path + "claimValidationRules");
      checkMappings(each, path + "claimMappings.");
      checkUserRules(each.path("userValidationRules"), path + "userValidationRules");
      checkUnique(each.at("/issuer/url").asText(), urls, path + "issuer.url");
      checkUnique(
          each.at("/issuer/discoveryURL").asText(), discoveries, path + "issuer.discoveryURL");
    }
  }

  private void checkUnique(String value, Set<String> seen, String path) {
    if (!value.isEmpty() && !seen.add(value)) {
      errors.add(FieldError.duplicate(path, value));
    }
  }

  private void checkIssuer(JsonValue issuer, String path) {
    String url = issuer.path("url").asText();
    String discovery = issuer.path("discoveryURL").asText();
    if (url.isEmpty()) {
      errors.add(FieldError.required(path + "url", "URL is required"));
    } else {
      checkUrl(url, path + "url", ownIssuers);
    }
    if (!discovery.isEmpty()) {
      if (!url.isEmpty() && trimmed(url).equals(trimmed(discovery))) {
        invalid(path + "discoveryURL", discovery, "discoveryURL must be different from URL");
      }
      checkUrl(discovery, path + "discoveryURL", Set.of());
    }
    checkAudiences(issuer, path);
  }

  private static String trimmed(String url) {
    return url.replaceAll("/+$", "");
  }

  private void checkUrl(String url, String path, Set<String> disallowed) {
    if (disallowed.contains(url)) {
      invalid(
          path,
          url,
          "URL must not overlap with disallowed issuers: [%s]"
              .formatted(String.join(" ", disallowed)));
    }
    URI parsed;
    try {
      parsed = new URI(url);
    } catch (URISyntaxException malformed) {
      invalid(path, url, String.valueOf(malformed.getMessage()));
      return;
    }
    if (!"https".equalsIgnoreCase(parsed.getScheme())) {
      invalid(path, url, "URL scheme must be https");
    }
    if (parsed.getRawUserInfo() != null) {
      invalid(path, url, "URL must not contain a username or password");
    }
    String query = parsed.getRawQuery();
    if (query != null && !query.isEmpty()) {
      invalid(path, url, "URL must not contain a query");
    }
    String fragment = parsed.getRawFragment();
    if (fragment != null && !fragment.isEmpty()) {
      invalid(path, url, "URL must not contain a fragment");
    }
  }

  private void checkAudiences(JsonValue issuer, String path) {
    JsonValue audiences = issuer.path("audiences");
    String policy = issuer.path("audienceMatchPolicy").asText();
    if (audiences.isEmpty()) {
      errors.add(
          FieldError.required(
              path + "audiences", "at least one " + path + "audiences is required"));
    }
    if (audiences.size() > 1 && !policy.equals("MatchAny")) {
      invalid(
          path + "audienceMatchPolicy",
          policy,
          "audienceMatchPolicy must be MatchAny for multiple audiences");
    }
    if (audiences.size() == 1 && !policy.isEmpty() && !policy.equals("MatchAny")) {
      invalid(
          path + "audienceMatchPolicy",
          policy,
          "audienceMatchPolicy must be empty or MatchAny for single audience");
    }
    var seen = new HashSet<String>();
    int index = 0;
    for (JsonValue each : audiences) {
      String at = path + "audiences[" + index++ + "]";
      if (each.asText().isEmpty()) {
        errors.add(FieldError.required(at, "audience can't be empty"));
      }
      checkUnique(each.asText(), seen, at);
    }
  }

  private void checkClaimRules(JsonValue rules, String path) {
    var claims = new HashSet<String>();
    var expressions = new HashSet<String>();
    int index = 0;
    for (JsonValue each : rules) {
      String at = path + "[" + index++ + "]";
      String claim = each.path("claim").asText();
      String expression = each.path("expression").asText();
      if (!claim.isEmpty() && !expression.isEmpty()) {
        invalid(at, claim, BOTH);
      } else if (claim.isEmpty() && expression.isEmpty()) {
        errors.add(FieldError.required(at, NEITHER));
      } else if (!claim.isEmpty()) {
        checkEmpty(each, "message", at, "claim");
        checkUnique(claim, claims, at + ".claim");
      } else {
        checkEmpty(each, "requiredValue", at, "expression");
        checkUnique(expression, expressions, at + ".expression");
      }
    }
  }

  private void checkEmpty(JsonValue rule, String member, String path, String beside) {
    String value = rule.path(member).asText();
    if (!value.isEmpty()) {
      invalid(path + "." + member, value, member + " can't be set when " + beside + " is set");
    }
  }

  private void checkUserRules(JsonValue rules, String path) {
    var expressions = new HashSet<String>();
    int index = 0;
    for (JsonValue each : rules) {
      String at = path + "[" + index++ + "].expression";
      String expression = each.path("expression").asText();
      if (expression.isEmpty()) {
        errors.add(FieldError.required(at, "expression is required"));
      }
      checkUnique(expression, expressions, at);
    }
  }

  private void checkMappings(JsonValue jwt, String path) {
    JsonValue mappings = jwt.path("claimMappings");
    checkPrefixed(mappings.path("username"), path + "username", true);
    checkPrefixed(mappings.path("groups"), path + "groups", false);
    JsonValue uid = mappings.path("uid");
    if (!uid.path("claim").asText().isEmpty() && !uid.path("expression").asText().isEmpty()) {
      invalid(path + "uid", "", BOTH);
    }
    checkExtra(mappings.path("extra"), path + "extra");
    checkEmail(jwt, path + "username.expression");
  }

  private void checkPrefixed(JsonValue mapping, String path, boolean required) {
    boolean claim = !mapping.path("claim").asText().isEmpty();
    boolean expression = !mapping.path("expression").asText().isEmpty();
    JsonValue prefix = mapping.path("prefix");
    if (claim && expression) {
      invalid(path, "", BOTH);
    } else if (!claim && !expression && required) {
      errors.add(FieldError.required(path, NEITHER));
    } else if (expression && prefix.isText()) {
      invalid(path + ".prefix", prefix.asText(), "prefix can't be set when expression is set");
    } else if (claim && !prefix.isText()) {
      errors.add(
          FieldError.required(
              path + ".prefix",
              "prefix is required when claim is set. It can be set to an empty string to disable"
                  + " prefixing"));
    }
  }

  private void checkExtra(JsonValue extra, String path) {
    var keys = new HashSet<String>();
    int index = 0;
    for (JsonValue each : extra) {
      String at = path + "[" + index++ + "]";
      checkKey(each.path("key").asText(), at + ".key");
      checkUnique(each.path("key").asText(), keys, at + ".key");
      if (each.path("valueExpression").asText().isEmpty()) {
        errors.add(FieldError.required(at + ".valueExpression", "valueExpression is required"));
      }
    }
  }

  private void checkKey(String key, String path) {
    String[] parts = key.split("/", 2);
    if (key.isEmpty()) {
      errors.add(FieldError.required(path, ""));
    } else if (parts.length < 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      invalid(path, key, "must be a domain-prefixed path (such as \"acme.io/foo\")");
    } else if (!DOMAIN.matcher(parts[0]).matches()) {
      invalid(
          path,
          parts[0],
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
              + " or '.', and must start and end with an alphanumeric character (e.g."
              + " 'example.com', regex used for validation is"
              + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
    }
    if (!key.equals(key.toLowerCase(Locale.ROOT))) {
      invalid(path, key, "key must be lowercase");
    }
    if (isReserved(parts[0])) {
      invalid(
          path, key, "k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use");
    }
  }

  private static boolean isReserved(String domain) {
    return ("." + domain).endsWith(".kubernetes.io") || ("." + domain).endsWith(".k8s.io");
  }

  /** An unverified email address must not become the name of a user. */
  private void checkEmail(JsonValue jwt, String path) {
    String username = jwt.at("/claimMappings/username/expression").asText();
    if (!uses(EMAIL, username)) {
      return;
    }
    boolean verified = uses(VERIFIED, username);
    for (JsonValue each : jwt.at("/claimMappings/extra")) {
      verified |= uses(VERIFIED, each.path("valueExpression").asText());
    }
    for (JsonValue each : jwt.path("claimValidationRules")) {
      verified |= uses(VERIFIED, each.path("expression").asText());
    }
    if (!verified) {
      invalid(
          path,
          username,
          "claims.email_verified must be used in claimMappings.username.expression or"
              + " claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when"
              + " claims.email is used in claimMappings.username.expression");
    }
  }

  private static boolean uses(Pattern claim, String expression) {
    return claim.matcher(TEXT.matcher(expression).replaceAll("''")).find();
  }

  private void checkAnonymous(JsonValue anonymous) {
    JsonValue conditions = anonymous.path("conditions");
    if (!anonymous.path("enabled").asBoolean() && !conditions.isEmpty()) {
      invalid(
          "anonymous.conditions",
          conditions.toString(),
          "enabled should be set to true when conditions are defined");
    }
  }

  private void invalid(String path, String value, String rule) {
    errors.add(FieldError.invalid(path, value, rule));
  }
}
