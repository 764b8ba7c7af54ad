package io.listwatch.workloads;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Impersonation;
import io.listwatch.controller.Controller;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.autoscaling.MetricsDefinitions;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.SharedInformers;
import io.listwatch.workloads.kubelet.KubeletStub;
import io.listwatch.workloads.node.PodBehavior;
import io.listwatch.workloads.node.SimulatedNodes;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import io.listwatch.workloads.object.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs workloads on an API server: the workload controllers, a scheduler and simulated nodes.
 *
 * <pre>{@code
 * try (Workloads workloads = Workloads.builder(config).nodes(3).start()) {
 *   …
 * }
 * }</pre>
 *
 * <p>Thread-safe. Every controller is a client of the server, and they interact only through it.
 */
public final class Workloads implements AutoCloseable {
  /** The user that reads on behalf of all controllers. */
  private static final String MANAGER = "system:kube-controller-manager";

  private static final String ACCOUNTS = "system:serviceaccount:";

  /**
   * The prefix of the controllers' {@code User-Agent}, which sets them apart from users' own
   * programs.
   */
  private static final String AGENT = "listwatch-workloads";

  private final ApiClient client;
  private final ApiClient reader;
  private final SharedInformers informers;
  private final int nodes;
  private final KubeletStub kubelet;
  private final List<ControllerContext> contexts = new ArrayList<>();
  private final List<Controller<?>> controllers = new ArrayList<>();

  private Workloads(WorkloadsBuilder builder) {
    client = ApiClient.of(named(builder.config, AGENT));
    ClientConfig config = named(builder.config, AGENT + "/informers");
    reader = ApiClient.of(builder.serviceAccounts ? actingAs(config, MANAGER) : config);
    informers = new SharedInformers(reader);
    nodes = builder.nodes;
    Function<ApiObject, PodBehavior> behaviors = builder.behaviors();
    kubelet =
        KubeletStub.start(informers.of(Types.PODS), behaviors, builder.outages, builder.timers);
    var simulated = new SimulatedNodes(nodes, kubelet.address(), behaviors, builder.outages);
    for (WorkloadController each : builder.controllers) {
      ControllerContext context = context(builder, each);
      contexts.add(context);
      controllers.add(each.create(context, simulated));
    }
  }

  /** Returns a builder of workloads on the server of a configuration. */
  public static WorkloadsBuilder builder(ClientConfig config) {
    return new WorkloadsBuilder(config);
  }

  static Workloads start(WorkloadsBuilder builder) throws InterruptedException {
    var workloads = new Workloads(builder);
    try {
      if (!builder.force) {
        new OtherManager(workloads.client, builder.timers).requireAbsent();
      }
      if (builder.autoscales()) {
        MetricsDefinitions.install(workloads.client);
      }
      workloads.controllers.forEach(Controller::start);
      return workloads;
    } catch (RuntimeException | InterruptedException failure) {
      workloads.close();
      throw failure;
    }
  }

  /** Returns the workload types on which the controllers act. */
  public static Set<ResourceType> attended() {
    return WorkloadController.ALL.stream()
        .map(WorkloadController::workload)
        .filter(Objects::nonNull)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Waits until the simulated nodes are ready.
   *
   * @throws io.listwatch.informer.AwaitTimeoutException if that does not happen in time
   */
  public void awaitNodes(Duration atMost) throws InterruptedException {
    var unused =
        informers
            .of(Types.NODES)
            .await(seen -> seen.stream().filter(Workloads::ready).count() >= nodes, atMost);
  }

  private static boolean ready(View<ApiObject> node) {
    return Conditions.isTrue(node.get().status().path("conditions"), "Ready");
  }

  private ControllerContext context(WorkloadsBuilder builder, WorkloadController controller) {
    ClientConfig config = named(builder.config, AGENT + "/" + controller.name());
    boolean acts = builder.serviceAccounts && !controller.user().isEmpty();
    return new ControllerContext(
        controller.component(),
        ApiClient.of(acts ? actingAs(config, controller.user()) : config),
        informers,
        builder.timers,
        builder.workers);
  }

  private static ClientConfig named(ClientConfig config, String agent) {
    return config.with(changes -> changes.userAgent(agent + " " + config.userAgent()));
  }

  private static ClientConfig actingAs(ClientConfig config, String user) {
    List<String> groups =
        user.startsWith(ACCOUNTS)
            ? List.of("system:serviceaccounts", "system:serviceaccounts:kube-system")
            : List.of();
    Map<String, List<String>> extra = config.impersonation().extra();
    return config.with(
        changes -> changes.impersonation(new Impersonation(user, "", groups, extra)));
  }

  @Override
  public String toString() {
    return contexts.stream().map(ControllerContext::name).collect(Collectors.joining(", "));
  }

  /** Stops the controllers. The objects stay, including pods and nodes. */
  @Override
  public void close() {
    var reversed = new ArrayList<>(controllers);
    Collections.reverse(reversed);
    reversed.forEach(Controller::close);
    contexts.forEach(ControllerContext::close);
    kubelet.close();
    informers.close();
    reader.close();
    client.close();
  }
}
