package io.listwatch.testing.inside;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Impersonation;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import io.listwatch.workloads.Workloads;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Runs workloads alongside a test's server. The users of their requests have an {@code extra}, by
 * which the journal recognizes and omits those requests.
 *
 * <p>Thread-safe.
 */
final class TestWorkloads implements AutoCloseable {
  /** The key of the {@code extra} that marks the users of simulated workloads. */
  private static final String MARK = "workloads.listwatch.io/test";

  private static final String USER = "system:listwatch:workloads";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ClientConfig config;
  private final int nodes;
  private final boolean serviceAccounts;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private Workloads workloads;

  private volatile Function<? super Map<String, Object>, String> behavior =
      TestWorkloads::byAnnotation;

  /** Starts the controllers and waits until the nodes are ready. */
  TestWorkloads(int port, int nodes, boolean serviceAccounts, Timers timers) {
    var user =
        new Impersonation(USER, "", List.of("system:masters"), Map.of(MARK, List.of("true")));
    this.config =
        ClientConfig.of(URI.create("http://127.0.0.1:" + port))
            .with(changes -> changes.impersonation(user).compression(false));
    this.nodes = nodes;
    this.serviceAccounts = serviceAccounts;
    this.timers = timers;
    this.workloads = start();
  }

  /** True for a user of the simulated workloads. */
  static boolean isUser(UserInfo user) {
    return user.extra().containsKey(MARK);
  }

  private Workloads start() {
    Workloads started;
    try {
      started =
          Workloads.builder(config)
              .nodes(nodes)
              .serviceAccounts(serviceAccounts)
              .timers(timers)
              .behavior(pod -> behavior.apply(pod))
              .start();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while workloads started", e);
    }
    awaitNodes(started);
    return started;
  }

  private static void awaitNodes(Workloads started) {
    try {
      started.awaitNodes(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      started.close();
      throw new IllegalStateException("interrupted while nodes started", e);
    } catch (RuntimeException failure) {
      started.close();
      throw new IllegalStateException("nodes: not ready after " + PATIENCE, failure);
    }
  }

  private static String byAnnotation(Map<String, Object> pod) {
    return "";
  }

  void behavior(Function<? super Map<String, Object>, String> newBehavior) {
    behavior = newBehavior;
  }

  /**
   * Changes the stored objects while the controllers are stopped. A running controller could still
   * write about an object that it has seen before. Afterwards pods follow their annotations.
   */
  void reset(Runnable change) {
    lock.lock();
    try {
      workloads.close();
      behavior = TestWorkloads::byAnnotation;
      change.run();
      workloads = start();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      workloads.close();
    } finally {
      lock.unlock();
    }
  }
}
