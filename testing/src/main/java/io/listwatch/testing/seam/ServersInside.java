package io.listwatch.testing.seam;

/** Starts servers in the isolated class loader. */
public interface ServersInside {
  ServerInside start(ServerSettings settings);
}
