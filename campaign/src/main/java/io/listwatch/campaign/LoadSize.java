package io.listwatch.campaign;

/**
 * The number of clients of a round.
 *
 * @param watchers HTTP watches through the proxy, in addition to informers and WebSockets
 * @param crowd short watches on one thread for each server
 * @param pauseMillis the longest pause of a writer between two requests
 */
record LoadSize(int writers, int listers, int watchers, int crowd, int keys, int pauseMillis) {
  static final LoadSize USUAL = new LoadSize(8, 2, 20, 60, 30, 10);

  LoadSize withWatchers(int count) {
    return new LoadSize(writers, listers, count, crowd, keys, pauseMillis);
  }

  LoadSize withCrowd(int count) {
    return new LoadSize(writers, listers, watchers, count, keys, pauseMillis);
  }

  LoadSize withPauseMillis(int millis) {
    return new LoadSize(writers, listers, watchers, crowd, keys, millis);
  }
}
