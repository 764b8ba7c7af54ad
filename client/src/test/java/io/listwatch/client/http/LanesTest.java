package io.listwatch.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Exchanges are spread so that no connection has too many. */
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
  void noLaneHasMoreThanItsShare() {
    List<Lanes.Place> places = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      places.add(lanes.enter());
    }

    assertThat(lanes.size()).isEqualTo(3);
    assertThat(places.stream().map(Lanes.Place::client).distinct()).hasSize(3);
  }

  @Test
  void aPlaceThatIsLeftIsTakenAgain() {
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
  void aLaneThatNobodyUsesIsGivenUp() {
    List<Lanes.Place> places = new ArrayList<>();
    for (int i = 0; i <= Lanes.MAX_EXCHANGES; i++) {
      places.add(lanes.enter());
    }
    assertThat(lanes.size()).isEqualTo(2);

    places.forEach(Lanes.Place::close);

    assertThat(lanes.size()).isEqualTo(1);
  }

  @Test
  void theFirstOfALaneGoesAheadOfTheOthers() {
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();
    assertThat(first.turn()).isDone();
    assertThat(second.turn()).isNotDone();

    first.answered();

    assertThat(second.turn()).isDone();
    assertThat(lanes.enter().turn()).isDone();
  }

  /** All of them at once would make a connection each. */
  @Test
  void whenTheFirstHasGivenUpTheNextGoesAhead() {
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
  void nobodyWaitsForOneThatLeftBeforeItsTurn() {
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();
    Lanes.Place third = lanes.enter();

    second.close();
    first.close();

    assertThat(third.turn()).isDone();
  }

  @Test
  void afterAConnectionBrokeOneGoesAheadAgain() {
    Lanes.Place watch = lanes.enter();
    watch.answered();

    watch.broken();
    watch.close();
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();

    assertThat(first.turn()).isDone();
    assertThat(second.turn()).isNotDone();
  }

  /** Servers end connections on which nothing happens, of which the JDK's client tells nobody. */
  @Test
  void afterNobodyWasThereForAWhileOneGoesAheadAgain() {
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
  void nobodyGoesAheadWhereSomebodyHasJustBeenOrStillIs() {
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
  void pain01_nobodyNewEntersALaneThatHasGoneSilent() {
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();

    first.silent();
    first.close();

    assertThat(lanes.enter().client()).isNotSameAs(second.client());
    second.close();
    assertThat(lanes.size()).isEqualTo(1);
  }

  /** The others may be dead as well: to find that out one by one takes as long each time. */
  @Test
  void pain01_nobodyNewEntersTheLanesBesideOneThatHasGoneSilent() {
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
  void aLaneThatIsGivenUpEndsWithTheLastWhoIsOnIt() {
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();

    first.silent();
    first.close();
    assertThat(over).isEmpty();
    second.close();

    assertThat(over).containsExactly(first.client());
  }

  @Test
  void whenGivenUpLanesDoNotEndTheNextHasAConnectionForEachExchangeAndStays() {
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
  void closingEndsWhatNobodyIsOnAndTheRestWhenTheyHaveLeft() {
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
