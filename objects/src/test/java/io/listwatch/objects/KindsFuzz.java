package io.listwatch.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Any text is a manifest or is rejected with {@link MalformedManifestException}; a manifest of any
 * kind and content is validated and defaulted, or rejected with {@link RejectedObjectException}.
 */
final class KindsFuzz {
  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({
    "\"v1\"",
    "\"apps/v1\"",
    "\"Pod\"",
    "\"Service\"",
    "\"Deployment\"",
    "\"metadata\":{",
    "\"spec\":{",
    "\"containers\":[{",
    "\"resources\":{\"limits\":{",
    "1e999999999",
    "100m",
    "1Gi",
    "\"2026-01-01T00:00:00Z\"",
    "::ffff:1.2.3.4",
    "10.0.0.0/8",
    "\"labels\":{",
    "\"volumes\":[{",
    "\"data\":{",
    "\"ports\":[{",
    "\"selector\":{",
    "-1",
    "null"
  })
  void validatesOrRejects(byte[] utf8) {
    try {
      for (Manifest manifest : Manifest.readAll(new String(utf8, UTF_8))) {
        validate(manifest);
      }
    } catch (MalformedManifestException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
    }
  }

  private static void validate(Manifest manifest) {
    assertThat(Kinds.builtIn().validate(manifest)).isNotNull();
    try {
      Manifest defaulted = Kinds.builtIn().withDefaults(manifest);
      assertThat(Kinds.builtIn().validateUpdate(defaulted, defaulted)).isNotNull();
    } catch (RejectedObjectException rejected) {
      assertThat(rejected.problems()).isNotEmpty();
    }
  }
}
