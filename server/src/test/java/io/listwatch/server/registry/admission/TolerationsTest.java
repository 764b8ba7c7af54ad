package io.listwatch.server.registry.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outcomes are those of kube-apiserver's package {@code tolerations}. */
final class TolerationsTest {
  private static JsonValue read(String tolerations) {
    return JsonTrees.read("[" + tolerations.replace('\'', '"') + "]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'operator':'Exists'}               | {'key':'a','operator':'Equal','value':'1'}   | true",
        "{'key':'a','operator':'Exists'}     | {'key':'a','operator':'Equal','value':'1'}   | true",
        "{'key':'a','operator':'Exists'}     | {'key':'b','operator':'Exists'}              |"
            + " false",
        "{'key':'a','operator':'Exists','effect':'NoSchedule'} | {'key':'a','operator':'Exists'} |"
            + " false",
        "{'key':'a','value':'1'}             | {'key':'a','operator':'Equal','value':'1'}   | true",
        "{'key':'a','value':'1'}             | {'key':'a','operator':'Exists'}              |"
            + " false",
        "{'key':'a','operator':'Exists','effect':'NoExecute','tolerationSeconds':5} |"
            + " {'key':'a','operator':'Exists','effect':'NoExecute','tolerationSeconds':6} | false",
        "{'key':'a','operator':'Exists','effect':'NoExecute','tolerationSeconds':5} |"
            + " {'key':'a','operator':'Exists','effect':'NoExecute'} | false",
        "{'key':'a','operator':'Exists','effect':'NoExecute','tolerationSeconds':5} |"
            + " {'key':'a','operator':'Exists','effect':'NoExecute','tolerationSeconds':4} | true",
      })
  void comparesWithAllowedTolerations(String allowed, String toleration, boolean accepted) {
    assertThat(Tolerations.areAllowed(read(toleration), read(allowed))).isEqualTo(accepted);
  }

  @Test
  void emptyListAllowsEveryToleration() {
    assertThat(Tolerations.areAllowed(read("{'operator':'Exists'}"), read(""))).isTrue();
  }

  @Test
  void mergedTolerationsAreNotRedundant() {
    JsonValue first =
        read("{'key':'a','operator':'Equal','value':'1'},{'key':'b','operator':'Exists'}");
    List<JsonValue> second =
        List.of(
            read("{'key':'a','operator':'Exists'}").path(0),
            read("{'key':'b','operator':'Exists'}").path(0));

    assertThat(Tolerations.merged(first, second))
        .hasToString(
            "[{\"key\":\"b\",\"operator\":\"Exists\"},{\"key\":\"a\",\"operator\":\"Exists\"}]");
  }
}
