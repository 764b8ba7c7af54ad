package io.listwatch.testing.seam;

/** Starts servers in the isolated class loader. */
public interface ServerFactory {
  IsolatedServer start(ServerSettings settings);
}
