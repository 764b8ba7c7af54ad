package io.listwatch.objects.apply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.listwatch.objects.ApplyOptions;
import io.listwatch.objects.Kinds;
import io.listwatch.objects.MalformedManifestException;
import io.listwatch.objects.Manifest;
import io.listwatch.objects.RejectedObjectException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Any text is applied as a configuration of a live pod, or is rejected. Any object that it
 * describes can itself be the live object, with any {@code managedFields}.
 */
final class ManagedFieldsFuzz {
  private static final Manifest POD = Manifest.of(PatchedPod.create().toString());
  private static final ApplyOptions OPTIONS = new ApplyOptions("fuzz", false, Instant.EPOCH);

  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({
    "\"managedFields\":[",
    "\"fieldsV1\":{",
    "\"f:spec\":{",
    "\"k:{\\\"name\\\":\\\"c\\\"}\":{",
    "\"v:\\\"x/y\\\"\":{}",
    "\"i:0\":{}",
    "\".\":{}",
    "\"fieldsType\":\"FieldsV1\"",
    "\"containers\":["
  })
  void appliesOrRejects(byte[] utf8) {
    Manifest fuzzed;
    try {
      fuzzed = Manifest.of(new String(utf8, UTF_8));
    } catch (MalformedManifestException | RejectedObjectException malformed) {
      return;
    }
    apply(POD, fuzzed);
    apply(fuzzed, POD);
    apply(null, fuzzed);
  }

  private static void apply(@Nullable Manifest live, Manifest configuration) {
    try {
      assertThat(Kinds.builtIn().apply(live, configuration, OPTIONS).json()).isNotEmpty();
    } catch (RejectedObjectException rejected) {
      assertThat(rejected.problems()).isNotEmpty();
    } catch (IllegalArgumentException differs) {
      assertThat(differs.getMessage()).startsWith("kind: ");
    }
  }
}
