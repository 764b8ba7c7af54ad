package io.listwatch.client.http;

import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A {@link ResponseBody} as an {@link InputStream}. For one reader. */
final class BodyStream extends InputStream {
  private final ResponseBody body;
  private @Nullable ByteBuffer piece;

  BodyStream(ResponseBody body) {
    this.body = body;
  }

  @Override
  public int read() throws InterruptedIOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws InterruptedIOException {
    ByteBuffer at = piece;
    while (at == null || !at.hasRemaining()) {
      if (body.ended()) {
        return -1;
      }
      at = next();
      piece = at;
    }
    int count = Math.min(length, at.remaining());
    at.get(into, offset, count);
    return count;
  }

  private @Nullable ByteBuffer next() throws InterruptedIOException {
    try {
      return body.next();
    } catch (InterruptedException e) {
      var interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  /** Returns the number of bytes that can be read without blocking. */
  @Override
  public int available() {
    ByteBuffer at = piece;
    return at == null ? 0 : at.remaining();
  }

  @Override
  public void close() {
    body.close();
  }
}
