package io.listwatch.server.http.watch;

import java.io.IOException;
import java.io.OutputStream;

/** Counts the bytes that are written to another stream. */
final class CountedOutput extends OutputStream {
  private final OutputStream out;
  private long count;

  CountedOutput(OutputStream out) {
    this.out = out;
  }

  long count() {
    return count;
  }

  @Override
  public void write(int value) throws IOException {
    out.write(value);
    count++;
  }

  @Override
  public void write(byte[] values, int from, int length) throws IOException {
    out.write(values, from, length);
    count += length;
  }
}
