package io.listwatch.objects.apply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.listwatch.objects.json.JsonObject;

/** Any strategic merge patch applies or is rejected with {@link PatchException}. */
final class StrategicMergePatchFuzz {
  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({
    "\"$patch\":\"",
    "delete",
    "replace",
    "merge",
    "\"$retainKeys\":[",
    "\"$setElementOrder/",
    "\"$deleteFromPrimitiveList/",
    "containers\":[",
    "\"name\":\"c\"",
    "finalizers",
    "null"
  })
  void appliesOrRejects(byte[] utf8) {
    String patch = new String(utf8, UTF_8);
    try {
      JsonObject patched = StrategicMergePatch.apply(PatchedPod.create(), patch, PatchedPod.SCHEMA);
      assertThat(patched.toString().length()).isLessThan(12 * utf8.length + 10_000);
    } catch (PatchException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
    }
  }
}
