package io.listwatch.spring;

import io.listwatch.client.ApiClient;
import io.listwatch.client.HttpLeaseLock;
import io.listwatch.controller.Controller;
import io.listwatch.controller.ControllerBuilder;
import io.listwatch.controller.LeaderElector;
import io.listwatch.controller.LeaderListener;
import io.listwatch.informer.InformerFactory;
import io.listwatch.metrics.Metrics;
import io.listwatch.spring.ListwatchProperties.LeaderElection;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the informers and controllers with the application context, before its web server, and
 * stops the controllers after the web server.
 *
 * <p>Threads: Spring calls start and stop; the election runs on a separate thread.
 */
final class ControllerLifecycle implements SmartLifecycle {
  /** Web servers start at 2,048 below the default. */
  private static final int PHASE = DEFAULT_PHASE - 4_096;

  private final ApiClient client;
  private final InformerFactory informers;
  private final Metrics metrics;
  private final ListwatchProperties properties;
  private final String application;
  private final Supplier<Stream<ControllerBuilder<?>>> builders;

  /**
   * Stops the controllers and the election; null while none run. Spring calls start and stop one at
   * a time.
   */
  private volatile @Nullable AutoCloseable running;

  private volatile @Nullable LeaderElector elector;

  ControllerLifecycle(
      ApiClient client,
      InformerFactory informers,
      Metrics metrics,
      ListwatchProperties properties,
      String application,
      Supplier<Stream<ControllerBuilder<?>>> builders) {
    this.client = client;
    this.informers = informers;
    this.metrics = metrics;
    this.properties = properties;
    this.application = application;
    this.builders = builders;
  }

  /** Returns whether this replica leads; empty if there is no election. */
  Optional<Boolean> leads() {
    return Optional.ofNullable(elector).map(each -> each.leadership().isPresent());
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  @Override
  public void start() {
    if (running != null) {
      return;
    }
    List<ControllerBuilder<?>> controllers = builders.get().toList();
    informers.start();
    awaitSync(properties.syncTimeout());
    LeaderElection election = properties.leaderElection();
    running = election.enabled() ? elect(controllers, election) : run(controllers);
  }

  private void awaitSync(Duration atMost) {
    if (atMost.isZero()) {
      return;
    }
    try {
      informers.awaitSync(atMost);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while informers sync", e);
    }
  }

  private AutoCloseable run(List<ControllerBuilder<?>> builders) {
    var controllers = new ArrayList<Controller<?>>();
    try {
      for (ControllerBuilder<?> each : builders) {
        Controller<?> controller = each.metrics(metrics).build();
        controllers.add(controller);
        controller.start();
      }
      return () -> controllers.forEach(Controller::close);
    } catch (RuntimeException failure) {
      controllers.forEach(Controller::close);
      throw failure;
    }
  }

  private AutoCloseable elect(List<ControllerBuilder<?>> controllers, LeaderElection settings) {
    String namespace =
        Objects.requireNonNullElse(settings.namespace(), client.config().namespace());
    String lease = Objects.requireNonNullElse(settings.lease(), application);
    String identity = Objects.requireNonNullElseGet(settings.identity(), ControllerLifecycle::host);
    LeaderElector candidate =
        LeaderElector.builder(
                new HttpLeaseLock(client, namespace, lease),
                identity,
                LeaderListener.running(term -> run(controllers)))
            .policy(settings.policy())
            .metrics(metrics)
            .build();
    var thread = new Thread(candidate, "listwatch-election-" + lease);
    thread.setDaemon(true);
    thread.start();
    elector = candidate;
    return () -> {
      candidate.close();
      thread.join();
      elector = null;
    };
  }

  private static String host() {
    String random = UUID.randomUUID().toString();
    try {
      return InetAddress.getLocalHost().getHostName() + "-" + random;
    } catch (UnknownHostException unnamed) {
      return random;
    }
  }

  @Override
  public void stop() {
    AutoCloseable ending = running;
    running = null;
    if (ending == null) {
      return;
    }
    try {
      ending.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new IllegalStateException("controllers: not closed", e);
    }
  }

  @Override
  public boolean isRunning() {
    return running != null;
  }
}
