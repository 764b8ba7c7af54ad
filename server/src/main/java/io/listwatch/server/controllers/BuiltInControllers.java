package io.listwatch.server.controllers;

import io.listwatch.controller.LeaderElector;
import io.listwatch.controller.LeaderListener;
import io.listwatch.controller.LeaderPolicy;
import io.listwatch.controller.Leadership;
import io.listwatch.model.ResourceKey;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the server does by itself, so that deletions finish and what everybody expects is there.
 *
 * <pre>
 *   informers of namespaces and definitions ──┐
 *                                             ├──▶ queues ──▶ reconcilers ──▶ verbs
 *   one reflector, the metadata of all ───────┘
 * </pre>
 *
 * <p>Of several servers on one storage that elect, the leader's controllers run. Without anything
 * to do nothing is done: no controller looks at anything that has not changed.
 *
 * <p>Threads: started and closed by its owner. An election has a thread of its own.
 */
public final class BuiltInControllers implements AutoCloseable {
  /** The lease by which several servers elect. */
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

  /** Begins, and waits for nothing. Call it once, when the server is ready. */
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

  /** Lets the controllers finish what they are at, and another server lead. */
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

  /** A run for each term. Called by the elector's thread, in turns. */
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
