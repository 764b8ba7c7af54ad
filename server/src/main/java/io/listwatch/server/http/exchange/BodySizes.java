package io.listwatch.server.http.exchange;

/** How large a body may be, and how much of one is written at once. */
public final class BodySizes {
  /** The largest body of a request. */
  public static final int MAX_BODY = 3 * 1024 * 1024;

  /** One write of a stream: large enough to be cheap, small enough to be held for many readers. */
  public static final int WRITE_SIZE = 64 * 1024;

  /** For what is written beyond a full write before it is seen to be full, lest it be copied. */
  public static final int WRITE_SPARE = 16 * 1024;

  /**
   * A longer chunk is split by the HTTP library on HTTP/1.1 with TLS, so that one fits a TLS
   * record.
   */
  public static final int TLS_CHUNK_SIZE = 16 * 1024 - 8;

  private BodySizes() {}
}
