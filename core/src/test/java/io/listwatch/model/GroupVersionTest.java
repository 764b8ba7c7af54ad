package io.listwatch.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class GroupVersionTest {
  @Test
  void versionWithoutAGroupIsInTheCoreGroup() {
    assertThat(GroupVersion.of("v1")).isEqualTo(new GroupVersion("", "v1")).hasToString("v1");
  }

  @Test
  void groupComesBeforeTheVersion() {
    assertThat(GroupVersion.of("apps/v1"))
        .isEqualTo(new GroupVersion("apps", "v1"))
        .hasToString("apps/v1");
  }

  @Test
  void emptyStringHasNoVersion() {
    assertThat(GroupVersion.of("")).isEqualTo(new GroupVersion("", "")).hasToString("");
  }
}
