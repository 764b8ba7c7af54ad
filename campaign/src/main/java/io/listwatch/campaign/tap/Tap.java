package io.listwatch.campaign.tap;

import java.io.IOException;

/** A client that watches, and records what was delivered. */
public interface Tap {
  String name();

  void start();

  /** True if it has seen the last write of a round, or does not select that object. */
  boolean reached(String markerColor, long version, String token);

  /** Ends the tap and waits for its thread. */
  void end() throws IOException, InterruptedException;
}
