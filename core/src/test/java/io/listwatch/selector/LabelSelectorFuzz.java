package io.listwatch.selector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Map;

/**
 * Any text is a label selector or is rejected with {@link InvalidSelectorException}. Parsing the
 * text of a selector results in an equal selector.
 */
final class LabelSelectorFuzz {
  private static final Labels LABELS = Labels.of(Map.of("app", "web", "example.com/size", "3"));

  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({" in (", " notin (", "==", "!=", ",", "!", ">", "<", "example.com/", ")"})
  void parsesOrRejects(byte[] utf8) {
    LabelSelector selector;
    try {
      selector = LabelSelector.parse(new String(utf8, UTF_8));
    } catch (InvalidSelectorException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
      return;
    }
    LabelSelector again = LabelSelector.parse(selector.toString());
    assertThat(again).hasToString(selector.toString());
    assertThat(again.matches(LABELS)).isEqualTo(selector.matches(LABELS));
  }
}
