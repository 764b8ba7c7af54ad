package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OldItemsTest {
  private static final JsonValue OLD =
      JsonTrees.read(
          """
          [{"k": "a", "l": 1, "x": 1}, {"k": "a", "l": 2, "x": 2}, {"k": "a", "l": 1, "x": 3},
           {"x": 4}, {"k": null, "l": null}, {"k": {}, "l": []}]
          """);

  private final OldItems items = new OldItems(OLD, List.of("k", "l"));

  private static JsonValue item(String json) {
    return JsonTrees.read(json);
  }

  @Test
  void findsTheOldItemByItsKeys() {
    assertThat(items.of(item("{\"l\": 2, \"k\": \"a\"}"))).isEqualTo(OLD.path(1));
  }

  @Test
  void findsFirstOfSeveralOldItemsWithTheSameKeys() {
    assertThat(items.of(item("{\"k\": \"a\", \"l\": 1}"))).isEqualTo(OLD.path(0));
  }

  @Test
  void itemWithoutAScalarForEachKeyIsNotFound() {
    assertThat(items.of(item("{\"x\": 4}"))).isNull();
    assertThat(items.of(item("{\"k\": \"a\"}"))).isNull();
    assertThat(items.of(item("{\"k\": null, \"l\": null}"))).isNull();
    assertThat(items.of(item("{\"k\": {}, \"l\": []}"))).isNull();
  }

  @Test
  void findsNothingIfThereWasNoList() {
    assertThat(new OldItems(null, List.of("k")).of(item("{}"))).isNull();
    assertThat(new OldItems(item("{}"), List.of("k")).of(item("{}"))).isNull();
    assertThat(new OldItems(item("[]"), List.of("k")).of(item("{}"))).isNull();
  }
}
