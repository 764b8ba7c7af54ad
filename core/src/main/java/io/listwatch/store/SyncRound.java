package io.listwatch.store;

/**
 * Names one resync, so that only those who asked for it are told. A queue compares rounds with
 * {@code equals}; what a round means is known to whoever made it.
 */
public interface SyncRound {
  /** A resync that everybody is told of. */
  SyncRound EVERYBODY =
      new SyncRound() {
        @Override
        public String toString() {
          return "everybody";
        }
      };
}
