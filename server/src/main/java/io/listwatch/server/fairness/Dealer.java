package io.listwatch.server.fairness;

/**
 * Shuffle sharding: deals each flow a small hand of queues out of many. Two flows rarely have the
 * same hand, so a flow that fills all of its queues leaves most others at least one.
 *
 * <p>Thread-safe.
 *
 * @param deckSize the number of queues
 * @param handSize the number of different queues of each flow
 */
record Dealer(int deckSize, int handSize) {
  /** The bits of a hash that may be used, as in kube-apiserver: more would deal unevenly. */
  private static final int MAX_BITS = 60;

  Dealer {
    if (!isValid(deckSize, handSize)) {
      throw new IllegalArgumentException(
          "handSize: %d of %d queues (expected: 1 to all of them, within %d bits)"
              .formatted(handSize, deckSize, MAX_BITS));
    }
  }

  /** True if a hash has enough bits to deal hands of this size. */
  static boolean isValid(int deckSize, int handSize) {
    return handSize >= 1
        && handSize <= deckSize
        && Math.ceil(Math.log(deckSize) / Math.log(2) * handSize) <= MAX_BITS;
  }

  /** Returns the hand of a flow: the indexes of its queues, all different. */
  int[] deal(long hash) {
    int[] hand = new int[handSize];
    long rest = hash;
    for (int i = 0; i < handSize; i++) {
      hand[i] = (int) Long.remainderUnsigned(rest, deckSize - i);
      rest = Long.divideUnsigned(rest, deckSize - i);
    }
    skipDealt(hand);
    return hand;
  }

  /** Converts each index among the cards that were left to an index in the whole deck. */
  private static void skipDealt(int[] hand) {
    int[] left = hand.clone();
    for (int i = 0; i < hand.length; i++) {
      int card = left[i];
      for (int j = i; j > 0; j--) {
        if (card >= left[j - 1]) {
          card++;
        }
      }
      hand[i] = card;
    }
  }
}
