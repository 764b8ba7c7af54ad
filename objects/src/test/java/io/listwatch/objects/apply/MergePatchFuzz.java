package io.listwatch.objects.apply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.listwatch.objects.json.JsonObject;

/** Any merge patch is applied, and has no effect when it is applied again; or it is rejected. */
final class MergePatchFuzz {
  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({"{\"metadata\":{", "{\"spec\":{", "null", "\"labels\":", "\"containers\":"})
  void appliesOrRejects(byte[] utf8) {
    String patch = new String(utf8, UTF_8);
    JsonObject patched;
    try {
      patched = MergePatch.apply(PatchedPod.create(), patch);
    } catch (PatchException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
      return;
    }
    String once = patched.toString();
    assertThat(MergePatch.apply(patched, patch)).hasToString(once);
  }
}
