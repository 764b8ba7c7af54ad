package io.listwatch.server.auth.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.token.TokenClaims.Reference;
import io.listwatch.server.resource.Workers;
import io.listwatch.time.ManualTimers;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The outcomes are those that kube-apiserver 1.36 showed for the same tokens. */
final class ServiceAccountTokensTest {
  private static final List<String> OWN = TokenSettings.DEFAULT.audiences();
  private static final TokenKey KEY = key();

  private final ManualTimers timers = new ManualTimers();
  private final Map<String, Resource> objects = new HashMap<>();
  private final List<String> used = new ArrayList<>();
  private final TokenKeySource keys = new OneKey();
  private final SignatureCheck signatures = new SignatureCheck(keys, new Workers(Runnable::run));
  private final ServiceAccountTokens tokens =
      new ServiceAccountTokens(TokenSettings.DEFAULT, signatures, this::find, timers);
  private final LegacyTokens legacy =
      new LegacyTokens(
          TokenSettings.DEFAULT, signatures, this::find, secret -> used.add(secret.key().name()));

  private static TokenKey key() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
      return TokenKey.of(pair.getPublic(), pair.getPrivate());
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @BeforeEach
  void createAccount() {
    put("serviceaccounts", "team", "robot", "u1", "");
  }

  private void put(
      String plural, @Nullable String namespace, String name, String uid, String more) {
    String place = namespace == null ? "" : "\"namespace\":\"%s\",".formatted(namespace);
    objects.put(
        plural + "/" + name,
        Resource.parse(
            """
            {"apiVersion":"v1","kind":"X","metadata":{"name":"%s",%s"uid":"%s",\
            "resourceVersion":"1"%s}\
            """
                .formatted(name, place, uid, more.isEmpty() ? "}" : more)));
  }

  private CompletionStage<Optional<Resource>> find(
      String plural, @Nullable String namespace, String name) {
    return CompletableFuture.completedFuture(Optional.ofNullable(objects.get(plural + "/" + name)));
  }

  @Test
  void userHasNameUidGroupsAndTokenId() {
    UserInfo user = user(token(claims -> {}));

    assertThat(user.name()).isEqualTo("system:serviceaccount:team:robot");
    assertThat(user.uid()).isEqualTo("u1");
    assertThat(user.groups())
        .containsExactly(
            "system:serviceaccounts", "system:serviceaccounts:team", "system:authenticated");
    assertThat(user.extra())
        .containsExactly(
            Map.entry("authentication.kubernetes.io/credential-id", List.of("JTI=t1")));
  }

  @Test
  void userOfPodsTokenHasPodAndNode() {
    put("pods", "team", "p", "u2", "");

    UserInfo user = user(token(claims -> bind(claims, "pod", "p", "u2", "node", "n", "u3")));

    assertThat(user.extra())
        .containsEntry("authentication.kubernetes.io/pod-name", List.of("p"))
        .containsEntry("authentication.kubernetes.io/pod-uid", List.of("u2"))
        .containsEntry("authentication.kubernetes.io/node-name", List.of("n"))
        .containsEntry("authentication.kubernetes.io/node-uid", List.of("u3"));
  }

  @Test
  void otherTokensAreUnknown() {
    assertThat(review("a.b.c", OWN)).isEqualTo(TokenResult.UNKNOWN);
    assertThat(review(token(claims -> claims.put("iss", "x")), OWN)).isEqualTo(TokenResult.UNKNOWN);
  }

  @Test
  void checksSignature() {
    String token = token(claims -> {});

    assertThat(problem(token.substring(0, token.lastIndexOf('.') + 1)))
        .isEqualTo("go-jose/go-jose: error in cryptographic primitive");
    assertThat(problem(unsigned("{\"alg\":\"ES256\",\"kid\":\"other\"}", token)))
        .isEqualTo("invalid signature, no keys found");
    assertThat(problem(unsigned("{\"alg\":\"none\"}", token)))
        .isEqualTo("go-jose/go-jose: error in cryptographic primitive");
  }

  private static String unsigned(String header, String token) {
    String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(header.getBytes(UTF_8));
    return encoded + token.substring(token.indexOf('.'));
  }

  @Test
  void checksAudience() {
    String token = token(claims -> claims.putArray("aud").add("vault"));

    assertThat(problem(token))
        .isEqualTo(
            "token audiences [\"vault\"] is invalid for the target audiences"
                + " [\"https://kubernetes.default.svc\"]");
    assertThat(review(token, List.of("x", "vault")).audiences()).containsExactly("vault");
    assertThat(review(token(claims -> claims.remove("aud")), OWN).audiences()).isEqualTo(OWN);
  }

  @Test
  void checksTimesWithALeewayOfAMinute() {
    long now = timers.now().getEpochSecond();

    assertThat(review(token(claims -> claims.put("exp", now - 30)), OWN).user()).isNotNull();
    assertThat(problem(token(claims -> claims.put("exp", now - 90))))
        .isEqualTo("service account token has expired");
    assertThat(problem(token(claims -> claims.put("nbf", now + 90))))
        .isEqualTo("service account token is not valid yet");
    assertThat(problem(token(claims -> claims.put("iat", now + 90))))
        .isEqualTo("service account token is issued in the future");
    assertThat(problem(token(claims -> claims.put("exp", "soon"))))
        .isEqualTo("go-jose/go-jose/jwt: expected number value to unmarshal NumericDate");
  }

  @Test
  void cachedTokenExpires() {
    String token = token(claims -> {});
    assertThat(review(token, OWN).user()).isNotNull();

    timers.advance(Duration.ofMinutes(62));

    assertThat(problem(token)).isEqualTo("service account token has expired");
  }

  @Test
  void accountMustExistWithItsUid() {
    String token = token(claims -> {});

    put("serviceaccounts", "team", "robot", "u9", "");
    assertThat(problem(token)).isEqualTo("service account UID (u9) does not match claim (u1)");
    put("serviceaccounts", "team", "robot", "u1", deletedAt(timers.now().minusSeconds(90)));
    assertThat(problem(token)).isEqualTo("service account team/robot has been deleted");
    objects.clear();
    assertThat(problem(token)).isEqualTo("serviceaccounts \"robot\" not found");
    assertThat(problem(token(claims -> claims.remove("kubernetes.io"))))
        .isEqualTo("resource name may not be empty");
  }

  private static String deletedAt(Instant time) {
    return ",\"deletionTimestamp\":\"%s\"}".formatted(time);
  }

  @Test
  void boundObjectMustExistWithItsUid() {
    String ofSecret = token(claims -> bind(claims, "secret", "s", "u2"));
    String ofPod = token(claims -> bind(claims, "pod", "p", "u2"));
    String ofNode = token(claims -> bind(claims, "node", "n", "u2"));

    for (String each : List.of(ofSecret, ofPod, ofNode)) {
      assertThat(problem(each)).isEqualTo("service account token has been invalidated");
    }
    put("secrets", "team", "s", "u8", "");
    assertThat(problem(ofSecret))
        .isEqualTo("secret UID (u8) does not match service account secret ref claim (u2)");
    put("pods", "team", "p", "u8", "");
    assertThat(problem(ofPod))
        .isEqualTo("pod UID (u8) does not match service account pod ref claim (u2)");
    put("nodes", null, "n", "u8", "");
    assertThat(problem(ofNode))
        .isEqualTo("node UID (u8) does not match service account node ref claim (u2)");
  }

  /** The deletion timestamp of a terminating pod is the end of its grace period. */
  @Test
  void podTokenIsValidDuringTheGracePeriod() {
    put("pods", "team", "p", "u2", deletedAt(timers.now().plusSeconds(30)));
    String token = token(claims -> bind(claims, "pod", "p", "u2"));

    assertThat(review(token, OWN).user()).isNotNull();
    timers.advance(Duration.ofSeconds(91));
    assertThat(problem(token)).isEqualTo("service account token has been invalidated");
  }

  @Test
  void legacyTokenIsValidWhileItsSecretContainsIt() {
    String token = legacy(claims -> {});
    putSecret(token, "");

    TokenResult result = join(legacy.authenticate(token, OWN));

    UserInfo user = Objects.requireNonNull(result.user());
    assertThat(user.name()).isEqualTo("system:serviceaccount:team:robot");
    assertThat(user.uid()).isEqualTo("u1");
    assertThat(user.extra()).isEmpty();
    assertThat(result.audiences()).isEqualTo(OWN);
    assertThat(result.warnings()).isEmpty();
    assertThat(used).containsExactly("s");
  }

  private void putSecret(String token, String labels) {
    String data = Base64.getEncoder().encodeToString(token.getBytes(UTF_8));
    put("secrets", "team", "s", "u5", "%s},\"data\":{\"token\":\"%s\"}".formatted(labels, data));
  }

  @Test
  void autoGeneratedLegacyTokenGetsAWarning() {
    String token = legacy(claims -> {});
    putSecret(token, "");
    put("serviceaccounts", "team", "robot", "u1", "},\"secrets\":[{\"name\":\"s\"}]");

    assertThat(join(legacy.authenticate(token, OWN)).warnings())
        .containsExactly(
            "Use tokens from the TokenRequest API or manually created secret-based tokens instead"
                + " of auto-generated secret-based tokens.");
  }

  @Test
  void rejectsInvalidLegacyTokens() {
    String token = legacy(claims -> {});
    String claim = "kubernetes.io/serviceaccount/";

    assertThat(legacyProblem(token)).isEqualTo("Token has been invalidated");
    putSecret("other", "");
    assertThat(legacyProblem(token)).isEqualTo("Token does not match server's copy");
    putSecret(token, ",\"labels\":{\"kubernetes.io/legacy-token-invalid-since\":\"2024-01-01\"}");
    assertThat(legacyProblem(token))
        .startsWith(
            "the token in secret team/s for service account team/robot has been marked invalid.");
    assertThat(legacyProblem(legacy(claims -> claims.remove("sub"))))
        .isEqualTo("sub claim is missing");
    assertThat(legacyProblem(legacy(claims -> claims.put("sub", "x"))))
        .isEqualTo("sub claim is invalid");
    assertThat(legacyProblem(legacy(claims -> claims.remove(claim + "secret.name"))))
        .isEqualTo("secretName claim is missing");
    putSecret(token, "");
    put("serviceaccounts", "team", "robot", "u9", "");
    assertThat(legacyProblem(token)).isEqualTo("ServiceAccount UID (u9) does not match claim (u1)");
  }

  private String legacyProblem(String token) {
    return String.join(", ", join(legacy.authenticate(token, OWN)).problems());
  }

  private static String legacy(Consumer<JsonObject> changes) {
    JsonObject payload = LegacyTokens.payload("team", "s", "robot", "u1");
    changes.accept(payload);
    return Jws.sign(payload, KEY);
  }

  /** Returns a token that is valid for an hour, with some claims changed. */
  private String token(Consumer<JsonObject> changes) {
    long now = timers.now().getEpochSecond();
    var claims =
        new TokenClaims(
            "team",
            new Reference("robot", "u1"),
            OWN,
            now,
            now,
            now + 3_600,
            0,
            "t1",
            null,
            null,
            null);
    JsonObject payload = claims.payload(TokenSettings.DEFAULT.issuers().get(0));
    changes.accept(payload);
    return Jws.sign(payload, KEY);
  }

  /** Adds kinds, names and uids of bound objects. */
  private static void bind(JsonObject claims, String... references) {
    JsonObject kubernetes = claims.withObject("kubernetes.io");
    for (int i = 0; i < references.length; i += 3) {
      JsonValue reference =
          JsonTrees.read(
              "{\"name\":\"%s\",\"uid\":\"%s\"}".formatted(references[i + 1], references[i + 2]));
      kubernetes.set(references[i], reference);
    }
  }

  private UserInfo user(String token) {
    return Objects.requireNonNull(review(token, OWN).user());
  }

  private String problem(String token) {
    TokenResult result = review(token, OWN);
    assertThat(result.user()).isNull();
    return String.join(", ", result.problems());
  }

  private TokenResult review(String token, List<String> audiences) {
    return join(tokens.authenticate(token, audiences));
  }

  private static TokenResult join(CompletionStage<TokenResult> stage) {
    return stage.toCompletableFuture().join();
  }

  private static final class OneKey implements TokenKeySource {
    @Override
    public CompletionStage<TokenKeys> signing() {
      return CompletableFuture.completedFuture(new TokenKeys(List.of(KEY)));
    }

    @Override
    public CompletionStage<TokenKeys> verifying(String id) {
      return signing();
    }
  }
}
