package io.listwatch.client.config;

/**
 * Observes the requests of a client, such as a tracer, and may add headers to them.
 *
 * <p>Called on the threads that send requests, several at a time. The requests wait for it: return
 * fast. It must not throw.
 */
@FunctionalInterface
public interface RequestObserver {
  /** Returns an observer that does nothing. */
  static RequestObserver none() {
    return NoObserver.INSTANCE;
  }

  /**
   * Called before a request is sent, on the thread that sends it. A request that is retried is
   * observed again each time.
   */
  Observed sending(OutgoingRequest request);

  /** One request that is observed. Exactly one of the methods is called. */
  interface Observed {
    /** Called when the response begins. Its body is still to be read. */
    void responded(int code);

    /** Called if there is no response: no connection, no response in time, or an interrupt. */
    void failed(Throwable failure);
  }
}
