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

/** What every {@link Watch} owes its reader. Extend it once for each. */
@Timeout(30)
public abstract class WatchContract {
  /** The one watch of this test, open and without events. */
  protected abstract Watch watch();

  /** Has an event come. */
  protected abstract void send(WatchEvent event) throws InterruptedException;

  /** Has the stream end, as when its time is over. */
  protected abstract void end();

  /** Has the stream break. */
  protected abstract void fail(ApiException cause);

  /** What a reader gets is what broke the stream, unless the way there cannot carry it. */
  protected void assertIs(ApiException cause, Throwable thrown) {
    assertThat(thrown).isEqualTo(cause);
  }

  @Test
  void deliversEventsInTheirOrder() throws Exception {
    var added = new WatchEvent.Added(note("a", 2));
    var bookmark = new WatchEvent.Bookmark(version(9));
    send(added);
    send(bookmark);

    assertThat(watch().next()).isEqualTo(added);
    assertThat(watch().next()).isEqualTo(bookmark);
    assertThat(watch().ended()).isFalse();
  }

  @Test
  void waitsForAnEvent() throws Exception {
    var added = new WatchEvent.Added(note("a", 2));
    var reader = Reader.of(watch());
    reader.awaitWaiting();

    send(added);

    assertThat(reader.answer()).isEqualTo(added);
  }

  @Test
  void endsOnlyAfterEverythingWasRead() throws Exception {
    send(new WatchEvent.Added(note("a", 2)));
    end();

    assertThat(watch().ended()).isFalse();
    assertThat(watch().next()).isNotNull();
    assertThat(watch().next()).isNull();
    assertThat(watch().ended()).isTrue();
    assertThat(watch().next()).isNull();
  }

  @Test
  void failsOnlyAfterEverythingWasReadAndOnlyOnce() throws Exception {
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
  void closingEndsAWait() throws Exception {
    var reader = Reader.of(watch());
    reader.awaitWaiting();

    watch().close();

    assertThat(reader.answer()).isNull();
    assertThat(watch().ended()).isTrue();
  }

  @Test
  void closingDropsWhatWasNotRead() throws Exception {
    send(new WatchEvent.Added(note("a", 2)));

    watch().close();
    watch().close();

    assertThat(watch().ended()).isTrue();
    assertThat(watch().next()).isNull();
  }

  @Test
  void wakingUpEndsAWaitButNotTheWatch() throws Exception {
    var reader = Reader.of(watch());
    reader.awaitWaiting();

    watch().wakeUp();

    assertThat(reader.answer()).isNull();
    assertThat(watch().ended()).isFalse();
  }

  @Test
  void wakingUpBeforeAWaitEndsThatOne() throws Exception {
    watch().wakeUp();
    watch().wakeUp();

    assertThat(watch().next()).isNull();
    assertThat(watch().ended()).isFalse();
  }

  @Test
  void wakingUpHidesNoEvent() throws Exception {
    var added = new WatchEvent.Added(note("a", 2));
    send(added);
    watch().wakeUp();

    assertThat(watch().next()).isEqualTo(added);
  }

  @Test
  void anInterruptEndsAWaitButNotTheWatch() throws Exception {
    var reader = Reader.of(watch());
    reader.awaitWaiting();

    reader.interrupt();

    assertThatThrownBy(reader::answer).isInstanceOf(InterruptedException.class);
    assertThat(watch().ended()).isFalse();
  }
}
