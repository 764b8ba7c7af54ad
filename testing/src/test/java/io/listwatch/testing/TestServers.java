package io.listwatch.testing;

import io.listwatch.storage.Storage;
import io.listwatch.testing.inside.MemoryServer;
import io.listwatch.testing.seam.ServerSettings;

/** Starts servers on a storage that the test can access. Only for tests of this module. */
public final class TestServers {
  private TestServers() {}

  /** Starts a server with TLS. Closing it closes the storage. */
  public static TestServer on(Storage storage) {
    return TestServer.of(MemoryServer.start(storage, new ServerSettings(true, true, false, 0)));
  }
}
