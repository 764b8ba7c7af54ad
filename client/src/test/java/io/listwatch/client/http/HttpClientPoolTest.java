package io.listwatch.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests are spread so that no connection has too many. */
final class HttpClientPoolTest {
  private final List<HttpClient> over = new ArrayList<>();
  private boolean tooMany;
  private final ManualTimers timers = new ManualTimers();
  private final HttpClientPool pool =
      new HttpClientPool(
          version -> HttpClient.newBuilder().version(version).build(),
          new RecordingShutdown(),
          true,
          timers);

  @Test
  void limitsTheRequestsOfAClient() {
    List<HttpClientPool.Slot> slots = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      slots.add(pool.acquire());
    }

    assertThat(pool.size()).isEqualTo(3);
    assertThat(slots.stream().map(HttpClientPool.Slot::client).distinct()).hasSize(3);
  }

  @Test
  void reusesAReleasedSlot() {
    List<HttpClientPool.Slot> slots = new ArrayList<>();
    for (int i = 0; i < HttpClientPool.MAX_REQUESTS; i++) {
      slots.add(pool.acquire());
    }

    slots.get(7).close();
    slots.get(7).close();

    assertThat(pool.acquire().client()).isSameAs(slots.get(0).client());
    assertThat(pool.acquire().client()).isNotSameAs(slots.get(0).client());
  }

  @Test
  void shutsDownAnUnusedClient() {
    List<HttpClientPool.Slot> slots = new ArrayList<>();
    for (int i = 0; i <= HttpClientPool.MAX_REQUESTS; i++) {
      slots.add(pool.acquire());
    }
    assertThat(pool.size()).isEqualTo(2);

    slots.forEach(HttpClientPool.Slot::close);

    assertThat(pool.size()).isEqualTo(1);
  }

  @Test
  void firstRequestConnectsBeforeTheOthers() {
    HttpClientPool.Slot first = pool.acquire();
    HttpClientPool.Slot second = pool.acquire();
    assertThat(first.turn()).isDone();
    assertThat(second.turn()).isNotDone();

    first.responded();

    assertThat(second.turn()).isDone();
    assertThat(pool.acquire().turn()).isDone();
  }

  /** If all waiting requests were sent at once, each would open a connection. */
  @Test
  void nextRequestConnectsIfTheFirstFails() {
    HttpClientPool.Slot first = pool.acquire();
    HttpClientPool.Slot second = pool.acquire();
    HttpClientPool.Slot third = pool.acquire();

    first.close();
    assertThat(second.turn()).isDone();
    assertThat(third.turn()).isNotDone();
    second.responded();

    assertThat(third.turn()).isDone();
  }

  @Test
  void doesNotWaitForARequestReleasedBeforeItsTurn() {
    HttpClientPool.Slot first = pool.acquire();
    HttpClientPool.Slot second = pool.acquire();
    HttpClientPool.Slot third = pool.acquire();

    second.close();
    first.close();

    assertThat(third.turn()).isDone();
  }

  @Test
  void oneRequestConnectsAgainAfterABrokenConnection() {
    HttpClientPool.Slot watch = pool.acquire();
    watch.responded();

    watch.broken();
    watch.close();
    HttpClientPool.Slot first = pool.acquire();
    HttpClientPool.Slot second = pool.acquire();

    assertThat(first.turn()).isDone();
    assertThat(second.turn()).isNotDone();
  }

  /** Servers close idle connections, and the JDK's client does not report it. */
  @Test
  void oneRequestConnectsAgainAfterAnIdlePeriod() {
    HttpClientPool.Slot call = pool.acquire();
    call.responded();
    call.close();

    timers.advance(HttpClientPool.IDLE);
    HttpClientPool.Slot first = pool.acquire();
    HttpClientPool.Slot second = pool.acquire();

    assertThat(first.turn()).isDone();
    assertThat(second.turn()).isNotDone();
  }

  @Test
  void recentlyUsedConnectionNeedsNoFirstRequest() {
    HttpClientPool.Slot call = pool.acquire();
    call.responded();
    call.close();
    assertThat(pool.acquire().turn()).isDone();
    assertThat(pool.acquire().turn()).isDone();

    timers.advance(HttpClientPool.IDLE);

    assertThat(pool.acquire().turn()).isDone();
    assertThat(pool.acquire().turn()).isDone();
  }

  @Test
  void pain01_doesNotReuseASilentClient() {
    HttpClientPool.Slot first = pool.acquire();
    HttpClientPool.Slot second = pool.acquire();

    first.silent();
    first.close();

    assertThat(pool.acquire().client()).isNotSameAs(second.client());
    second.close();
    assertThat(pool.size()).isEqualTo(1);
  }

  /**
   * The other connections may be dead as well, and finding that out one by one takes a timeout
   * each.
   */
  @Test
  void pain01_retiresAllClientsAfterASilentOne() {
    List<HttpClientPool.Slot> slots = new ArrayList<>();
    for (int i = 0; i <= HttpClientPool.MAX_REQUESTS; i++) {
      slots.add(pool.acquire());
    }
    HttpClientPool.Slot beside = slots.get(HttpClientPool.MAX_REQUESTS);

    slots.get(0).silent();
    HttpClientPool.Slot next = pool.acquire();
    slots.get(1).silent();

    assertThat(next.client()).isNotSameAs(beside.client());
    assertThat(pool.acquire().client()).isSameAs(next.client());
    beside.close();
    assertThat(over).containsExactly(beside.client());
  }

  @Test
  void retiredClientEndsWithItsLastRequest() {
    HttpClientPool.Slot first = pool.acquire();
    HttpClientPool.Slot second = pool.acquire();

    first.silent();
    first.close();
    assertThat(over).isEmpty();
    second.close();

    assertThat(over).containsExactly(first.client());
  }

  @Test
  void usesOneConnectionPerRequestIfTooManyRetiredClientsRemain() {
    HttpClientPool.Slot dead = pool.acquire();
    dead.silent();
    tooMany = true;

    HttpClientPool.Slot next = pool.acquire();
    next.silent();
    HttpClientPool.Slot another = pool.acquire();

    assertThat(next.client().version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(another.client()).isSameAs(next.client());
    assertThat(another.turn()).isDone();
  }

  @Test
  void closeShutsDownIdleClientsAtOnceAndOthersAfterTheirLastRequest() {
    List<HttpClientPool.Slot> slots = new ArrayList<>();
    for (int i = 0; i <= HttpClientPool.MAX_REQUESTS; i++) {
      slots.add(pool.acquire());
    }
    slots.subList(0, HttpClientPool.MAX_REQUESTS).forEach(HttpClientPool.Slot::close);
    HttpClientPool.Slot stays = slots.get(HttpClientPool.MAX_REQUESTS);
    over.clear();

    pool.close();
    assertThat(over).isEmpty();
    stays.close();
    HttpClientPool.Slot late = pool.acquire();
    late.close();

    assertThat(over).containsExactly(stays.client(), late.client());
  }

  private final class RecordingShutdown extends UnusedClients {
    @Override
    void end(HttpClient client) {
      over.add(client);
    }

    @Override
    boolean tooMany() {
      return tooMany;
    }
  }
}
