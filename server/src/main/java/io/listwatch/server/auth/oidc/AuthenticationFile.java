package io.listwatch.server.auth.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.schema.cel.ClaimExpression;
import io.listwatch.objects.yaml.MalformedYamlException;
import io.listwatch.objects.yaml.YamlText;
import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the file of {@code --authentication-config}: an AuthenticationConfiguration of {@code
 * apiserver.config.k8s.io}.
 *
 * @param anonymousPaths the paths of requests that need no credentials; empty for all, null if the
 *     file does not have the field
 */
public record AuthenticationFile(
    List<JwtIssuer> issuers, boolean anonymous, @Nullable List<String> anonymousPaths) {
  private static final String GROUP = "apiserver.config.k8s.io/";

  public AuthenticationFile {
    issuers = List.copyOf(issuers);
  }

  /**
   * Parses YAML or JSON.
   *
   * @throws IllegalArgumentException if it is invalid; the message names the field
   */
  public static AuthenticationFile parse(String text) {
    return parse(text, Set.of());
  }

  /**
   * Parses YAML or JSON.
   *
   * @param ownIssuers the issuer URLs of service account tokens, which no other issuer may have
   * @throws IllegalArgumentException if it is invalid; the message names the field
   */
  public static AuthenticationFile parse(String text, Set<String> ownIssuers) {
    JsonValue file = tree(text);
    String version = file.path("apiVersion").asText();
    if (!file.path("kind").asText().equals("AuthenticationConfiguration")
        || !(version.equals(GROUP + "v1") || version.equals(GROUP + "v1beta1"))) {
      throw new IllegalArgumentException(
          "kind: %s of %s (expected: AuthenticationConfiguration of %sv1)"
              .formatted(file.path("kind").asText(), version, GROUP));
    }
    checkFields(file, "", "apiVersion", "kind", "jwt", "anonymous");
    AuthenticationRules.check(file, ownIssuers);
    var issuers = new ArrayList<JwtIssuer>();
    for (JsonValue each : file.path("jwt")) {
      issuers.add(issuer(each, "jwt[" + issuers.size() + "]."));
    }
    JsonValue anonymous = file.path("anonymous");
    checkFields(anonymous, "anonymous.", "enabled", "conditions");
    return new AuthenticationFile(
        issuers,
        anonymous.path("enabled").asBoolean(),
        anonymous.isObject() ? paths(anonymous.path("conditions")) : null);
  }

  private static JsonValue tree(String text) {
    try {
      return JsonTrees.read(YamlText.toJson(text));
    } catch (MalformedYamlException | MalformedJsonException e) {
      throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Rejects unknown fields, as kube-apiserver does: a rule with a typo would not be checked. */
  private static void checkFields(JsonValue object, String path, String... known) {
    for (String name : object.fieldNames()) {
      if (!List.of(known).contains(name)) {
        throw new IllegalArgumentException(path + name + ": unknown field");
      }
    }
  }

  private static List<String> paths(JsonValue conditions) {
    var paths = new ArrayList<String>();
    conditions.forEach(each -> paths.add(each.path("path").asText()));
    return paths;
  }

  private static JwtIssuer issuer(JsonValue jwt, String path) {
    checkFields(
        jwt, path, "issuer", "claimMappings", "claimValidationRules", "userValidationRules");
    JsonValue issuer = jwt.path("issuer");
    checkFields(
        issuer,
        path + "issuer.",
        "url",
        "discoveryURL",
        "certificateAuthority",
        "audiences",
        "audienceMatchPolicy");
    String url = issuer.path("url").asText();
    var audiences = new ArrayList<String>();
    issuer.path("audiences").forEach(each -> audiences.add(each.asText()));
    String discovery = issuer.path("discoveryURL").asText();
    String authorities = issuer.path("certificateAuthority").asText();
    try {
      return new JwtIssuer(
          url,
          discovery.isEmpty() ? JwtIssuer.discoveryOf(url) : URI.create(discovery),
          Base64.getEncoder().encodeToString(authorities.getBytes(UTF_8)),
          audiences,
          JwtIssuer.ALL_ALGORITHMS,
          claims(jwt, path));
    } catch (IllegalArgumentException invalid) {
      String message = String.valueOf(invalid.getMessage());
      throw new IllegalArgumentException(
          message.startsWith(path) ? message : path + message, invalid);
    }
  }

  private static UserClaims claims(JsonValue jwt, String path) {
    JsonValue mappings = jwt.path("claimMappings");
    String at = path + "claimMappings.";
    checkFields(mappings, at, "username", "groups", "uid", "extra");
    ClaimSource username = prefixed(mappings.path("username"), at + "username");
    var extra = new LinkedHashMap<String, ClaimExpression>();
    for (JsonValue each : mappings.path("extra")) {
      checkFields(each, at + "extra.", "key", "valueExpression");
      extra.put(
          each.path("key").asText(),
          compiled(each.path("valueExpression"), "claims", at + "extra.valueExpression"));
    }
    var required = new LinkedHashMap<String, String>();
    var claimRules = new ArrayList<UserClaims.Rule>();
    for (JsonValue each : jwt.path("claimValidationRules")) {
      checkFields(
          each, path + "claimValidationRules.", "claim", "requiredValue", "expression", "message");
      if (each.path("claim").asText().isEmpty()) {
        claimRules.add(rule(each, "claims", path + "claimValidationRules.expression"));
      } else {
        required.put(each.path("claim").asText(), each.path("requiredValue").asText());
      }
    }
    var userRules = new ArrayList<UserClaims.Rule>();
    for (JsonValue each : jwt.path("userValidationRules")) {
      checkFields(each, path + "userValidationRules.", "expression", "message");
      userRules.add(rule(each, "user", path + "userValidationRules.expression"));
    }
    return new UserClaims(
        username,
        prefixed(mappings.path("groups"), at + "groups"),
        source(mappings.path("uid"), "", at + "uid"),
        extra,
        Map.copyOf(required),
        claimRules,
        userRules);
  }

  private static ClaimSource prefixed(JsonValue mapping, String path) {
    return source(mapping, mapping.path("prefix").asText(), path);
  }

  private static ClaimSource source(JsonValue mapping, String prefix, String path) {
    checkFields(mapping, path + ".", "claim", "prefix", "expression");
    String claim = mapping.path("claim").asText();
    JsonValue expression = mapping.path("expression");
    return expression.asText().isEmpty()
        ? ClaimSource.ofClaim(claim, prefix)
        : new ClaimSource("", "", compiled(expression, "claims", path + ".expression"));
  }

  private static UserClaims.Rule rule(JsonValue rule, String variable, String path) {
    return new UserClaims.Rule(
        compiled(rule.path("expression"), variable, path), rule.path("message").asText());
  }

  private static ClaimExpression compiled(JsonValue expression, String variable, String path) {
    try {
      return ClaimExpression.compile(expression.asText(), variable);
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException(path + ": " + invalid.getMessage(), invalid);
    }
  }
}
