package io.listwatch.testing.wrong.client.wire;

public final class Frame {
  public int length() {
    return 0;
  }
}
