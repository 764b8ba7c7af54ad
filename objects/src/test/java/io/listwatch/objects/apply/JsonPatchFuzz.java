package io.listwatch.objects.apply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.listwatch.objects.json.JsonObject;

/** Any JSON patch applies or is rejected with {@link PatchException}. */
final class JsonPatchFuzz {
  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({
    "\"op\":\"",
    "add",
    "remove",
    "replace",
    "move",
    "copy",
    "test",
    "\"path\":\"/",
    "\"from\":\"/",
    "\"value\":",
    "/spec/containers/0",
    "~0",
    "~1",
    "/-",
    "/-1"
  })
  void appliesOrRejects(byte[] utf8) {
    try {
      JsonObject patched = JsonPatch.apply(PatchedPod.create(), new String(utf8, UTF_8));
      assertThat(patched.toString().length()).isLessThan(JsonPatch.MAX_COPIED_BYTES + 100_000);
    } catch (PatchException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
    }
  }
}
