package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.write.WriteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists and maps that are sent empty and become null in the canonical form. */
final class EmptyCollectionsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // sent | canonical | canonical while owners are recorded
        "{'a':{}} | {'a':null} | {'a':{}}",
        "{'a':[]} | {'a':null} | {'a':[]}",
        "{'a':{'b':[]}} | {'a':{'b':null}} | {'a':{'b':[]}}",
        "{'a':[{'b':[]},{'b':{}}]} | {'a':[{'b':null},{'b':null}]} | {'a':[{'b':[]},{'b':{}}]}",
        "{'a':[{'b':[]}]} | {'a':[]} | {'a':[]}",
        "{'a':{}} | {} | {}",
        "{'a':{'x':1}} | {'a':null} | {'a':null}",
        "{'a':{}} | {'a':{}} | {'a':{}}",
        "{'a':'','b':0,'c':null} | {'a':null,'b':null,'c':null} | {'a':null,'b':null,'c':null}",
        "{'a':{'b':[]}} | {'a':'x'} | {'a':'x'}",
        "{} | {'a':null} | {'a':null}",
      })
  void collectionsAreEmptyWhileTheActionRuns(String sent, String canonical, String during) {
    JsonObject object = json(canonical);
    JsonObject seen = json("{}");

    EmptyCollections.of(json(sent), object).during(() -> seen.setAll(object.deepCopy()));

    assertThat(seen).isEqualTo(json(during));
    assertThat(object).isEqualTo(json(canonical));
  }

  @Test
  void collectionsAreNullAgainAfterTheActionFailed() {
    JsonObject object = json("{'a':null}");
    EmptyCollections empty = EmptyCollections.of(json("{'a':[]}"), object);

    assertThatThrownBy(
            () ->
                empty.during(
                    () -> {
                      throw new IllegalStateException("failed");
                    }))
        .hasMessage("failed");

    assertThat(object).isEqualTo(json("{'a':null}"));
  }

  @Test
  void runsActionWithoutEmptyCollections() {
    JsonObject object = json("{}");

    EmptyCollections.NONE.during(() -> object.put("ran", true));

    assertThat(object.path("ran").asBoolean()).isTrue();
  }
}
