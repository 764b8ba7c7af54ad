package io.listwatch.workloads;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.time.Timers;
import io.listwatch.workloads.node.NodeOutages;
import io.listwatch.workloads.node.PodBehavior;
import io.listwatch.workloads.object.ApiObject;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Builds {@link Workloads}. Every setting has a default. */
public final class WorkloadsBuilder {
  final ClientConfig config;
  final Set<WorkloadController> controllers = new LinkedHashSet<>(WorkloadController.ALL);
  Timers timers = Timers.system();
  int nodes = 1;
  boolean serviceAccounts;
  boolean force;
  private @Nullable Function<? super Map<String, Object>, String> behavior;
  int workers = 2;
  final NodeOutages outages = new NodeOutages();

  WorkloadsBuilder(ClientConfig config) {
    this.config = config;
  }

  /** Sets the clock and timers of the controllers; {@link Timers#system} unless set. */
  @CanIgnoreReturnValue
  public WorkloadsBuilder timers(Timers newTimers) {
    timers = newTimers;
    return this;
  }

  /** Sets the number of simulated nodes, {@code node-1} and so on; 1 unless set. */
  @CanIgnoreReturnValue
  public WorkloadsBuilder nodes(int newNodes) {
    if (newNodes < 0) {
      throw new IllegalArgumentException("nodes: " + newNodes + " (expected: 0 or more)");
    }
    nodes = newNodes;
    return this;
  }

  /**
   * Chooses what pods do, by a function from a pod, as maps and lists, to a behavior such as {@code
   * never-ready}; see docs/workloads.md. An empty string leaves the choice to the pod's annotation
   * {@code workloads.listwatch.io/behavior}; without one, pods of Jobs succeed at once, and others
   * are ready at once. The function is called for each step of a pod, by several threads.
   */
  @CanIgnoreReturnValue
  public WorkloadsBuilder behavior(Function<? super Map<String, Object>, String> newBehavior) {
    behavior = newBehavior;
    return this;
  }

  Function<ApiObject, PodBehavior> behaviors() {
    return new ChosenBehavior(behavior);
  }

  /**
   * Starts even if a kube-controller-manager seems to be running, which would fight over the same
   * objects.
   */
  @CanIgnoreReturnValue
  public WorkloadsBuilder force(boolean newForce) {
    force = newForce;
    return this;
  }

  /**
   * Leaves out a controller, such as {@code scheduler} where a kube-scheduler runs.
   *
   * @throws IllegalArgumentException if there is no controller of that name
   */
  @CanIgnoreReturnValue
  public WorkloadsBuilder without(String controller) {
    controllers.remove(WorkloadController.named(controller).orElseThrow(() -> unknown(controller)));
    return this;
  }

  /** True if the controller that needs the metrics API runs. */
  boolean autoscales() {
    return controllers.stream().anyMatch(each -> each.name().equals("horizontalpodautoscaler"));
  }

  private static IllegalArgumentException unknown(String name) {
    String known =
        WorkloadController.ALL.stream()
            .map(WorkloadController::name)
            .collect(Collectors.joining(", "));
    return new IllegalArgumentException(
        "controller: %s (expected: one of %s)".formatted(name, known));
  }

  /**
   * Makes each controller act as its own service account in {@code kube-system}, with the bootstrap
   * role of that account. The user of the configuration must be allowed to impersonate it. If the
   * configuration itself has {@code extra} values for impersonation, every request sends them, too.
   */
  @CanIgnoreReturnValue
  public WorkloadsBuilder serviceAccounts(boolean newServiceAccounts) {
    serviceAccounts = newServiceAccounts;
    return this;
  }

  /**
   * Connects to the server and starts the controllers. Does not wait for them.
   *
   * @throws IllegalStateException if a kube-controller-manager holds its Lease, unless {@link
   *     #force}d
   */
  public Workloads start() throws InterruptedException {
    return Workloads.start(this);
  }

  /**
   * Connects to the server and competes for the Lease of the controllers, which run while it is
   * held.
   *
   * @param identity unique among the candidates. A candidate that was killed takes over at once if
   *     it is started again with the same identity.
   * @param started called at the start of each term
   * @throws IllegalStateException if a kube-controller-manager holds its Lease, unless {@link
   *     #force}d
   */
  public WorkloadsCandidate startElected(String identity, Consumer<? super Workloads> started)
      throws InterruptedException {
    if (!force) {
      try (ApiClient client = ApiClient.of(config)) {
        new OtherManager(client, timers).requireAbsent();
      }
    }
    return new WorkloadsCandidate(this, identity, started);
  }
}
