package io.listwatch.server.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.TooManyRequestsException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class BodyBudgetTest {
  private final BodyBudget budget = new BodyBudget(100);

  @Test
  void rejectsBodiesBeyondTheBudgetUntilOthersEnd() {
    BodyBudget.Share first = budget.open(100);
    first.add(60);
    BodyBudget.Share second = budget.open(100);
    second.add(40);

    assertThatThrownBy(() -> second.add(1))
        .isInstanceOfSatisfying(
            TooManyRequestsException.class,
            e -> assertThat(e.status().retryAfter()).contains(Duration.ofSeconds(1)));

    first.close();
    budget.open(100).add(59);
  }

  @Test
  void rejectsBodyBeyondItsOwnLimit() {
    BodyBudget.Share share = budget.open(10);
    share.add(10);

    assertThatThrownBy(() -> share.add(1))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.status().code()).isEqualTo(413));
  }

  @Test
  void returnsBytesToTheBudgetOnce() {
    BodyBudget.Share share = budget.open(50);
    share.add(50);
    assertThatThrownBy(() -> share.add(1)).isInstanceOf(ApiException.class);

    share.close();
    share.close();

    assertThat(budget.used()).isZero();
  }
}
