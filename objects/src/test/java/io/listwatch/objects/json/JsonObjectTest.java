package io.listwatch.objects.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonObjectTest {
  private final JsonObject object = new JsonObject().put("a", 1).put("b", 2).put("c", 3);

  @Test
  void memberSetAgainKeepsItsPosition() {
    object.put("a", "new").put("d", true);

    assertThat(object).hasToString("{\"a\":\"new\",\"b\":2,\"c\":3,\"d\":true}");
  }

  @Test
  void removedMemberLosesItsPosition() {
    assertThat(object.remove("a")).isEqualTo(JsonValue.of(1));
    assertThat(object.remove("a")).isNull();
    object.put("a", 1);

    assertThat(object.fieldNames()).containsExactly("b", "c", "a");
  }

  @Test
  void settingNullStoresJsonNull() {
    object.set("a", null).put("b", (String) null).putNull("c");

    assertThat(object).hasToString("{\"a\":null,\"b\":null,\"c\":null}");
    assertThat(object.has("a")).isTrue();
    assertThat(object.hasNonNull("a")).isFalse();
  }

  @Test
  void equalityIgnoresOrder() {
    JsonObject other = new JsonObject().put("c", 3).put("a", 1).put("b", 2);

    assertThat(object).isEqualTo(other).hasSameHashCodeAs(other);
    assertThat(object).isNotEqualTo(other.put("d", 1));
    assertThat(object).isNotEqualTo(new JsonObject().put("a", 1).put("b", 2).put("d", 3));
  }

  @Test
  void deepCopyIsIndependent() {
    object.putObject("inner").putArray("list").add("x");
    JsonObject copy = object.deepCopy();

    copy.withObject("inner").withArray("list").add("y");
    copy.remove("a");

    assertThat(object).hasToString("{\"a\":1,\"b\":2,\"c\":3,\"inner\":{\"list\":[\"x\"]}}");
    assertThat(copy).hasToString("{\"b\":2,\"c\":3,\"inner\":{\"list\":[\"x\",\"y\"]}}");
  }

  @Test
  void createsMissingContainers() {
    object.putNull("nothing");

    object.withObject("x", "y").withArray("z").add(1);
    object.withObject("nothing").put("k", "v");

    assertThat(object.at("/x/y/z/0")).isEqualTo(JsonValue.of(1));
    assertThat(object.at("/nothing/k").asText()).isEqualTo("v");
    assertThatThrownBy(() -> object.withObject("a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a: a number (expected: an object)");
    assertThatThrownBy(() -> object.withArray("x"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("x: an object (expected: an array)");
  }

  @Test
  void membersCanBeChangedDuringIteration() {
    for (Map.Entry<String, JsonValue> member : object.properties()) {
      member.setValue(JsonValue.of(member.getKey()));
    }
    object.properties().removeIf(member -> member.getKey().equals("b"));

    assertThat(object).hasToString("{\"a\":\"a\",\"c\":\"c\"}");
  }

  @Test
  void iterationFailsOnConcurrentChange() {
    assertThatThrownBy(() -> object.properties().forEach(member -> object.remove("c")))
        .isInstanceOf(ConcurrentModificationException.class);
  }

  @Test
  void visitsMembersInOrder() {
    List<String> seen = new ArrayList<>();

    object.remove("b");
    object.put("d", 4).forEachMember((name, value) -> seen.add(name + value));

    assertThat(seen).containsExactly("a1", "c3", "d4");
  }

  @Test
  void allMembersStopsAtFirstRejectedMember() {
    List<String> seen = new ArrayList<>();

    assertThat(object.allMembers((name, value) -> seen.add(name) && value.longValue() < 2))
        .isFalse();
    assertThat(seen).containsExactly("a", "b");
    assertThat(object.allMembers((name, value) -> value.longValue() < 4)).isTrue();
  }

  @Test
  void retainsAndRemovesSeveralMembers() {
    assertThat(object.deepCopy().retain(List.of("b", "x"))).hasToString("{\"b\":2}");
    assertThat(object.deepCopy().remove(List.of("b", "x"))).hasToString("{\"a\":1,\"c\":3}");
    assertThat(object.deepCopy().without("b")).hasToString("{\"a\":1,\"c\":3}");
    assertThat(object.removeIf(value -> value.longValue() > 1)).isTrue();
    assertThat(object).hasToString("{\"a\":1}");
    assertThat(object.removeAll()).hasToString("{}");
  }

  @Test
  void setAllSharesTheValues() {
    JsonObject other = new JsonObject();
    JsonObject shared = other.putObject("shared");

    object.setAll(other).setAll(Map.of("a", JsonValue.NULL));
    shared.put("k", "v");

    assertThat(object).hasToString("{\"a\":null,\"b\":2,\"c\":3,\"shared\":{\"k\":\"v\"}}");
  }
}
