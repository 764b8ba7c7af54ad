package io.listwatch.objects.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.MalformedJsonException;

/**
 * Any text becomes JSON or is rejected with {@link MalformedYamlException}. {@link JsonTrees}
 * parses that JSON, unless it contains a number that is too long.
 */
final class YamlTextFuzz {
  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({
    "---",
    "...",
    "- ",
    ": ",
    "? ",
    "&a ",
    "*a",
    ">-",
    "!!str ",
    "%YAML 1.2",
    "<<"
  })
  void convertsOrRejects(byte[] utf8) {
    String yaml = new String(utf8, UTF_8);
    try {
      YamlText.convertAll(yaml, YamlTextFuzz::check);
      check(YamlText.convert(yaml));
    } catch (MalformedYamlException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
    }
    LineTree.readAll(yaml);
  }

  private static void check(YamlText.Converted document) {
    try {
      JsonTrees.parse(document.json());
    } catch (MalformedJsonException tooLong) {
      assertThat(tooLong.getMessage()).contains("number");
    }
  }
}
