package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of every {@link Watch}. Extend it once for each implementation. */
@Timeout(30)
public abstract class WatchContract {
  /** Returns the watch of this test, open and without events. */
  protected abstract Watch watch();

  /** Makes the watch receive an event. */
  protected abstract void send(WatchEvent event) throws InterruptedException;

  /** Ends the stream, as at its timeout. */
  protected abstract void end();

  /** Breaks the stream. */
  protected abstract void fail(ApiException cause);

  /**
   * Checks that the reader got the cause. Override it if the transport cannot carry the exception.
   */
  protected void assertIs(ApiException cause, Throwable thrown) {
    assertThat(thrown).isEqualTo(cause);
  }

  @Test
  void deliversEventsInOrder() throws Exception {
    var added = new WatchEvent.Added(note("a", 2));
    var bookmark = new WatchEvent.Bookmark(version(9));
    send(added);
    send(bookmark);

    assertThat(watch().next()).isEqualTo(added);
    assertThat(watch().next()).isEqualTo(bookmark);
    assertThat(watch().ended()).isFalse();
  }

  @Test
  void blocksUntilAnEvent() throws Exception {
    var added = new WatchEvent.Added(note("a", 2));
    var reader = Reader.of(watch());
    reader.awaitWaiting();

    send(added);

    assertThat(reader.answer()).isEqualTo(added);
  }

  @Test
  void endsOnlyAfterEverythingHasBeenRead() throws Exception {
    send(new WatchEvent.Added(note("a", 2)));
    end();

    assertThat(watch().ended()).isFalse();
    assertThat(watch().next()).isNotNull();
    assertThat(watch().next()).isNull();
    assertThat(watch().ended()).isTrue();
    assertThat(watch().next()).isNull();
  }

  @Test
  void failsOnceAfterEverythingHasBeenRead() throws Exception {
    var cause = new UnavailableException("connection reset");
    send(new WatchEvent.Added(note("a", 2)));
    fail(cause);

    assertThat(watch().next()).isNotNull();
    assertThat(watch().ended()).isFalse();
    assertThatThrownBy(() -> watch().next()).satisfies(thrown -> assertIs(cause, thrown));
    assertThat(watch().ended()).isTrue();
    assertThat(watch().next()).isNull();
  }

  @Test
  void closeEndsABlockedRead() throws Exception {
    var reader = Reader.of(watch());
    reader.awaitWaiting();

    watch().close();

    assertThat(reader.answer()).isNull();
    assertThat(watch().ended()).isTrue();
  }

  @Test
  void closeDropsUnreadEvents() throws Exception {
    send(new WatchEvent.Added(note("a", 2)));

    watch().close();
    watch().close();

    assertThat(watch().ended()).isTrue();
    assertThat(watch().next()).isNull();
  }

  @Test
  void wakeUpEndsABlockedReadButNotTheWatch() throws Exception {
    var reader = Reader.of(watch());
    reader.awaitWaiting();

    watch().wakeUp();

    assertThat(reader.answer()).isNull();
    assertThat(watch().ended()).isFalse();
  }

  @Test
  void wakeUpBeforeAReadEndsThatRead() throws Exception {
    watch().wakeUp();
    watch().wakeUp();

    assertThat(watch().next()).isNull();
    assertThat(watch().ended()).isFalse();
  }

  @Test
  void wakeUpDropsNoEvent() throws Exception {
    var added = new WatchEvent.Added(note("a", 2));
    send(added);
    watch().wakeUp();

    assertThat(watch().next()).isEqualTo(added);
  }

  @Test
  void interruptEndsABlockedReadButNotTheWatch() throws Exception {
    var reader = Reader.of(watch());
    reader.awaitWaiting();

    reader.interrupt();

    assertThatThrownBy(reader::answer).isInstanceOf(InterruptedException.class);
    assertThat(watch().ended()).isFalse();
  }
}
