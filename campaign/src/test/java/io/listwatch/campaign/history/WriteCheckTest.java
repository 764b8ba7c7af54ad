package io.listwatch.campaign.history;

import static io.listwatch.campaign.history.Histories.KEY;
import static io.listwatch.campaign.history.Histories.ONE;
import static io.listwatch.campaign.history.Histories.THREE;
import static io.listwatch.campaign.history.Histories.TWO;
import static io.listwatch.campaign.history.Histories.conflicting;
import static io.listwatch.campaign.history.Histories.created;
import static io.listwatch.campaign.history.Histories.deleted;
import static io.listwatch.campaign.history.Histories.timeline;
import static io.listwatch.campaign.history.Histories.unknown;
import static io.listwatch.campaign.history.Histories.updated;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.campaign.history.ListRead.Consistency;
import io.listwatch.campaign.history.Operation.Kind;
import io.listwatch.campaign.history.Operation.Outcome;
import io.listwatch.campaign.history.Timeline.Versioned;
import io.listwatch.campaign.history.Violation.Promise;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The check finds each defect of a write or list and names the broken promise. */
final class WriteCheckTest {
  @Test
  void acceptsAcknowledgedWritesInStorage() {
    assertThat(broken(timeline(ONE, TWO), created(1, 2, ONE, 1), updated(3, 4, TWO, 2))).isEmpty();
  }

  @Test
  void findsAcknowledgedWriteThatStorageLost() {
    assertThat(broken(timeline(ONE), created(1, 2, ONE, 1), updated(3, 4, TWO, 2)))
        .containsExactly(Promise.DURABLE);
  }

  @Test
  void findsRejectedWriteInStorage() {
    assertThat(broken(timeline(ONE, TWO), created(1, 2, ONE, 1), conflicting(3, 4, THREE, TWO)))
        .containsExactly(Promise.NOT_INVENTED);
  }

  @Test
  void findsThrottledWriteInStorage() {
    Operation throttled = updated(3, 4, TWO, 0).withOutcome(Outcome.REJECTED);

    assertThat(broken(timeline(ONE, TWO), created(1, 2, ONE, 1), throttled))
        .containsExactly(Promise.NOT_INVENTED);
  }

  @Test
  void findsWriteThatNoClientMade() {
    assertThat(broken(timeline(ONE, TWO), created(1, 2, ONE, 1)))
        .containsExactly(Promise.NOT_INVENTED);
  }

  @Test
  void acceptsUnknownWriteInStorageOrNot() {
    Operation unknown = unknown(Kind.UPDATE, 3, TWO);

    assertThat(broken(timeline(ONE, TWO), created(1, 2, ONE, 1), unknown)).isEmpty();
    assertThat(broken(timeline(ONE), created(1, 2, ONE, 1), unknown)).isEmpty();
  }

  @Test
  void acceptsDeletesInStorage() {
    Operation unknown = unknown(Kind.DELETE, 3, null);

    assertThat(broken(timeline(ONE, null), created(1, 2, ONE, 1), deleted(3, 4))).isEmpty();
    assertThat(broken(timeline(ONE, null), created(1, 2, ONE, 1), unknown)).isEmpty();
    assertThat(broken(timeline(ONE), created(1, 2, ONE, 1), unknown)).isEmpty();
  }

  /** A lost delete was not found if its object was never read again. */
  @Test
  void findsAcknowledgedDeleteThatStorageLost() {
    assertThat(broken(timeline(ONE), created(1, 2, ONE, 1), deleted(3, 4)))
        .containsExactly(Promise.DURABLE);
  }

  @Test
  void findsDeletionThatNoClientMade() {
    assertThat(broken(timeline(ONE, null), created(1, 2, ONE, 1)))
        .containsExactly(Promise.NOT_INVENTED);
  }

  @Test
  void acceptsListOfTheStateAtItsVersion() {
    assertThat(lists(Consistency.LATEST, 2, 2, TWO, 2)).isEmpty();
    assertThat(lists(Consistency.EXACT, 1, 1, ONE, 1)).isEmpty();
    assertThat(lists(Consistency.ANY, 2, 1, ONE, 1)).isEmpty();
  }

  @Test
  void findsListOfAnotherState() {
    assertThat(lists(Consistency.LATEST, 2, 2, ONE, 1)).containsExactly(Promise.ONE_MOMENT);
  }

  @Test
  void findsListWithoutObject() {
    assertThat(lists(Consistency.LATEST, 2, 2, null, 0)).containsExactly(Promise.ONE_MOMENT);
  }

  @Test
  void findsStaleList() {
    assertThat(lists(Consistency.LATEST, 2, 1, ONE, 1)).containsExactly(Promise.FRESH);
    assertThat(lists(Consistency.NOT_OLDER_THAN, 2, 1, ONE, 1)).containsExactly(Promise.FRESH);
    assertThat(lists(Consistency.EXACT, 1, 2, TWO, 2)).containsExactly(Promise.FRESH);
  }

  private static List<Promise> broken(Timeline timeline, Operation... operations) {
    return WriteCheck.check(timeline, List.of(operations)).violations().stream()
        .map(Violation::promise)
        .toList();
  }

  private static List<Promise> lists(
      Consistency consistency, long floor, long version, @Nullable Value value, long of) {
    Map<String, Versioned> items = value == null ? Map.of() : Map.of(KEY, new Versioned(value, of));
    var read = new ListRead("client", consistency, null, floor, version, items);
    return ListRead.check(timeline(ONE, TWO), List.of(read)).stream()
        .map(Violation::promise)
        .toList();
  }
}
