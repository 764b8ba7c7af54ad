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

  /** 600 KB of JSON became 200,000 values, of twenty times the bytes that were counted. */
  @Test
  void rejectsValuesBeyondTheBudget() {
    var values = new BodyBudget(10 * BodyBudget.VALUE_BYTES);
    BodyBudget.Share first = values.open(10);
    first.addValues(6);
    BodyBudget.Share second = values.open(10);

    assertThatThrownBy(() -> second.addValues(5))
        .isInstanceOfSatisfying(
            TooManyRequestsException.class,
            e -> assertThat(e.status().retryAfter()).contains(Duration.ofSeconds(1)));

    second.close();
    first.close();
    assertThat(values.used()).isZero();
  }

  @Test
  void valuesDoNotCountAgainstTheLimitOfTheBody() {
    var values = new BodyBudget(10 * BodyBudget.VALUE_BYTES);
    BodyBudget.Share share = values.open(10);
    share.addValues(5);

    share.add(10);

    assertThat(values.used()).isEqualTo(10 + 5 * BodyBudget.VALUE_BYTES);
  }

  /** A worker may parse a body although its client has gone. */
  @Test
  void requestThatIsOverTakesNothing() {
    BodyBudget.Share share = budget.open(50);
    share.add(20);
    share.close();

    share.add(20);
    share.addValues(1_000);

    assertThat(budget.used()).isZero();
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
