package io.listwatch.store;

/**
 * Identifies one resync, so that only the handlers that requested it are notified. A queue compares
 * rounds with {@code equals}; the creator of a round decides which handlers it is for.
 */
public interface SyncRound {
  /** A resync for all handlers. */
  SyncRound ALL_HANDLERS =
      new SyncRound() {
        @Override
        public String toString() {
          return "all handlers";
        }
      };
}
