package io.listwatch.objects.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FieldChecksTest {
  private static final List<String> SHOWN = List.of("", "A", "B");

  @Test
  void readsWords() {
    assertThat(FieldChecks.read("required min=1 max=65535", List.of()))
        .isEqualTo(new FieldChecks(true, false, List.of(), false, 1L, 65535L, null, null, false));
    assertThat(FieldChecks.read("optional positive maxBytes=63 maxItems=8 immutable", SHOWN))
        .isEqualTo(new FieldChecks(false, true, List.of(), true, null, null, 63L, 8L, true));
  }

  @Test
  void usesTheOpenApiEnumUnlessTheRowHasItsOwn() {
    assertThat(FieldChecks.read("enum", SHOWN).enumeration()).isEqualTo(SHOWN);
    assertThat(FieldChecks.read("enum=B,C", SHOWN).enumeration()).containsExactly("B", "C");
    assertThat(FieldChecks.read("", SHOWN).enumeration()).isEmpty();
  }

  @Test
  void rejectsUnknownWord() {
    assertThatThrownBy(() -> FieldChecks.read("required least=1", List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("checks: least=1");
  }
}
