package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cel.common.exceptions.CelAttributeNotFoundException;
import org.junit.jupiter.api.Test;

/** Rules see the declared members of a JSON object. */
final class ObjectViewTest {
  private static final String SCHEMA =
      """
      {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {
        a: {type: integer},
        n: {type: integer, nullable: true},
        my-name: {type: string},
        s: {type: array, items: {type: integer}, x-kubernetes-list-type: set}}}
      """;

  private static ObjectView view(String object) {
    return (ObjectView) Expressions.view(SCHEMA, object);
  }

  @Test
  void selectsDeclaredMembersByIdentifier() {
    ObjectView object = view("{a: 1, my-name: x}");

    assertThat(object.select("a")).isEqualTo(1L);
    assertThat(object.select("my__dash__name")).isEqualTo("x");
    assertThat(object.find("a")).contains(1L);
  }

  @Test
  void absentNullAndUndeclaredMembersAreNotFound() {
    ObjectView object = view("{n: null, hidden: 7}");

    assertThat(object.find("a")).isEmpty();
    assertThat(object.find("n")).isEmpty();
    assertThat(object.find("hidden")).isEmpty();
    assertThatThrownBy(() -> object.select("a"))
        .isInstanceOf(CelAttributeNotFoundException.class)
        .hasMessageContaining("no such key: a");
  }

  @Test
  void emptyObjectIsTheZeroValue() {
    assertThat(view("{}").isZeroValue()).isTrue();
    assertThat(view("{a: 0}").isZeroValue()).isFalse();
  }

  @Test
  void equalsObjectsWithEqualMembers() {
    assertThat(view("{a: 1, s: [1, 2]}").equals(view("{s: [2, 1], a: 1}"))).isTrue();
    assertThat(view("{a: 1}").equals(view("{a: 2}"))).isFalse();
    assertThat(view("{a: 1}").equals(view("{}"))).isFalse();
    assertThat(view("{}").equals(view("{a: 1}"))).isFalse();
    assertThat(view("{a: 1}").equals(view("{n: 1}"))).isFalse();
    assertThat(view("{n: null}").equals(view("{n: null}"))).isTrue();
    assertThat(view("{n: null}").equals(view("{n: 1}"))).isFalse();
    assertThat(view("{n: 1}").equals(view("{n: null}"))).isFalse();
    assertThat((Object) view("{}")).isNotEqualTo("object");
  }

  @Test
  void undeclaredMembersCountInComparisons() {
    assertThat(view("{hidden: [1, 2]}").equals(view("{hidden: [1, 2]}"))).isTrue();
    assertThat(view("{hidden: [1, 2]}").equals(view("{hidden: [2, 1]}"))).isFalse();
    assertThat(view("{hidden: 1}").equals(view("{other: 1}"))).isFalse();
  }

  @Test
  void equalObjectsHaveTheSameHashCode() {
    String members = "a: 1, n: null, hidden: {x: [true]}, text: t, number: 1.50, empty: {}";
    ObjectView first = view("{s: [1, 2], " + members + "}");
    ObjectView second = view("{" + members + ", s: [2, 1]}");

    assertThat(first.equals(second)).isTrue();
    assertThat(first.hashCode()).isEqualTo(second.hashCode());
    assertThat(first.hashCode()).isNotEqualTo(view("{a: 1}").hashCode());
    assertThat(view("{a: 1}").hashCode()).isNotEqualTo(view("{a: 2}").hashCode());
    assertThat(view("{hidden: x}").hashCode()).isNotEqualTo(view("{hidden: y}").hashCode());
    assertThat(view("{hidden: 1}").hashCode()).isNotEqualTo(view("{hidden: 2}").hashCode());
  }

  @Test
  void implementsCelValue() {
    ObjectView object = view("{a: 1}");

    assertThat(object.value()).isSameAs(object);
    assertThat(object.celType()).isSameAs(object.type().celType());
    assertThat(object.node().path("a").longValue()).isEqualTo(1);
    assertThat(object).hasToString("object");
  }
}
