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
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.NodeQuery;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Handles the subresources that need a kubelet: {@code log}, {@code exec}, {@code attach}, {@code
 * portforward} and {@code proxy}. This server connects to no node, so it responds as kube-apiserver
 * does if it cannot reach one. It makes no difference whether the client asked to upgrade to SPDY
 * or WebSocket.
 */
final class NodeHandler implements VerbHandler {
  private static final Set<String> PARTS = Set.of("attach", "exec", "log", "portforward", "proxy");
  private static final Set<String> OF_CONTAINERS = Set.of("attach", "exec", "log");
  private static final JsonPath NODE = JsonPath.of("spec.nodeName");
  private static final JsonPath ADDRESS = JsonPath.of("status.podIP");
  private static final String UNREACHABLE = "this server does not connect to nodes";

  private final ResourceRegistry registry;
  private final ResourceVerbs verbs;
  private final ObjectResponses answers;

  NodeHandler(ResourceRegistry registry, ResourceVerbs verbs, ObjectResponses answers) {
    this.registry = registry;
    this.verbs = verbs;
    this.answers = answers;
  }

  /** True if a subresource needs a kubelet. */
  static boolean covers(ResourceDefinition definition, String part) {
    return !definition.custom() && PARTS.contains(part);
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    checkOptions(request);
    ResourceKey key = withoutPort(request.key());
    CompletionStage<Resource> found =
        verbs.get(request.definition(), key, VersionMatch.mostRecent());
    return answers.when(
        request, found.thenCompose(object -> connect(request, object)), text -> text);
  }

  private static void checkOptions(ResourceRequest request) {
    switch (request.target().subresource()) {
      case "log" -> NodeQuery.checkLog(request.exchange().query(), request.key().name());
      case "portforward" -> NodeQuery.checkPorts(request.exchange().query());
      default -> {}
    }
  }

  /** The name in a path to {@code proxy} may have a scheme before it and a port after it. */
  private static ResourceKey withoutPort(ResourceKey key) {
    String[] parts = key.name().split(":", -1);
    return new ResourceKey(key.namespace(), parts.length == 3 ? parts[1] : parts[0]);
  }

  private CompletionStage<HttpResponse> connect(ResourceRequest request, Resource object) {
    String part = request.target().subresource();
    return switch (request.definition().type().plural()) {
      case "pods" -> part.equals("proxy") ? toPod(object) : toContainer(request, object, part);
      case "services" ->
          failed(
              unavailable(
                  "no endpoints available for service " + Quotation.of(object.key().name())));
      default -> failed(unavailable("error trying to reach service: " + UNREACHABLE));
    };
  }

  private static CompletionStage<HttpResponse> toPod(Resource pod) {
    return failed(
        pod.text(ADDRESS).orElse("").isEmpty()
            ? ApiErrors.badRequest("address not allowed")
            : unavailable("error trying to reach service: " + UNREACHABLE));
  }

  private CompletionStage<HttpResponse> toContainer(
      ResourceRequest request, Resource pod, String part) {
    if (OF_CONTAINERS.contains(part)) {
      ContainerChoice.check(pod, request.exchange().query().text("container"));
    }
    String node = pod.text(NODE).orElse("");
    if (node.isEmpty()) {
      return part.equals("log")
          // The pod is not scheduled, so its log is empty.
          ? CompletableFuture.completedStage(Responses.nothing())
          : failed(
              ApiErrors.badRequest(
                  "pod %s does not have a host assigned".formatted(pod.key().name())));
    }
    ResourceDefinition nodes = registry.find("", "v1", "nodes").orElseThrow();
    return verbs
        .get(nodes, new ResourceKey(null, node), VersionMatch.mostRecent())
        .thenCompose(found -> failed(ApiErrors.internal("error dialing backend: " + UNREACHABLE)));
  }

  private static ApiException unavailable(String message) {
    return Status.of(StatusReason.SERVICE_UNAVAILABLE, message).toException();
  }

  private static CompletionStage<HttpResponse> failed(ApiException failure) {
    return CompletableFuture.failedStage(failure);
  }

  /** Checks the container name of a request. */
  private static final class ContainerChoice {
    private static final JsonPath CONTAINERS = JsonPath.of("spec.containers[*].name");
    private static final JsonPath FIRST = JsonPath.of("spec.initContainers[*].name");
    private static final JsonPath LATER = JsonPath.of("spec.ephemeralContainers[*].name");

    private ContainerChoice() {}

    static void check(Resource pod, String asked) {
      String name = pod.key().name();
      List<String> containers = pod.texts(CONTAINERS);
      List<String> first = pod.texts(FIRST);
      if (asked.isEmpty() && containers.size() != 1) {
        throw ApiErrors.badRequest(
            "a container name must be specified for pod " + name + choice(containers, first));
      }
      if (!asked.isEmpty()
          && !containers.contains(asked)
          && !first.contains(asked)
          && !pod.texts(LATER).contains(asked)) {
        throw ApiErrors.badRequest("container %s is not valid for pod %s".formatted(asked, name));
      }
    }

    private static String choice(List<String> containers, List<String> first) {
      if (containers.isEmpty()) {
        return "";
      }
      String choice = ", choose one of: [" + String.join(" ", containers) + "]";
      return first.isEmpty()
          ? choice
          : choice + " or one of the init containers: [" + String.join(" ", first) + "]";
    }
  }
}
