package io.listwatch.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests are spread so that no connection has too many. */
final class LanesTest {
  private final List<HttpClient> over = new ArrayList<>();
  private boolean tooMany;
  private final ManualTimers timers = new ManualTimers();
  private final Lanes lanes =
      new Lanes(
          version -> HttpClient.newBuilder().version(version).build(),
          new RememberedEnds(),
          true,
          timers);

  @Test
  void limitsTheRequestsOfAClient() {
    List<Lanes.Place> places = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      places.add(lanes.enter());
    }

    assertThat(lanes.size()).isEqualTo(3);
    assertThat(places.stream().map(Lanes.Place::client).distinct()).hasSize(3);
  }

  @Test
  void reusesAReleasedSlot() {
    List<Lanes.Place> places = new ArrayList<>();
    for (int i = 0; i < Lanes.MAX_EXCHANGES; i++) {
      places.add(lanes.enter());
    }

    places.get(7).close();
    places.get(7).close();

    assertThat(lanes.enter().client()).isSameAs(places.get(0).client());
    assertThat(lanes.enter().client()).isNotSameAs(places.get(0).client());
  }

  @Test
  void shutsDownAnUnusedClient() {
    List<Lanes.Place> places = new ArrayList<>();
    for (int i = 0; i <= Lanes.MAX_EXCHANGES; i++) {
      places.add(lanes.enter());
    }
    assertThat(lanes.size()).isEqualTo(2);

    places.forEach(Lanes.Place::close);

    assertThat(lanes.size()).isEqualTo(1);
  }

  @Test
  void firstRequestConnectsBeforeTheOthers() {
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();
    assertThat(first.turn()).isDone();
    assertThat(second.turn()).isNotDone();

    first.answered();

    assertThat(second.turn()).isDone();
    assertThat(lanes.enter().turn()).isDone();
  }

  /** All at once would open a connection each. */
  @Test
  void nextRequestConnectsIfTheFirstFails() {
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();
    Lanes.Place third = lanes.enter();

    first.close();
    assertThat(second.turn()).isDone();
    assertThat(third.turn()).isNotDone();
    second.answered();

    assertThat(third.turn()).isDone();
  }

  @Test
  void doesNotWaitForARequestReleasedBeforeItsTurn() {
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();
    Lanes.Place third = lanes.enter();

    second.close();
    first.close();

    assertThat(third.turn()).isDone();
  }

  @Test
  void oneRequestConnectsAgainAfterABrokenConnection() {
    Lanes.Place watch = lanes.enter();
    watch.answered();

    watch.broken();
    watch.close();
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();

    assertThat(first.turn()).isDone();
    assertThat(second.turn()).isNotDone();
  }

  /** Servers close idle connections, and the JDK's client does not report it. */
  @Test
  void oneRequestConnectsAgainAfterAnIdlePeriod() {
    Lanes.Place call = lanes.enter();
    call.answered();
    call.close();

    timers.advance(Lanes.IDLE);
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();

    assertThat(first.turn()).isDone();
    assertThat(second.turn()).isNotDone();
  }

  @Test
  void recentlyUsedConnectionNeedsNoFirstRequest() {
    Lanes.Place call = lanes.enter();
    call.answered();
    call.close();
    assertThat(lanes.enter().turn()).isDone();
    assertThat(lanes.enter().turn()).isDone();

    timers.advance(Lanes.IDLE);

    assertThat(lanes.enter().turn()).isDone();
    assertThat(lanes.enter().turn()).isDone();
  }

  @Test
  void pain01_doesNotReuseASilentClient() {
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();

    first.silent();
    first.close();

    assertThat(lanes.enter().client()).isNotSameAs(second.client());
    second.close();
    assertThat(lanes.size()).isEqualTo(1);
  }

  /** The others may be dead as well, and finding out one by one takes a timeout each. */
  @Test
  void pain01_doesNotReuseOtherClientsBesideASilentOne() {
    List<Lanes.Place> places = new ArrayList<>();
    for (int i = 0; i <= Lanes.MAX_EXCHANGES; i++) {
      places.add(lanes.enter());
    }
    Lanes.Place beside = places.get(Lanes.MAX_EXCHANGES);

    places.get(0).silent();
    Lanes.Place next = lanes.enter();
    places.get(1).silent();

    assertThat(next.client()).isNotSameAs(beside.client());
    assertThat(lanes.enter().client()).isSameAs(next.client());
    beside.close();
    assertThat(over).containsExactly(beside.client());
  }

  @Test
  void retiredClientEndsWithItsLastRequest() {
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();

    first.silent();
    first.close();
    assertThat(over).isEmpty();
    second.close();

    assertThat(over).containsExactly(first.client());
  }

  @Test
  void usesOneConnectionPerRequestIfTooManyRetiredClientsRemain() {
    Lanes.Place dead = lanes.enter();
    dead.silent();
    tooMany = true;

    Lanes.Place next = lanes.enter();
    next.silent();
    Lanes.Place another = lanes.enter();

    assertThat(next.client().version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(another.client()).isSameAs(next.client());
    assertThat(another.turn()).isDone();
  }

  @Test
  void closeShutsDownIdleClientsAtOnceAndOthersAfterTheirLastRequest() {
    List<Lanes.Place> places = new ArrayList<>();
    for (int i = 0; i <= Lanes.MAX_EXCHANGES; i++) {
      places.add(lanes.enter());
    }
    places.subList(0, Lanes.MAX_EXCHANGES).forEach(Lanes.Place::close);
    Lanes.Place stays = places.get(Lanes.MAX_EXCHANGES);
    over.clear();

    lanes.close();
    assertThat(over).isEmpty();
    stays.close();
    Lanes.Place late = lanes.enter();
    late.close();

    assertThat(over).containsExactly(stays.client(), late.client());
  }

  private final class RememberedEnds extends EndedClients {
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
