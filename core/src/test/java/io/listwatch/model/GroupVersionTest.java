package io.listwatch.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class GroupVersionTest {
  @Test
  void aVersionAloneIsOfTheCoreGroup() {
    assertThat(GroupVersion.of("v1")).isEqualTo(new GroupVersion("", "v1")).hasToString("v1");
  }

  @Test
  void aGroupStandsBeforeItsVersion() {
    assertThat(GroupVersion.of("apps/v1"))
        .isEqualTo(new GroupVersion("apps", "v1"))
        .hasToString("apps/v1");
  }

  @Test
  void nothingAtAllIsNoVersionOfTheCoreGroup() {
    assertThat(GroupVersion.of("")).isEqualTo(new GroupVersion("", "")).hasToString("");
  }
}
