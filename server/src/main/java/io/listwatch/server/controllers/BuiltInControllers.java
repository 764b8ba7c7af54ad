package io.listwatch.server.controllers;

import io.listwatch.controller.LeaderElector;
import io.listwatch.controller.LeaderListener;
import io.listwatch.controller.LeaderPolicy;
import io.listwatch.controller.Leadership;
import io.listwatch.model.ResourceKey;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Runs the built-in controllers, which finish deletions and create the objects that every cluster
 * has.
 *
 * <pre>
 *   informers of namespaces and definitions ──┐
 *                                             ├──▶ queues ──▶ reconcilers ──▶ verbs
 *   one reflector, the metadata of all ───────┘
 * </pre>
 *
 * <p>If several servers on one storage elect a leader, only the leader's controllers run. An idle
 * controller costs nothing: none polls objects that have not changed.
 *
 * <p>Threads: started and closed by its owner. An election has a thread of its own.
 */
public final class BuiltInControllers implements AutoCloseable {
  /** The Lease that servers elect a leader with. */
  static final ResourceKey LEASE = ResourceKey.of("kube-system", "controllers.listwatch.io");

  private static final long CLOSE_MILLIS = 10_000;

  private final ControllerParts parts;
  private final LeaderPolicy policy;
  private @Nullable ControllerRun alone;
  private @Nullable LeaderElector elector;
  private @Nullable Thread election;

  public BuiltInControllers(ControllerParts parts) {
    this(parts, LeaderPolicy.DEFAULT);
  }

  BuiltInControllers(ControllerParts parts, LeaderPolicy policy) {
    this.parts = parts;
    this.policy = policy;
  }

  /** Starts the controllers without waiting for them. Call it once, when the server is ready. */
  public void start() {
    if (parts.settings().enabled().isEmpty()) {
      return;
    }
    if (parts.settings().elected()) {
      compete();
    } else {
      alone = new ControllerRun(parts);
      alone.start();
    }
  }

  private void compete() {
    var objects = new LiveObjects(parts.registry(), parts.verbs(), parts.storage());
    elector =
        LeaderElector.builder(
                new VerbsLeaseLock(objects, LEASE), "listwatch_" + UUID.randomUUID(), new Terms())
            .policy(policy)
            .timers(parts.timers())
            .metrics(parts.metrics())
            .build();
    election = new Thread(elector, "listwatch-election");
    election.setDaemon(true);
    election.start();
  }

  /** Lets the controllers finish their current requests and gives up the leadership. */
  @Override
  public void close() {
    if (alone != null) {
      alone.close();
    }
    if (elector != null && election != null) {
      elector.close();
      try {
        election.join(CLOSE_MILLIS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Starts a run with each term of leadership. Called by the elector's thread, one call at a time.
   */
  private final class Terms implements LeaderListener {
    private @Nullable ControllerRun run;

    @Override
    public void onStartedLeading(Leadership leadership) {
      var begun = new ControllerRun(parts);
      run = begun;
      begun.start();
    }

    @Override
    public void onStoppedLeading() {
      ControllerRun ended = run;
      run = null;
      if (ended != null) {
        ended.close();
      }
    }
  }
}
