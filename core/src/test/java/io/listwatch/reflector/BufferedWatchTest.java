package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.listwatch.model.ApiException;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class BufferedWatchTest extends WatchContract {
  private static final WatchEvent EVENT = new WatchEvent.Added(note("a", 2));

  private final AtomicInteger closings = new AtomicInteger();
  private final BufferedWatch watch = new BufferedWatch(2, closings::incrementAndGet);

  @Override
  protected Watch watch() {
    return watch;
  }

  @Override
  protected void send(WatchEvent event) throws InterruptedException {
    watch.put(event);
  }

  @Override
  protected void end() {
    watch.end();
  }

  @Override
  protected void fail(ApiException cause) {
    watch.fail(cause);
  }

  @Test
  void blocksTheProducerWhileFull() throws Exception {
    watch.put(EVENT);
    watch.put(EVENT);
    var producer = new FutureTask<>(() -> watch.put(EVENT));
    awaitWaiting(start(producer));
    assertThat(producer.isDone()).isFalse();

    assertThat(watch.next()).isEqualTo(EVENT);

    assertThat(producer.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void closeUnblocksTheProducer() throws Exception {
    watch.put(EVENT);
    watch.put(EVENT);
    var producer = new FutureTask<>(() -> watch.put(EVENT));
    awaitWaiting(start(producer));

    watch.close();

    assertThat(producer.get(30, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void notifiesTheProducerOnceOfTheClose() {
    assertThat(closings).hasValue(0);

    watch.close();
    watch.close();

    assertThat(closings).hasValue(1);
  }

  @Test
  void notifiesTheProducerOfTheCloseEvenAfterTheEnd() {
    watch.end();
    assertThat(closings).hasValue(0);

    watch.close();

    assertThat(closings).hasValue(1);
  }

  @Test
  void ignoresEventsAfterTheEnd() throws Exception {
    watch.end();
    watch.fail(new UnavailableException("too late"));

    assertThat(watch.put(EVENT)).isFalse();
    assertThat(watch.next()).isNull();
    assertThat(watch.ended()).isTrue();
  }

  @Test
  void closeDropsThePendingFailure() throws Exception {
    watch.fail(new UnavailableException("broken"));

    watch.close();

    assertThat(watch.next()).isNull();
    assertThat(watch.ended()).isTrue();
  }

  @Test
  void rejectsACapacityOfZero() {
    assertThatThrownBy(() -> new BufferedWatch(0, () -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("capacity: 0");
  }

  private static Thread start(FutureTask<Boolean> producer) {
    var thread = new Thread(producer, "producer");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void awaitWaiting(Thread thread) {
    await().atMost(Duration.ofSeconds(30)).until(() -> thread.getState() == Thread.State.WAITING);
  }
}
