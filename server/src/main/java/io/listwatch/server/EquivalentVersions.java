package io.listwatch.server;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.Schema;
import io.listwatch.server.registry.CanonicalForms;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.admission.AdmissionContext;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.webhook.TraceContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Converts the objects that admission sees between the versions of a resource. */
final class EquivalentVersions implements AdmissionContext.Versions {
  private final ResourceRegistry registry;
  private final Function<ResourceDefinition, VersionConverter> converters;

  EquivalentVersions(
      ResourceRegistry registry, Function<ResourceDefinition, VersionConverter> converters) {
    this.registry = registry;
    this.converters = converters;
  }

  @Override
  public List<ResourceDefinition> equivalents(ResourceDefinition definition) {
    return registry.definitions().stream()
        .filter(each -> each.stored().equals(definition.stored()))
        .filter(each -> !each.type().equals(definition.type()))
        .toList();
  }

  @Override
  public CompletionStage<JsonObject> convert(
      JsonObject object, ResourceDefinition from, ResourceDefinition to) {
    VersionConverter storing = converters.apply(from);
    VersionConverter serving = converters.apply(to);
    TraceContext trace = TraceContext.current();
    JsonObject copy = object.deepCopy();
    if (onlyRenames(storing) && onlyRenames(serving)) {
      return CompletableFuture.completedFuture(copy.put("apiVersion", to.type().apiVersion()));
    }
    return CompletableFuture.supplyAsync(
            () -> from.type().equals(from.stored()) ? copy : storing.store(copy, from.stored()),
            trace.on(storing.threads()))
        .thenApplyAsync(
            stored -> to.type().equals(to.stored()) ? stored : served(stored, serving, to),
            trace.on(serving.threads()));
  }

  private static boolean onlyRenames(VersionConverter converter) {
    return converter == VersionConverter.SAME || converter == VersionConverter.BY_NAME;
  }

  private static JsonObject served(
      JsonObject stored, VersionConverter serving, ResourceDefinition to) {
    Resource object = Resource.parse(CanonicalForms.of(to).encode(stored));
    return ServedKind.tree(serving.serve(object, to.type()));
  }

  @Override
  public Schema schema(AdmissionRequest request, ResourceDefinition matched) {
    return request.isOfResource() && matched.custom()
        ? matched.content().sharing()
        : BuiltInTypes.load()
            .find(request.kindIn(matched))
            .<Schema>map(found -> found)
            .orElse(Schema.unknown());
  }

  @Override
  public Optional<ResourceDefinition> ofKind(String apiVersion, String kind) {
    return registry.definitions().stream()
        .filter(each -> each.type().apiVersion().equals(apiVersion))
        .filter(each -> each.type().kind().equals(kind))
        .findFirst();
  }
}
