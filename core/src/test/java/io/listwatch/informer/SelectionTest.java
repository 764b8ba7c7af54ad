package io.listwatch.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.Notes;
import io.listwatch.model.ResourceType;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import org.junit.jupiter.api.Test;

final class SelectionTest {
  private static final Selection ALL = Selection.of(Notes.TYPE);

  @Test
  void equivalentSelectionsAreEqual() {
    assertThat(ALL.where(LabelSelector.parse("b,a=1")))
        .isEqualTo(ALL.where(LabelSelector.parse(" a = 1, b")));
    assertThat(ALL.where(FieldSelector.parse("b=2,a=1")))
        .isEqualTo(ALL.where(FieldSelector.parse("a=1,b=2")));
    assertThat(ALL.inNamespace("x").where(LabelSelector.everything()))
        .isEqualTo(Selection.of(Notes.TYPE).inNamespace("x"));
  }

  @Test
  void scopeSelectorsAndModifierAreCompared() {
    assertThat(ALL)
        .isNotEqualTo(ALL.inNamespace("x"))
        .isNotEqualTo(ALL.where(LabelSelector.parse("a")))
        .isNotEqualTo(ALL.where(FieldSelector.parse("a=1")))
        .isNotEqualTo(ALL.modifiedBy(new OptionsModifier() {}));
    assertThat(ALL.inNamespace("x")).isNotEqualTo(ALL.inNamespace("y"));
  }

  @Test
  void nameContainsTheRestrictions() {
    assertThat(ALL).hasToString("notes.test.listwatch.io");
    assertThat(
            ALL.inNamespace("x")
                .where(LabelSelector.parse("app=web"))
                .where(FieldSelector.parse("metadata.name=a")))
        .hasToString("notes.test.listwatch.io/x?app=web#metadata.name=a");
  }

  @Test
  void rejectsImpossibleSelections() {
    var cluster = Selection.of(ResourceType.cluster("v1", "Node", "nodes"));

    assertThatThrownBy(() -> cluster.inNamespace("x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("namespaced type");
    assertThatThrownBy(() -> ALL.inNamespace("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ALL.where(LabelSelector.nothing()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
