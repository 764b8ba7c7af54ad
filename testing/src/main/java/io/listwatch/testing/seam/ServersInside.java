package io.listwatch.testing.seam;

/** Starts servers on the far side of the wall. */
public interface ServersInside {
  ServerInside start(ServerSettings settings);
}
