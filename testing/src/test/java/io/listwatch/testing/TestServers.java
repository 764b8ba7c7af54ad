package io.listwatch.testing;

import io.listwatch.storage.Storage;
import io.listwatch.testing.inside.MemoryServer;
import io.listwatch.testing.seam.ServerSettings;

/** Servers on a storage that the test can reach, which only this module's own tests can. */
public final class TestServers {
  private TestServers() {}

  /** A server with TLS. Closes the storage with itself. */
  public static TestServer on(Storage storage) {
    return TestServer.of(MemoryServer.start(storage, new ServerSettings(true, true)));
  }
}
