package io.listwatch.server.auth.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages are those of kube-apiserver. */
final class AuthenticationFileTest {
  private static final String MAPPINGS = "username: {claim: sub, prefix: ''}";

  private static AuthenticationFile parse(String issuer, String mappings, String more) {
    return AuthenticationFile.parse(
        """
        apiVersion: apiserver.config.k8s.io/v1
        kind: AuthenticationConfiguration
        jwt:
        - issuer: {audiences: [a], %s}
          claimMappings: {%s}
          %s
        """
            .formatted(issuer, mappings, more),
        Set.of("https://own"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url: 'http://a' | url | Invalid value: \"http://a\": URL scheme must be https",
        "url: 'https://me:x@a' | url | Invalid value: \"https://me:x@a\": URL must not contain a"
            + " username or password",
        "url: 'https://a?b=c' | url | Invalid value: \"https://a?b=c\": URL must not contain a"
            + " query",
        "url: 'https://a#b' | url | Invalid value: \"https://a#b\": URL must not contain a"
            + " fragment",
        "url: 'https://own' | url | Invalid value: \"https://own\": URL must not overlap with"
            + " disallowed issuers: [https://own]",
        "url: '' | url | Required value: URL is required",
        "url: 'https://a', discoveryURL: 'https://a/' | discoveryURL | Invalid value:"
            + " \"https://a/\": discoveryURL must be different from URL",
        "url: 'https://a', audienceMatchPolicy: All | audienceMatchPolicy | Invalid value: \"All\":"
            + " audienceMatchPolicy must be empty or MatchAny for single audience",
      })
  void rejectsInvalidIssuer(String issuer, String field, String message) {
    assertThatThrownBy(() -> parse(issuer, MAPPINGS, ""))
        .hasMessage("jwt[0].issuer." + field + ": " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "username: {claim: sub} | username.prefix | Required value: prefix is required when claim"
            + " is set. It can be set to an empty string to disable prefixing",
        "username: {} | username | Required value: claim or expression is required",
        "username: {expression: claims.sub, prefix: x} | username.prefix | Invalid value: \"x\":"
            + " prefix can't be set when expression is set",
        "username: {expression: claims.email} | username.expression | Invalid value:"
            + " \"claims.email\": claims.email_verified must be used in"
            + " claimMappings.username.expression or claimMappings.extra[*].valueExpression or"
            + " claimValidationRules[*].expression when claims.email is used in"
            + " claimMappings.username.expression",
        "username: {claim: sub, prefix: ''}, extra: [{key: foo, valueExpression: claims.x}] |"
            + " extra[0].key | Invalid value: \"foo\": must be a domain-prefixed path (such as"
            + " \"acme.io/foo\")",
        "username: {claim: sub, prefix: ''}, extra: [{key: a.io/Foo, valueExpression: claims.x}] |"
            + " extra[0].key | Invalid value: \"a.io/Foo\": key must be lowercase",
        "username: {claim: sub, prefix: ''}, extra: [{key: x.k8s.io/a, valueExpression: claims.x}]"
            + " | extra[0].key | Invalid value: \"x.k8s.io/a\": k8s.io, kubernetes.io and their"
            + " subdomains are reserved for Kubernetes use",
        "username: {claim: sub, prefix: ''}, extra: [{key: a.io/b, valueExpression: claims.x},"
            + " {key: a.io/b, valueExpression: claims.y}] | extra[1].key | Duplicate value:"
            + " \"a.io/b\"",
      })
  void rejectsInvalidClaimMapping(String mappings, String field, String message) {
    assertThatThrownBy(() -> parse("url: 'https://a'", mappings, ""))
        .hasMessage("jwt[0].claimMappings." + field + ": " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "claimValidationRules: [{claim: a, requiredValue: b}, {claim: a, requiredValue: c}] |"
            + " claimValidationRules[1].claim: Duplicate value: \"a\"",
        "claimValidationRules: [{expression: 'true'}, {expression: 'true'}] |"
            + " claimValidationRules[1].expression: Duplicate value: \"true\"",
        "claimValidationRules: [{claim: a, message: b}] | claimValidationRules[0].message: Invalid"
            + " value: \"b\": message can't be set when claim is set",
        "claimValidationRules: [{expression: 'true', requiredValue: b}] |"
            + " claimValidationRules[0].requiredValue: Invalid value: \"b\": requiredValue can't be"
            + " set when expression is set",
        "claimValidationRules: [{}] | claimValidationRules[0]: Required value: claim or expression"
            + " is required",
        "userValidationRules: [{expression: 'true'}, {expression: 'true'}] |"
            + " userValidationRules[1].expression: Duplicate value: \"true\"",
      })
  void rejectsInvalidValidationRule(String rules, String message) {
    assertThatThrownBy(() -> parse("url: 'https://a'", MAPPINGS, rules))
        .hasMessage("jwt[0]." + message);
  }

  @Test
  void acceptsEmailWhoseVerificationIsChecked() {
    AuthenticationFile file =
        parse(
            "url: 'https://a'",
            "username: {expression: claims.email}",
            "claimValidationRules: [{expression: claims.email_verified}]");

    assertThat(file.issuers()).hasSize(1);
  }

  @Test
  void rejectsSecondIssuerWithTheSameUrls() {
    assertThatThrownBy(
            () ->
                AuthenticationFile.parse(
                    """
                    apiVersion: apiserver.config.k8s.io/v1
                    kind: AuthenticationConfiguration
                    jwt:
                    - issuer: {url: "https://a", discoveryURL: "https://d/x", audiences: [a]}
                      claimMappings: {username: {claim: sub, prefix: ""}}
                    - issuer: {url: "https://a", discoveryURL: "https://d/x", audiences: [a]}
                      claimMappings: {username: {claim: sub, prefix: ""}}
                    """))
        .hasMessage(
            "[jwt[1].issuer.url: Duplicate value: \"https://a\", jwt[1].issuer.discoveryURL:"
                + " Duplicate value: \"https://d/x\"]");
  }

  @Test
  void rejectsAnonymousConditionsIfAnonymousAuthIsOff() {
    assertThatThrownBy(
            () ->
                AuthenticationFile.parse(
                    """
                    apiVersion: apiserver.config.k8s.io/v1
                    kind: AuthenticationConfiguration
                    anonymous: {enabled: false, conditions: [{path: /livez}]}
                    """))
        .hasMessageEndingWith("enabled should be set to true when conditions are defined");
  }
}
