package io.listwatch.testing;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.listwatch.testing.seam.ServerSettings;

/** How a {@link TestServer} is to be. */
public final class TestServerBuilder {
  private boolean tls;
  private boolean controllers = true;

  TestServerBuilder() {}

  /** Serves with TLS besides, where certificates say who asks. Not unless it is called. */
  @CanIgnoreReturnValue
  public TestServerBuilder tls() {
    tls = true;
    return this;
  }

  /** Leaves deletions of namespaces and of what is owned unfinished. Not unless it is called. */
  @CanIgnoreReturnValue
  public TestServerBuilder withoutControllers() {
    controllers = false;
    return this;
  }

  public TestServer start() {
    return TestServer.start(new ServerSettings(tls, controllers));
  }
}
