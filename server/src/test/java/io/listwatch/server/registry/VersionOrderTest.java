package io.listwatch.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class VersionOrderTest {
  @Test
  void ordersStableBeforeBetaBeforeAlphaBeforeOtherNames() {
    List<String> versions =
        List.of(
            "foo10",
            "v3alpha1",
            "v10",
            "v11beta2",
            "v1",
            "v2",
            "v12alpha1",
            "v11alpha2",
            "foo1",
            "v3beta1",
            "v10beta3");

    assertThat(versions.stream().sorted(new VersionOrder()))
        .containsExactly(
            "v10",
            "v2",
            "v1",
            "v11beta2",
            "v10beta3",
            "v3beta1",
            "v12alpha1",
            "v11alpha2",
            "v3alpha1",
            "foo1",
            "foo10");
  }
}
