package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.TableRows.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.selector.LabelSelector;
import io.listwatch.selector.Labels;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Label selectors on one line. */
final class SelectorsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | <none>",
        "{\"matchLabels\":{}} | <none>",
        "{\"matchLabels\":{\"b\":\"2\",\"a\":\"1\"}} | a=1,b=2",
        "{\"matchExpressions\":[{\"key\":\"k\",\"operator\":\"In\",\"values\":[\"b\",\"a\"]}]}"
            + " | k in (a,b)",
        "{\"matchExpressions\":[{\"key\":\"k\",\"operator\":\"NotIn\",\"values\":[\"a\"]}]}"
            + " | k notin (a)",
        "{\"matchExpressions\":[{\"key\":\"k\",\"operator\":\"Exists\"}]} | k",
        "{\"matchExpressions\":[{\"key\":\"k\",\"operator\":\"DoesNotExist\"}]} | !k",
        "{\"matchExpressions\":[{\"key\":\"k\",\"operator\":\"Like\"}]} | <error>",
        "{\"matchLabels\":{\"k\":\"v\"},\"matchExpressions\":[{\"key\":\"k\","
            + "\"operator\":\"Exists\"}]} | k=v,k",
      })
  void formatsSelectorLikeQueryParameter(String selector, String line) {
    assertThat(Selectors.selector(json(selector))).isEqualTo(line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | &LabelSelector{MatchLabels:map[string]string{},"
            + "MatchExpressions:[]LabelSelectorRequirement{},}",
        "{\"matchLabels\":{\"b\":\"2\",\"a\":\"1\"}} |"
            + " &LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},"
            + "MatchExpressions:[]LabelSelectorRequirement{},}",
        "{\"matchExpressions\":[{\"key\":\"k\",\"operator\":\"Exists\"}]} |"
            + " &LabelSelector{MatchLabels:map[string]string{},"
            + "MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:k,"
            + "Operator:Exists,Values:[],},},}",
      })
  void formatsSelectorLikeGo(String selector, String text) {
    assertThat(Selectors.inGo(json(selector))).isEqualTo(text);
  }

  @Provide
  Arbitrary<Map<String, String>> labels() {
    return Arbitraries.maps(Arbitraries.of("a", "b", "x.y/c", "d-e"), Arbitraries.of("1", "", "z"))
        .ofMaxSize(4);
  }

  /** kubectl users paste the cell into {@code --selector}. */
  @Property(tries = 100)
  void formattedLabelsSelectObjectsThatHaveThem(
      @ForAll("labels") Map<String, String> wanted, @ForAll("labels") Map<String, String> there) {
    var map = new JsonObject();
    wanted.forEach(map::put);
    String line = Selectors.labels(map);

    if (wanted.isEmpty()) {
      assertThat(line).isEqualTo("<none>");
    } else {
      assertThat(LabelSelector.parse(line).matches(Labels.of(there)))
          .isEqualTo(there.entrySet().containsAll(wanted.entrySet()));
    }
  }
}
