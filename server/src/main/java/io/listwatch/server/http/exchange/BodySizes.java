package io.listwatch.server.http.exchange;

/** Limits of request bodies, and sizes of writes. */
public final class BodySizes {
  /** Maximum size of a request body. */
  public static final int MAX_BODY = 3 * 1024 * 1024;

  /**
   * Maximum size of the body of a review, which any authenticated user may post. Reviews have a few
   * hundred bytes, and a token or a long list of groups some kilobytes.
   */
  public static final int MAX_REVIEW = 256 * 1024;

  /**
   * Size of one write of a stream: large enough to be cheap, small enough to be buffered for many
   * clients.
   */
  public static final int WRITE_SIZE = 64 * 1024;

  /**
   * Spare capacity of a write's buffer, because a write may overrun its size before it is found to
   * be full. Saves a copy.
   */
  public static final int WRITE_SPARE = 16 * 1024;

  /** Armeria splits longer chunks on HTTP/1.1 with TLS, so that a chunk fits into a TLS record. */
  public static final int TLS_CHUNK_SIZE = 16 * 1024 - 8;

  private BodySizes() {}
}
