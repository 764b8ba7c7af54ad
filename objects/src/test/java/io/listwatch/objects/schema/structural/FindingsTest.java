package io.listwatch.objects.schema.structural;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.FieldError;
import org.junit.jupiter.api.Test;

final class FindingsTest {
  private final Findings findings = new Findings();

  private static FieldError error(int i) {
    return FieldError.required("field" + i, "");
  }

  @Test
  void keepsDistinctErrorsInTheirOrder() {
    findings.add(error(2)).add(error(1)).add(error(2));

    assertThat(findings.errors()).containsExactly(error(2), error(1));
    assertThat(findings.none()).isFalse();
  }

  @Test
  void addsErrorsAndMatchesOfOthers() {
    findings.matched();

    findings.add(new Findings().matched().matched().add(error(1)));

    assertThat(findings.errors()).containsExactly(error(1));
    assertThat(findings.matches()).isEqualTo(3);
  }

  @Test
  void forgiveDropsErrorsButKeepsMatches() {
    findings.add(error(1)).matched();

    findings.forgive();

    assertThat(findings.none()).isTrue();
    assertThat(findings.matches()).isEqualTo(1);
  }

  @Test
  void isFullAfterFiveHundredErrors() {
    for (int i = 0; i < 499; i++) {
      findings.add(error(i));
    }
    assertThat(findings.full()).isFalse();

    findings.add(error(499)).add(error(500));

    assertThat(findings.full()).isTrue();
    assertThat(findings.errors()).hasSize(500).doesNotContain(error(500));
  }
}
