package io.listwatch.testing;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.listwatch.testing.seam.ServerSettings;

/** Configures and starts a {@link TestServer}. */
public final class TestServerBuilder {
  private boolean tls;
  private boolean controllers = true;
  private boolean rbac;

  TestServerBuilder() {}

  /** Adds a TLS port that authenticates client certificates. Off by default. */
  @CanIgnoreReturnValue
  public TestServerBuilder tls() {
    tls = true;
    return this;
  }

  /** Turns the controllers off that empty deleted namespaces and collect garbage. On by default. */
  @CanIgnoreReturnValue
  public TestServerBuilder withoutControllers() {
    controllers = false;
    return this;
  }

  /**
   * Authorizes requests by roles and bindings, so that {@link TestServer#clientAs} may do no more
   * than its roles allow. The bootstrap roles exist. Clients use TLS. Off by default.
   */
  @CanIgnoreReturnValue
  public TestServerBuilder rbac() {
    tls = true;
    rbac = true;
    return this;
  }

  public TestServer start() {
    return TestServer.start(new ServerSettings(tls, controllers, rbac));
  }
}
