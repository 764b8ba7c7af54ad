package io.listwatch.server.auth.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BootstrapTokensTest {
  private static final String TOKEN = "abcdef.0123456789abcdef";
  private static final List<String> OWN = TokenSettings.DEFAULT.audiences();

  private final ManualTimers timers = new ManualTimers();
  private final Map<String, String> data =
      new TreeMap<>(
          Map.of(
              "token-id", "abcdef",
              "token-secret", "0123456789abcdef",
              "usage-bootstrap-authentication", "true",
              "expiration", timers.now().plusSeconds(3600).toString()));
  private String type = "bootstrap.kubernetes.io/token";

  private final BootstrapTokens tokens =
      new BootstrapTokens(
          TokenSettings.DEFAULT,
          (plural, namespace, name) ->
              CompletableFuture.completedFuture(
                  name.equals("bootstrap-token-abcdef") ? Optional.of(secret()) : Optional.empty()),
          timers);

  private Resource secret() {
    JsonObject secret = new JsonObject().put("kind", "Secret").put("apiVersion", "v1");
    secret
        .putObject("metadata")
        .put("name", "bootstrap-token-abcdef")
        .put("namespace", "kube-system")
        .put("resourceVersion", "1");
    JsonObject encoded = secret.put("type", type).putObject("data");
    data.forEach(
        (key, value) ->
            encoded.put(key, Base64.getEncoder().encodeToString(value.getBytes(UTF_8))));
    return Resource.parse(secret.toString());
  }

  @Test
  void userIsABootstrapper() {
    data.put("auth-extra-groups", "system:bootstrappers:worker,system:bootstrappers:edge");

    assertThat(review(TOKEN, OWN).user())
        .isEqualTo(
            new UserInfo(
                "system:bootstrap:abcdef",
                "",
                List.of(
                    "system:bootstrappers",
                    "system:bootstrappers:edge",
                    "system:bootstrappers:worker",
                    UserInfo.AUTHENTICATED)));
  }

  @ParameterizedTest
  @CsvSource({
    "token-secret,0123456789abcdeX",
    "token-id,fedcba",
    "usage-bootstrap-authentication,false",
    "expiration,soon",
    "expiration,1960-01-01T00:00:00Z",
    "auth-extra-groups,system:masters"
  })
  void tokenOfAWrongSecretIsUnknown(String key, String value) {
    data.put(key, value);

    assertThat(review(TOKEN, OWN)).isEqualTo(TokenResult.UNKNOWN);
  }

  @Test
  void tokenExpires() {
    assertThat(review(TOKEN, OWN).user()).isNotNull();
    timers.advance(Duration.ofHours(1));
    assertThat(review(TOKEN, OWN).user()).isNull();
  }

  @Test
  void secretOfAnotherTypeHasNoToken() {
    type = "Opaque";

    assertThat(review(TOKEN, OWN)).isEqualTo(TokenResult.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abcdef", "abcdef.0123456789abcde", "ABCDEF.0123456789abcdef", "a.b.c"})
  void otherTokensAreUnknown(String token) {
    assertThat(review(token, OWN)).isEqualTo(TokenResult.UNKNOWN);
  }

  @Test
  void tokenIsUnknownForOtherAudiences() {
    assertThat(review(TOKEN, List.of("vault"))).isEqualTo(TokenResult.UNKNOWN);
  }

  private TokenResult review(String token, List<String> audiences) {
    return tokens.authenticate(token, audiences).toCompletableFuture().join();
  }
}
