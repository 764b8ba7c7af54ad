package io.listwatch.workloads;

import io.listwatch.client.ApiClient;
import io.listwatch.client.HttpLeaseLock;
import io.listwatch.controller.LeaderElector;
import io.listwatch.controller.LeaderListener;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Runs {@link Workloads} while it holds the Lease {@code kube-system/listwatch-workloads}. Of
 * several candidates, one runs the controllers; when it ends, another takes over.
 *
 * <p>The election follows the system's clock: a clock that a test moves must not end a term.
 *
 * <p>Thread-safe.
 */
public final class WorkloadsCandidate implements AutoCloseable {
  private static final String NAMESPACE = "kube-system";
  private static final String LEASE = "listwatch-workloads";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ApiClient client;
  private final LeaderElector elector;
  private final Thread thread;
  private final AtomicReference<Workloads> running = new AtomicReference<>();

  WorkloadsCandidate(
      WorkloadsBuilder builder, String identity, Consumer<? super Workloads> started) {
    client = ApiClient.of(builder.config);
    elector =
        LeaderElector.builder(
                new HttpLeaseLock(client, NAMESPACE, LEASE),
                identity,
                LeaderListener.running(term -> start(builder, started)))
            .stableIdentity(true)
            .build();
    thread = new Thread(elector, "listwatch-workloads");
    thread.setDaemon(true);
    thread.start();
  }

  private Workloads start(WorkloadsBuilder builder, Consumer<? super Workloads> started) {
    try {
      Workloads workloads = builder.start();
      running.set(workloads);
      started.accept(workloads);
      return workloads;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while workloads started", ended);
    }
  }

  /** Returns the controllers if this candidate leads. */
  public Optional<Workloads> running() {
    return elector.leadership().flatMap(term -> Optional.ofNullable(running.get()));
  }

  /** Stops the controllers and releases the Lease. */
  @Override
  public void close() {
    elector.close();
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.close();
  }
}
