package io.listwatch.campaign;

/**
 * The number of clients of a round.
 *
 * @param watchers HTTP watches, in addition to informers and WebSockets
 * @param pauseMillis the longest pause of a writer between two requests
 */
record LoadSize(int writers, int listers, int watchers, int keys, int pauseMillis) {
  static final LoadSize USUAL = new LoadSize(8, 2, 40, 30, 10);
}
