package io.listwatch.server.resource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContinueTokenTest {
  private static String encode(String json) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(UTF_8));
  }

  @Test
  void encodesLikeKubeApiserver() {
    var token = ContinueToken.after(ResourceKey.of("default", "a"), ResourceScope.ALL, 7);

    assertThat(token.encode())
        .isEqualTo(encode("{\"v\":\"meta.k8s.io/v1\",\"rv\":7,\"start\":\"/default/a\\u0000\"}"));
    assertThat(ContinueToken.parse(token.encode())).isEqualTo(token);
  }

  @Test
  void startKeyIsRelativeToNamespace() {
    var scope = ResourceScope.namespace("default");

    var token = ContinueToken.after(ResourceKey.of("default", "a"), scope, 7);

    assertThat(token.start()).isEqualTo("a\0");
    assertThat(token.startKey(scope)).isEqualTo(ResourceKey.of("default", "a\0"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{};server does not recognize this encoded version ",
        "{\"v\":\"v2\"};server does not recognize this encoded version v2",
        "{\"v\":\"meta.k8s.io/v1\"};"
            + "incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
        "{\"v\":\"meta.k8s.io/v1\",\"rv\":1};" + "encoded start key empty (version meta.k8s.io/v1)",
        "{\"v\":\"meta.k8s.io/v1\",\"rv\":1,\"start\":\"../x\"};../x",
        "{\"v\":\"meta.k8s.io/v1\",\"rv\":1,\"start\":\"a//x\"};a//x",
        "{\"v\":\"meta.k8s.io/v1\",\"rv\":1,\"start\":\"a/./x\"};a/./x",
        "{\"v\":\"meta.k8s.io/v1\",\"rv\":1,\"start\":\"a/\"};a/",
      })
  void rejectsMalformedToken(String json, String reason) {
    assertThatThrownBy(() -> ContinueToken.parse(encode(json)))
        .isInstanceOfSatisfying(
            ApiException.class,
            refused -> {
              assertThat(refused.status().code()).isEqualTo(400);
              assertThat(refused.status().message())
                  .startsWith("invalid continue token: continue key is not valid: ")
                  .contains(reason.strip());
            });
  }

  @Test
  void reportsPositionOfInvalidBase64() {
    assertThatThrownBy(() -> ContinueToken.parse("ab%c"))
        .hasMessageContaining("illegal base64 data at input byte 2");
    assertThatThrownBy(() -> ContinueToken.parse("abcde"))
        .hasMessageContaining("illegal base64 data at input byte 4");
  }

  @Test
  void negativeRevisionMeansLatest() {
    String json = "{\"v\":\"meta.k8s.io/v1\",\"rv\":-5,\"start\":\"a\"}";

    assertThat(ContinueToken.parse(encode(json)).revision()).isEqualTo(ContinueToken.LATEST);
  }
}
