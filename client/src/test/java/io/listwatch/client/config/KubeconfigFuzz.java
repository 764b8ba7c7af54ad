package io.listwatch.client.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.UncheckedIOException;

/**
 * Any text is a kubeconfig or is rejected with {@link IllegalArgumentException}. A file that it
 * names may be missing.
 */
final class KubeconfigFuzz {
  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({
    "current-context: ",
    "contexts: [{name: ",
    "  context: {cluster: ",
    "clusters: [{name: ",
    "  cluster: {server: ",
    "users: [{name: ",
    "  user: {",
    "exec: {",
    "token: ",
    "&a ",
    "*a",
    "certificate-authority-data: ",
    "proxy-url: ",
    "https://",
    "as-user-extra: {",
    "extensions: ["
  })
  void parsesOrRejects(byte[] utf8) {
    try {
      Kubeconfig parsed = Kubeconfig.parse(new String(utf8, UTF_8));
      for (String context : parsed.contexts()) {
        config(parsed, context);
      }
    } catch (IllegalArgumentException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
    }
  }

  private static void config(Kubeconfig parsed, String context) {
    try {
      assertThat(parsed.config(context).server()).isNotNull();
    } catch (IllegalArgumentException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
    } catch (UncheckedIOException missing) {
      assertThat(missing.getMessage()).startsWith("Cannot read ");
    }
  }
}
