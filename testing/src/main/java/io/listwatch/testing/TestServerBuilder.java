package io.listwatch.testing;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.listwatch.testing.seam.ServerSettings;

/** Configures and starts a {@link TestServer}. */
public final class TestServerBuilder {
  private boolean tls;
  private boolean controllers = true;
  private boolean rbac;
  private int nodes;

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

  /**
   * Runs workloads on simulated nodes: Deployments, ReplicaSets and pods become ready. Off by
   * default.
   *
   * @param newNodes the number of nodes
   */
  @CanIgnoreReturnValue
  public TestServerBuilder workloads(int newNodes) {
    if (newNodes < 1) {
      throw new IllegalArgumentException("nodes: " + newNodes + " (expected: at least 1)");
    }
    nodes = newNodes;
    return this;
  }

  public TestServer start() {
    return TestServer.start(new ServerSettings(tls, controllers, rbac, nodes));
  }
}
