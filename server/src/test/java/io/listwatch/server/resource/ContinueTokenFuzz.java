package io.listwatch.server.resource;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.listwatch.model.ApiException;
import java.util.Base64;

/**
 * Any text, and base64 of any bytes, is a continue token or is rejected with 400. Encoding and
 * decoding a token preserves its key.
 */
final class ContinueTokenFuzz {
  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({
    "{\"v\":\"meta.k8s.io/v1\"",
    ",\"rv\":",
    ",\"start\":\"/",
    "..",
    "\\u0000",
    "-1"
  })
  void parsesOrRejects(byte[] bytes) {
    parse(new String(bytes, ISO_8859_1));
    parse(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    parse(new String(bytes, UTF_8));
  }

  private static void parse(String text) {
    ContinueToken token;
    try {
      token = ContinueToken.parse(text);
    } catch (ApiException rejected) {
      assertThat(rejected.status().code()).isEqualTo(400);
      return;
    }
    assertThat(ContinueToken.parse(token.encode())).isEqualTo(token);
    for (ResourceScope scope :
        new ResourceScope[] {ResourceScope.ALL, ResourceScope.namespace("a")}) {
      var unused = token.startKey(scope);
    }
  }
}
