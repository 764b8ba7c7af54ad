package io.listwatch.objects.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class NameRuleTest {
  @Test
  void subdomainsAreLabelsBetweenDots() {
    assertThat(NameRule.SUBDOMAIN.violations("a-1.b.0")).isEmpty();
    for (String wrong : new String[] {"", ".", "a.", ".a", "a..b", "-a", "a-", "a.-b", "A", "ä"}) {
      assertThat(NameRule.SUBDOMAIN.violations(wrong)).as(wrong).hasSize(1);
    }
  }

  @Test
  void labelsHaveNoDots() {
    assertThat(NameRule.LABEL.violations("a-1")).isEmpty();
    assertThat(NameRule.LABEL.violations("a.b")).containsExactly("must not contain dots");
    assertThat(NameRule.LABEL.violations("a.B").get(0)).startsWith("a lowercase RFC 1123 label");
  }

  @Test
  void lengthIsCountedInBytes() {
    assertThat(NameRule.LABEL.violations("a".repeat(63))).isEmpty();
    assertThat(NameRule.LABEL.violations("a".repeat(64)))
        .containsExactly("must be no more than 63 characters");
    assertThat(NameRule.SUBDOMAIN.violations("ä".repeat(127))).hasSize(2);
  }

  @Test
  void prefixMayEndInADash() {
    assertThat(NameRule.SUBDOMAIN.prefixViolations("a-")).isEmpty();
    assertThat(NameRule.SUBDOMAIN.prefixViolations("-")).hasSize(1);
    assertThat(NameRule.SUBDOMAIN.violations("a-")).hasSize(1);
  }

  @Test
  void pathSegmentsContainNoSlashesOrDotSegments() {
    assertThat(NameRule.PATH_SEGMENT.violations("system:x")).isEmpty();
    assertThat(NameRule.PATH_SEGMENT.violations("..")).containsExactly("may not be '..'");
    assertThat(NameRule.PATH_SEGMENT.prefixViolations("..")).isEmpty();
    assertThat(NameRule.PATH_SEGMENT.violations("a/%"))
        .containsExactly("may not contain '/'", "may not contain '%'");
  }
}
