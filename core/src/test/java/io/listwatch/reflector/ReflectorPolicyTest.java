package io.listwatch.reflector;

import static io.listwatch.reflector.ReflectorPolicy.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ReflectorPolicyTest {
  @Test
  void differsOnlyInWhatIsSet() {
    ReflectorPolicy changed = CLIENT.with(policy -> policy.pageSize(7));

    assertThat(changed.pageSize()).isEqualTo(7);
    assertThat(changed.with(policy -> policy.pageSize(0))).isEqualTo(CLIENT);
  }

  @Test
  void refusesNegativeNumbers() {
    assertThatThrownBy(() -> CLIENT.with(policy -> policy.pageSize(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pageSize: -1");
  }
}
