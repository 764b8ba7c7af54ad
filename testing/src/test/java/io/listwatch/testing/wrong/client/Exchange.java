package io.listwatch.testing.wrong.client;

public final class Exchange {
  /** Returns the promised part. */
  public int status() {
    return 200;
  }

  /** Returns the rest. Internal: for watches. */
  public int rest() {
    return 0;
  }
}
