package io.listwatch.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Exchanges are spread so that no connection has too many. */
final class LanesTest {
  private final Lanes lanes = new Lanes(HttpClient::newHttpClient, true);

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

  @Test
  void nobodyWaitsForAFirstThatHasGivenUp() {
    Lanes.Place first = lanes.enter();
    Lanes.Place second = lanes.enter();

    first.close();

    assertThat(second.turn()).isDone();
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
}
