package io.listwatch.server;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceStorages;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.webhook.ServiceResolver;
import io.listwatch.server.webhook.WebhookException;
import io.listwatch.server.webhook.WebhookTarget;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Finds the webhooks behind Services: at a configured address, else at the first ready address of
 * the Service's EndpointSlices.
 */
final class ServiceEndpoints implements ServiceResolver {
  static final ResourceType SERVICES = ResourceType.namespaced("v1", "Service", "services");
  static final ResourceType SLICES =
      ResourceType.namespaced("discovery.k8s.io/v1", "EndpointSlice", "endpointslices");

  private final Map<String, InetSocketAddress> configured;
  private final ResourceStorages storages;
  private final ResourceDefinition services;
  private final ResourceDefinition slices;

  /**
   * @param configured addresses by {@code namespace/name}
   */
  ServiceEndpoints(
      Map<String, InetSocketAddress> configured,
      ResourceStorages storages,
      ResourceDefinition services,
      ResourceDefinition slices) {
    this.configured = configured;
    this.storages = storages;
    this.services = services;
    this.slices = slices;
  }

  @Override
  public CompletionStage<InetSocketAddress> resolve(WebhookTarget.Service service) {
    InetSocketAddress known = configured.get(service.namespace() + "/" + service.name());
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    return storages
        .apply(services)
        .get(new ResourceKey(service.namespace(), service.name()), VersionMatch.any())
        .thenCompose(
            found ->
                found.isEmpty()
                    ? failed("service \"%s\" not found".formatted(service.name()))
                    : ofService(service, ServedKind.tree(found.get())));
  }

  private CompletionStage<InetSocketAddress> ofService(
      WebhookTarget.Service service, JsonObject object) {
    for (JsonValue port : object.path("spec").path("ports")) {
      if (port.path("port").longValue() == service.port()) {
        return ofPort(service, port.path("name").asText());
      }
    }
    return failed(
        "no service port %d found for service \"%s\"".formatted(service.port(), service.name()));
  }

  private CompletionStage<InetSocketAddress> ofPort(WebhookTarget.Service service, String port) {
    return new PolicyParameters(storages)
        .list(
            slices,
            service.namespace(),
            LabelSelector.where("kubernetes.io/service-name").is(service.name()))
        .thenCompose(
            found -> {
              InetSocketAddress address = ready(found, port);
              return address == null
                  ? failed("no endpoints available for service \"%s\"".formatted(service.name()))
                  : CompletableFuture.completedFuture(address);
            });
  }

  private static @Nullable InetSocketAddress ready(List<JsonObject> slices, String name) {
    for (JsonObject slice : slices) {
      for (JsonValue port : slice.path("ports")) {
        if (!port.path("name").asText().equals(name)) {
          continue;
        }
        for (JsonValue endpoint : slice.path("endpoints")) {
          JsonValue ready = endpoint.path("conditions").path("ready");
          String address = endpoint.path("addresses").path(0).asText();
          if (!address.isEmpty() && (!ready.isBoolean() || ready.booleanValue())) {
            return new InetSocketAddress(address, (int) port.path("port").longValue());
          }
        }
      }
    }
    return null;
  }

  private static CompletionStage<InetSocketAddress> failed(String why) {
    return CompletableFuture.failedFuture(new WebhookException(why));
  }
}
