package io.listwatch.objects.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/**
 * Any bytes are a tree or are rejected with {@link MalformedJsonException}. The text of a tree is
 * JSON for Jackson, too, and parses to an equal tree.
 */
final class JsonTreesFuzz {
  private static final ObjectMapper JACKSON = new ObjectMapper();

  @FuzzTest(maxDuration = "20s")
  @DictionaryEntries({"null", "true", "false", "\\u", "\\ud800", "1e400", "-0.0", "{\"\":", "[["})
  void parsesOrRejects(byte[] json) throws IOException {
    JsonValue tree;
    try {
      tree = JsonTrees.parse(json).tree();
    } catch (MalformedJsonException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
      return;
    }
    String written = JsonTrees.write(tree);
    assertThat(JsonTrees.write(JsonTrees.read(written))).isEqualTo(written);
    assertThat(JACKSON.readTree(written)).isNotNull();
  }
}
