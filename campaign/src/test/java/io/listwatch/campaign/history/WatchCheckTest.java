package io.listwatch.campaign.history;

import static io.listwatch.campaign.history.Histories.KEY;
import static io.listwatch.campaign.history.Histories.ONE;
import static io.listwatch.campaign.history.Histories.THREE;
import static io.listwatch.campaign.history.Histories.TWO;
import static io.listwatch.campaign.history.Histories.timeline;
import static io.listwatch.campaign.history.WatchSession.Event.bookmark;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.campaign.history.Timeline.Change;
import io.listwatch.campaign.history.Violation.Promise;
import io.listwatch.campaign.history.WatchSession.Event;
import io.listwatch.campaign.history.WatchSession.EventType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The check finds each defect of a watch and names the broken promise. */
final class WatchCheckTest {
  private static final Event ADDED = new Event(EventType.ADDED, KEY, 1, ONE);
  private static final Event MODIFIED = new Event(EventType.MODIFIED, KEY, 2, TWO);
  private static final Event RECOLORED = new Event(EventType.MODIFIED, KEY, 3, THREE);
  private static final Event DELETED = new Event(EventType.DELETED, KEY, 4, THREE);

  private final Timeline timeline = timeline(ONE, TWO, THREE, null);

  @Test
  void acceptsEveryChangeInOrder() {
    assertThat(broken(0, ADDED, MODIFIED, bookmark(2), RECOLORED, DELETED, bookmark(9))).isEmpty();
  }

  @Test
  void acceptsWatchThatEndsEarly() {
    assertThat(broken(0, ADDED, MODIFIED)).isEmpty();
  }

  @Test
  void acceptsStartAtAnyVersion() {
    assertThat(broken(2, RECOLORED, DELETED)).isEmpty();
  }

  @Test
  void findsReorderedEvents() {
    assertThat(broken(0, MODIFIED, ADDED)).contains(Promise.ORDERED);
  }

  @Test
  void findsDuplicateEvent() {
    assertThat(broken(0, ADDED, MODIFIED, MODIFIED)).containsExactly(Promise.UNIQUE);
  }

  @Test
  void findsMissingEvent() {
    assertThat(broken(0, ADDED, RECOLORED)).containsExactly(Promise.RELIABLE);
  }

  @Test
  void findsGapAfterResume() {
    assertThat(check(new WatchSession("tap", null, 1, true), RECOLORED))
        .containsExactly(Promise.RESUMABLE);
  }

  @Test
  void findsBookmarkInAGapAfterResume() {
    assertThat(check(new WatchSession("tap", null, 1, true), bookmark(2), RECOLORED))
        .containsExactly(Promise.RESUMABLE);
  }

  @Test
  void findsMixedContent() {
    assertThat(broken(0, new Event(EventType.ADDED, KEY, 1, TWO))).containsExactly(Promise.ATOMIC);
  }

  @Test
  void findsBookmarkAheadOfEvents() {
    assertThat(broken(0, ADDED, bookmark(3), RECOLORED))
        .containsExactly(Promise.BOOKMARKABLE, Promise.BOOKMARKABLE);
  }

  @Test
  void findsBookmarkThatGoesBack() {
    assertThat(broken(0, ADDED, MODIFIED, bookmark(1))).containsExactly(Promise.NO_TIME_TRAVEL);
  }

  @Test
  void findsEventBeforeTheStart() {
    assertThat(broken(2, MODIFIED)).containsExactly(Promise.NO_TIME_TRAVEL);
  }

  @Test
  void findsWrongPreviousValue() {
    assertThat(broken(3, new Event(EventType.DELETED, KEY, 4, TWO)))
        .containsExactly(Promise.PREVIOUS_VALUE);
  }

  @Test
  void findsEventThatStorageDoesNotHave() {
    assertThat(broken(3, DELETED, new Event(EventType.ADDED, KEY, 7, ONE)))
        .containsExactly(Promise.NOT_INVENTED);
  }

  @Test
  void acceptsDeletionOfObjectThatNoLongerMatches() {
    assertThat(red(0, ADDED, MODIFIED, new Event(EventType.DELETED, KEY, 3, TWO))).isEmpty();
  }

  @Test
  void findsEventThatTheSelectorDoesNotMatch() {
    assertThat(red(0, ADDED, MODIFIED, new Event(EventType.DELETED, KEY, 3, TWO), DELETED))
        .containsExactly(Promise.FILTERED);
  }

  @Test
  void findsChangeInsteadOfDeletionFromTheSelection() {
    assertThat(red(0, ADDED, MODIFIED, RECOLORED)).containsExactly(Promise.FILTERED);
  }

  @Test
  void findsWrongPreviousValueInStorageWatch() {
    assertThat(timeline.add(new Change(5, KEY, ONE, TWO)))
        .extracting(Violation::promise)
        .containsExactly(Promise.PREVIOUS_VALUE);
  }

  @Test
  void findsStorageWatchThatGoesBack() {
    assertThat(timeline.add(new Change(4, KEY, null, TWO)))
        .extracting(Violation::promise)
        .containsExactly(Promise.ORDERED);
  }

  private List<Promise> broken(long after, Event... events) {
    return check(new WatchSession("tap", null, after, false), events);
  }

  private List<Promise> red(long after, Event... events) {
    return check(new WatchSession("tap", "red", after, false), events);
  }

  private List<Promise> check(WatchSession session, Event... events) {
    List.of(events).forEach(session::add);
    return WatchCheck.check(timeline, session).stream().map(Violation::promise).toList();
  }
}
