package io.listwatch.selector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Map;

/**
 * Any text is a field selector or is rejected with {@link InvalidSelectorException}. Parsing the
 * text of a selector results in an equal selector.
 */
final class FieldSelectorFuzz {
  private static final Fields FIELDS =
      Fields.of(Map.of("metadata.name", "a", "status.phase", "Running"));

  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({"metadata.name", "==", "!=", "=", ",", "\\,", "\\=", "\\\\"})
  void parsesOrRejects(byte[] utf8) {
    FieldSelector selector;
    try {
      selector = FieldSelector.parse(new String(utf8, UTF_8));
    } catch (InvalidSelectorException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
      return;
    }
    FieldSelector again = FieldSelector.parse(selector.toString());
    assertThat(again).hasToString(selector.toString());
    assertThat(again.matches(FIELDS)).isEqualTo(selector.matches(FIELDS));
  }
}
