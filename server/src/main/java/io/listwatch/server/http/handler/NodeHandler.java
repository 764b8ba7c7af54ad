package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.json.JsonPath;
import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.VersionMatch;
import io.listwatch.selector.Quotation;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.NodeQuery;
import io.listwatch.server.kubelet.KubeletClient;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Handles the subresources that need a kubelet: {@code log}, {@code exec}, {@code attach}, {@code
 * portforward} and {@code proxy}. This server connects to nodes for logs only. For the others it
 * responds as kube-apiserver does if it cannot reach a node, whether or not the client asked to
 * upgrade to SPDY or WebSocket.
 */
final class NodeHandler implements VerbHandler {
  private static final JsonPath NODE = JsonPath.of("spec.nodeName");
  private static final JsonPath ADDRESS = JsonPath.of("status.podIP");
  private static final String UNREACHABLE = "this server connects to nodes for logs only";

  private final ResourceRegistry registry;
  private final ResourceVerbs verbs;
  private final ObjectResponses answers;
  private final KubeletClient kubelets;
  private final Timers timers;

  NodeHandler(
      ResourceRegistry registry,
      ResourceVerbs verbs,
      ObjectResponses answers,
      KubeletClient kubelets,
      Timers timers) {
    this.registry = registry;
    this.verbs = verbs;
    this.answers = answers;
    this.kubelets = kubelets;
    this.timers = timers;
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    NodeConnection connection =
        NodeConnection.of(request.definition(), request.target().subresource()).orElseThrow();
    checkOptions(request, connection);
    ResourceKey key = withoutPort(request.key());
    CompletionStage<Resource> found =
        admitted(request, connection)
            .thenCompose(passed -> verbs.get(request.definition(), key, VersionMatch.mostRecent()));
    return answers.when(
        request, found.thenCompose(object -> connect(request, connection, object)), text -> text);
  }

  /** Runs admission for all connections. Reading a log has no admission, as in kube-apiserver. */
  private CompletionStage<Void> admitted(ResourceRequest request, NodeConnection connection) {
    if (connection == NodeConnection.LOG) {
      return CompletableFuture.completedFuture(null);
    }
    if (request.exchange().query().has("dryRun")) {
      throw ApiErrors.badRequest("dryRun is not supported");
    }
    return verbs.connect(
        request.definition(),
        request.key(),
        request.target().subresource(),
        connection.type(),
        ConnectOptions.of(connection, request),
        request.user(),
        request.exchange().warnings());
  }

  private static void checkOptions(ResourceRequest request, NodeConnection connection) {
    switch (connection) {
      case LOG -> NodeQuery.checkLog(request.exchange().query(), request.key().name());
      case PORT_FORWARD -> NodeQuery.checkPorts(request.exchange().query());
      default -> {}
    }
  }

  /** The name in a path to {@code proxy} may have a scheme before it and a port after it. */
  private static ResourceKey withoutPort(ResourceKey key) {
    String[] parts = key.name().split(":", -1);
    return new ResourceKey(key.namespace(), parts.length == 3 ? parts[1] : parts[0]);
  }

  private CompletionStage<HttpResponse> connect(
      ResourceRequest request, NodeConnection connection, Resource object) {
    return switch (connection) {
      case ATTACH, EXEC, LOG, PORT_FORWARD -> toKubelet(request, connection, object);
      case POD_PROXY -> toPod(object);
      case SERVICE_PROXY ->
          failed(
              unavailable(
                  "no endpoints available for service " + Quotation.of(object.key().name())));
      case NODE_PROXY -> failed(unavailable("error trying to reach service: " + UNREACHABLE));
    };
  }

  private static CompletionStage<HttpResponse> toPod(Resource pod) {
    return failed(
        pod.text(ADDRESS).orElse("").isEmpty()
            ? ApiErrors.badRequest("address not allowed")
            : unavailable("error trying to reach service: " + UNREACHABLE));
  }

  private CompletionStage<HttpResponse> toKubelet(
      ResourceRequest request, NodeConnection connection, Resource pod) {
    String container =
        connection.isToContainer()
            ? ContainerChoice.of(pod, request.exchange().query().text("container"))
            : "";
    String node = pod.text(NODE).orElse("");
    if (node.isEmpty()) {
      return connection == NodeConnection.LOG
          // The pod is not scheduled, so its log is empty.
          ? CompletableFuture.completedStage(Responses.nothing())
          : failed(
              ApiErrors.badRequest(
                  "pod %s does not have a host assigned".formatted(pod.key().name())));
    }
    ResourceDefinition nodes = registry.find("", "v1", "nodes").orElseThrow();
    return verbs
        .get(nodes, new ResourceKey(null, node), VersionMatch.mostRecent())
        .thenCompose(
            found ->
                connection == NodeConnection.LOG
                    ? log(request.exchange(), found, pod.key(), container)
                    : failed(ApiErrors.internal("error dialing backend: " + UNREACHABLE)));
  }

  private CompletionStage<HttpResponse> log(
      Exchange exchange, Resource node, ResourceKey pod, String container) {
    return kubelets
        .log(node, pod, container, NodeQuery.forKubelet(exchange.query()))
        .thenApply(log -> LogResponse.of(exchange, log, timers));
  }

  private static ApiException unavailable(String message) {
    return Status.of(StatusReason.SERVICE_UNAVAILABLE, message).toException();
  }

  private static CompletionStage<HttpResponse> failed(ApiException failure) {
    return CompletableFuture.failedStage(failure);
  }

  /** Finds the container of a request. */
  private static final class ContainerChoice {
    private static final JsonPath CONTAINERS = JsonPath.of("spec.containers[*].name");
    private static final JsonPath INIT_CONTAINERS = JsonPath.of("spec.initContainers[*].name");
    private static final JsonPath EPHEMERAL_CONTAINERS =
        JsonPath.of("spec.ephemeralContainers[*].name");

    private ContainerChoice() {}

    /**
     * Returns the requested container, or the only one.
     *
     * @throws ApiException if there is none
     */
    static String of(Resource pod, String requested) {
      String name = pod.key().name();
      List<String> containers = pod.texts(CONTAINERS);
      List<String> init = pod.texts(INIT_CONTAINERS);
      if (requested.isEmpty() && containers.size() != 1) {
        throw ApiErrors.badRequest(
            "a container name must be specified for pod " + name + choice(containers, init));
      }
      if (!requested.isEmpty()
          && !containers.contains(requested)
          && !init.contains(requested)
          && !pod.texts(EPHEMERAL_CONTAINERS).contains(requested)) {
        throw ApiErrors.badRequest(
            "container %s is not valid for pod %s".formatted(requested, name));
      }
      return requested.isEmpty() ? containers.get(0) : requested;
    }

    private static String choice(List<String> containers, List<String> init) {
      if (containers.isEmpty()) {
        return "";
      }
      String choice = ", choose one of: [" + String.join(" ", containers) + "]";
      return init.isEmpty()
          ? choice
          : choice + " or one of the init containers: [" + String.join(" ", init) + "]";
    }
  }
}
