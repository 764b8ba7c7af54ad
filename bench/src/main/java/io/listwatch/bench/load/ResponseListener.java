package io.listwatch.bench.load;

import io.netty.buffer.ByteBuf;

/** Receives the response to one request. Called only by the load's thread. */
interface ResponseListener {
  void headers(int status);

  /**
   * Receives a part of the body. The caller owns the buffer.
   *
   * @return false to reset the stream and skip the rest
   */
  boolean data(ByteBuf data);

  /** Called at the end of a complete body. */
  void end();

  /** Called if the stream or its connection ends before the body is complete. */
  void broken(String reason);
}
