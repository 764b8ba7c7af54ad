package io.listwatch.bench.load;

import io.netty.buffer.ByteBuf;

/** What becomes of one request. Called by the load's one thread. */
interface Answer {
  void headers(int status);

  /**
   * Takes a part of the body; the bytes are the caller's.
   *
   * @return false when the rest is not wanted, which resets the stream
   */
  boolean data(ByteBuf data);

  /** The body is whole. */
  void end();

  /** The stream or its connection ended before the body was whole. */
  void broken(String reason);
}
