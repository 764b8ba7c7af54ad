package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A JSON object with arbitrary keys is an unmodifiable {@link Map} of views. */
final class MapViewTest {
  private static final String SCHEMA = "{type: object, additionalProperties: {type: integer}}";

  /** A key of another type than the keys of JSON objects. */
  private static final Object NUMBER = 1L;

  private final MapView map = view("{a: 1, b: 2}");

  private static MapView view(String object) {
    return (MapView) Expressions.view(SCHEMA, object);
  }

  @Test
  void hasMembersInOrder() {
    assertThat(map.size()).isEqualTo(2);
    assertThat(map.isEmpty()).isFalse();
    assertThat(map.get("a")).isEqualTo(1L);
    assertThat(map.get("z")).isNull();
    assertThat(map.get(NUMBER)).isNull();
    assertThat(map.get(null)).isNull();
    assertThat(map.keySet()).containsExactly("a", "b");
    assertThat(map.values()).containsExactly(1L, 2L);
    assertThat(new LinkedHashMap<>(map)).isEqualTo(Map.of("a", 1L, "b", 2L));
    assertThat(map.entrySet()).hasSize(2).contains(Map.entry("b", 2L));
  }

  @Test
  void findsKeysAndValues() {
    assertThat(map.containsKey("a")).isTrue();
    assertThat(map.containsKey("z")).isFalse();
    assertThat(map.containsKey(NUMBER)).isFalse();
    assertThat(map.containsKey(null)).isFalse();
    assertThat(map.containsValue(2L)).isTrue();
    assertThat(map.containsValue(3L)).isFalse();
  }

  @Test
  void iteratorEndsAfterTheLastMember() {
    var entries = view("{a: 1}").entrySet().iterator();

    assertThat(entries.next()).isEqualTo(Map.entry("a", 1L));
    assertThat(entries.hasNext()).isFalse();
    assertThatThrownBy(entries::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void emptyObjectIsTheZeroValue() {
    assertThat(view("{}").isZeroValue()).isTrue();
    assertThat(view("{}").isEmpty()).isTrue();
    assertThat(view("{}").size()).isZero();
    assertThat(map.isZeroValue()).isFalse();
  }

  @Test
  void nullValueOfANullableTypeIsPresent() {
    var nullable = "{type: object, additionalProperties: {type: integer, nullable: true}}";
    MapView view = (MapView) Expressions.view(nullable, "{a: null}");

    assertThat(view.containsKey("a")).isTrue();
    assertThat(view.get("a")).isNotNull();
    assertThat(view.equals(Expressions.view(nullable, "{b: null}"))).isFalse();
    assertThatThrownBy(() -> view("{a: null}").get("a"))
        .isInstanceOf(RuleFailure.class)
        .hasMessage("invalid data, got null for schema with nullable=false");
  }

  @Test
  void equalsMapsWithEqualEntriesInAnyOrder() {
    assertThat(map.equals(view("{b: 2, a: 1}"))).isTrue();
    assertThat(map.equals(Map.of("a", 1.0, "b", 2L))).isTrue();
    assertThat(map.hashCode()).isEqualTo(view("{b: 2, a: 1}").hashCode());
    assertThat(map.equals(view("{a: 1}"))).isFalse();
    assertThat(map.equals(view("{a: 1, b: 3}"))).isFalse();
    assertThat(map.equals(view("{a: 1, c: 2}"))).isFalse();
    assertThat((Object) map).isNotEqualTo(List.of());
  }

  @Test
  void implementsCelValue() {
    assertThat(map.value()).isSameAs(map);
    assertThat(map.celType()).isEqualTo(MapType.create(SimpleType.STRING, SimpleType.DYN));
    assertThat(map).hasToString("map of 2");
  }

  @Test
  void cannotBeChanged() {
    List<Consumer<MapView>> changes =
        List.of(
            m -> m.put("c", 3L),
            m -> m.putAll(Map.of("c", 3L)),
            m -> m.remove("a"),
            m -> m.keySet().remove("a"),
            m -> m.entrySet().iterator().next().setValue(7L),
            MapView::clear);

    for (Consumer<MapView> change : changes) {
      assertThatThrownBy(() -> change.accept(map))
          .isInstanceOf(UnsupportedOperationException.class);
    }
    assertThat(map.size()).isEqualTo(2);
  }
}
