package io.listwatch.server.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DealerTest {
  @ParameterizedTest
  @CsvSource({
    "128, 6, true",
    "64, 6, true",
    "16, 4, true",
    "1024, 6, true",
    "512, 8, false",
    "4, 5, false",
    "4, 0, false",
    "1, 1, true"
  })
  void handMustFitDeckAndHash(int deck, int hand, boolean valid) {
    assertThat(Dealer.isValid(deck, hand)).isEqualTo(valid);
  }

  @Test
  void rejectsHandThatIsLargerThanDeck() {
    assertThatThrownBy(() -> new Dealer(4, 5)).hasMessageContaining("handSize: 5 of 4 queues");
  }

  @Test
  void flowKeepsItsHand() {
    var dealer = new Dealer(128, 6);

    assertThat(dealer.deal(Flows.of("alice").hash()))
        .isEqualTo(dealer.deal(Flows.of("alice").hash()))
        .isNotEqualTo(dealer.deal(Flows.of("bob").hash()));
  }

  /** Recorded from kube-apiserver's arithmetic: remainders by 128, 127 and 126. */
  @Test
  void dealsByRemaindersOfTheHash() {
    assertThat(new Dealer(128, 3).deal(5 + 128L * (5 + 127L * 7))).containsExactly(5, 6, 9);
  }
}
