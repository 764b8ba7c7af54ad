package io.listwatch.server.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which watches end when the events of all exceed their budget. */
final class EventBudgetTest {
  private final EventBudget budget = new EventBudget(100);
  private final List<String> ended = new ArrayList<>();
  private final Watch first = new Watch("first");
  private final Watch second = new Watch("second");

  /** A watch that removes its bytes when it ends. */
  private final class Watch {
    private final String name;
    private final EventBudget.Share share;
    private long bytes;

    private Watch(String name) {
      this.name = name;
      share = budget.open(this::end);
    }

    private void add(long more) {
      bytes += more;
      share.add(more);
    }

    private void read(long some) {
      bytes -= some;
      share.remove(some);
    }

    private void end() {
      ended.add(name);
      read(bytes);
    }
  }

  @Test
  void endsNoWatchWithinTheBudget() {
    first.add(60);
    second.add(40);

    assertThat(ended).isEmpty();
    assertThat(budget.used()).isEqualTo(100);
  }

  @Test
  void endsWatchThatIsUnreadLongest() {
    first.add(10);
    second.add(60);
    first.add(50);

    assertThat(ended).containsExactly("first");
    assertThat(budget.used()).isEqualTo(60);
  }

  @Test
  void watchThatReadsEndsAfterOneThatDoesNot() {
    first.add(50);
    second.add(40);
    first.read(10);
    first.add(30);

    assertThat(ended).containsExactly("second");
    assertThat(budget.used()).isEqualTo(70);
  }

  @Test
  void watchThatHasReadEverythingEndsAfterOneThatHasNot() {
    first.add(10);
    second.add(60);
    first.read(10);
    first.add(50);

    assertThat(ended).containsExactly("second");
  }

  @Test
  void endsSeveralUntilTheRestFits() {
    first.add(40);
    second.add(40);
    new Watch("third").add(90);

    assertThat(ended).containsExactly("first", "second");
    assertThat(budget.used()).isEqualTo(90);
  }

  @Test
  void endsWatchThatExceedsTheBudgetByItself() {
    first.add(101);

    assertThat(ended).containsExactly("first");
    assertThat(budget.used()).isZero();
  }
}
