package io.listwatch.server.auth.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.webhook.TestWebhook;
import io.listwatch.time.ManualTimers;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tokens of an issuer on this machine, which serves its discovery document and its keys. */
final class JwtTokensTest {
  private static final KeyPair RSA = pair("RSA");
  private static final KeyPair OTHER = pair("RSA");
  private static final KeyPair CURVE = pair("EC");
  private static final List<String> SERVER = List.of("https://kubernetes.default.svc");

  private final ManualTimers timers = new ManualTimers();
  private final JsonArray keys = new JsonArray();
  private final TestWebhook issuer = new TestWebhook(this::document);
  private final String url = "https://127.0.0.1:" + issuer.url().getPort();
  private JwtTokens tokens = tokens("");
  private volatile String claimedIssuer = url;

  @AfterEach
  void stop() {
    tokens.close();
    issuer.close();
  }

  private static KeyPair pair(String algorithm) {
    try {
      var generator = KeyPairGenerator.getInstance(algorithm);
      if (algorithm.equals("EC")) {
        generator.initialize(new ECGenParameterSpec("secp256r1"));
      } else {
        generator.initialize(2_048);
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** The same document is the discovery document and the key set. */
  private String document(String question) {
    JsonObject document =
        new JsonObject().put("issuer", claimedIssuer).put("jwks_uri", url + "/keys");
    synchronized (keys) {
      document.set("keys", keys.deepCopy());
    }
    return JsonTrees.write(document);
  }

  private void publish(String id, KeyPair pair) {
    JsonObject key = new JsonObject().put("kid", id).put("use", "sig");
    if (pair.getPublic() instanceof RSAPublicKey rsa) {
      key.put("kty", "RSA")
          .put("n", text(rsa.getModulus()))
          .put("e", text(rsa.getPublicExponent()));
    } else {
      var curve = (ECPublicKey) pair.getPublic();
      key.put("kty", "EC").put("crv", "P-256");
      key.put("x", text(curve.getW().getAffineX())).put("y", text(curve.getW().getAffineY()));
    }
    synchronized (keys) {
      keys.add(key);
    }
  }

  private static String text(BigInteger number) {
    byte[] bytes = number.toByteArray();
    return base64(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private JwtTokens tokens(String more) {
    String authority =
        new String(Base64.getDecoder().decode(issuer.authorities()), UTF_8).replace("\n", "\\n");
    AuthenticationFile file =
        AuthenticationFile.parse(
            """
            apiVersion: apiserver.config.k8s.io/v1
            kind: AuthenticationConfiguration
            jwt:
            - issuer:
                url: %s
                certificateAuthority: "%s"
                audiences: [me, you]
                audienceMatchPolicy: MatchAny
              claimMappings:
                username: {claim: sub, prefix: "oidc:"}
                groups: {claim: groups, prefix: ""}
            %s
            """
                .formatted(url, authority, more));
    return new JwtTokens(file.issuers().get(0), SERVER, timers);
  }

  private JsonObject claims() {
    long now = timers.now().getEpochSecond();
    return new JsonObject()
        .put("iss", url)
        .put("aud", "me")
        .put("sub", "jane")
        .put("exp", now + 600);
  }

  private static String signed(JsonObject claims, String id, String algorithm, KeyPair pair) {
    try {
      JsonObject header = new JsonObject().put("alg", algorithm).put("kid", id);
      String content =
          base64(JsonTrees.write(header).getBytes(UTF_8))
              + "."
              + base64(JsonTrees.write(claims).getBytes(UTF_8));
      Signature signature =
          switch (algorithm) {
            case "ES256" -> Signature.getInstance("SHA256withECDSAinP1363Format");
            case "RS512" -> Signature.getInstance("SHA512withRSA");
            case "PS256" -> {
              Signature made = Signature.getInstance("RSASSA-PSS");
              made.setParameter(
                  new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
              yield made;
            }
            default -> Signature.getInstance("SHA256withRSA");
          };
      signature.initSign(pair.getPrivate());
      signature.update(content.getBytes(StandardCharsets.US_ASCII));
      return content + "." + base64(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private TokenResult authenticate(String token) {
    return tokens.authenticate(token, SERVER).toCompletableFuture().join();
  }

  private void use(String more) {
    tokens.close();
    tokens = tokens(more);
  }

  @Test
  void acceptsTokensOfEveryAlgorithm() {
    publish("r", RSA);
    publish("c", CURVE);
    JsonObject claims = claims().set("groups", new JsonArray().add("a").add("b"));

    for (String each : List.of("RS256", "RS512", "PS256")) {
      UserInfo user = requireNonNull(authenticate(signed(claims, "r", each, RSA)).user(), each);
      assertThat(user.name()).isEqualTo("oidc:jane");
      assertThat(user.groups()).containsExactly("a", "b", "system:authenticated");
    }
    assertThat(authenticate(signed(claims, "c", "ES256", CURVE)).user()).isNotNull();
  }

  @Test
  void rejectsWrongSignatureAudienceAndTime() {
    publish("r", RSA);

    assertThat(authenticate(signed(claims(), "r", "RS256", OTHER)).problems())
        .containsExactly(
            "oidc: verify token: failed to verify signature: failed to verify id token signature");
    assertThat(authenticate(signed(claims().put("aud", "them"), "r", "RS256", RSA)).problems())
        .containsExactly("oidc: verify token: oidc: expected audience in [me, you] got [them]");
    assertThat(authenticate(signed(claims().put("exp", 1), "r", "RS256", RSA)).problems())
        .containsExactly("oidc: verify token: oidc: token is expired");
    assertThat(authenticate(signed(claims().put("exp", "9"), "r", "none", RSA)).user()).isNull();
  }

  @Test
  void tokensOfOtherIssuersAreUnknown() {
    assertThat(authenticate(signed(claims().put("iss", "https://else"), "r", "RS256", RSA)))
        .isEqualTo(TokenResult.UNKNOWN);
    assertThat(authenticate("opaque")).isEqualTo(TokenResult.UNKNOWN);
    assertThat(issuer.questions()).isEmpty();
  }

  @Test
  void fetchesKeysAgainForUnknownKeyButNotTooOften() {
    publish("r", RSA);
    authenticate(signed(claims(), "r", "RS256", RSA));
    authenticate(signed(claims().put("n", 1), "r", "RS256", RSA));
    assertThat(issuer.questions()).hasSize(2);

    publish("new", OTHER);
    assertThat(authenticate(signed(claims(), "new", "RS256", OTHER)).user()).isNull();
    timers.advance(IssuerKeys.PAUSE);

    assertThat(authenticate(signed(claims(), "new", "RS256", OTHER)).user()).isNotNull();
    assertThat(issuer.questions()).hasSize(4);
  }

  @Test
  void rejectsKeysIfDiscoveryDocumentNamesAnotherIssuer() {
    publish("r", RSA);
    claimedIssuer = "https://else";

    assertThat(authenticate(signed(claims(), "r", "RS256", RSA)).user()).isNull();
  }

  @Test
  void expressionsMapAndValidateClaims() {
    publish("r", RSA);
    use(
        """
          claimValidationRules:
          - {claim: hd, requiredValue: example.com}
          - {expression: "claims.level > 1", message: level too low}
          userValidationRules:
          - {expression: "!user.username.startsWith('system:')", message: reserved}
        """);
    JsonObject claims = claims().put("hd", "example.com").put("level", 2).put("jti", "7");

    assertThat(authenticate(signed(claims, "r", "RS256", RSA)).user())
        .isEqualTo(
            new UserInfo(
                "oidc:jane",
                "",
                List.of("system:authenticated"),
                Map.of("authentication.kubernetes.io/credential-id", List.of("JTI=7"))));
    assertThat(
            authenticate(signed(claims.deepCopy().put("level", 1), "r", "RS256", RSA)).problems())
        .containsExactly(
            "oidc: error evaluating claim validation expression: validation expression"
                + " 'claims.level > 1' failed: level too low");
    assertThat(authenticate(signed(claims.deepCopy().put("hd", "x"), "r", "RS256", RSA)).problems())
        .containsExactly(
            "oidc: required claim hd value does not match. Got = x, want = example.com");
  }

  @Test
  void acceptedTokenExpires() {
    publish("r", RSA);
    String token = signed(claims(), "r", "RS256", RSA);
    assertThat(authenticate(token).user()).isNotNull();

    timers.advance(Duration.ofMinutes(11));

    assertThat(authenticate(token).user()).isNull();
  }

  @Test
  void invalidConfigurationIsRejectedWithItsField() {
    assertThatThrownBy(() -> tokens("  userValidationRules: [{expression: 'claims.x'}]"))
        .hasMessageContaining("jwt[0].userValidationRules.expression: compilation failed");
    assertThatThrownBy(
            () ->
                AuthenticationFile.parse(
                    """
                    apiVersion: apiserver.config.k8s.io/v1
                    kind: AuthenticationConfiguration
                    jwt:
                    - issuer: {url: "http://a", audiences: [a]}
                      claimMappings: {username: {claim: sub}}
                    """))
        .hasMessageContaining("prefix is required when claim is set");
    assertThatThrownBy(() -> tokens("    claimValidationRules: []"))
        .hasMessageContaining("jwt[0].claimMappings.claimValidationRules: unknown field");
  }
}
