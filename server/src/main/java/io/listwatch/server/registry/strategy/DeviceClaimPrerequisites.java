package io.listwatch.server.registry.strategy;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.strategy.DeviceClaimStrategy;
import io.listwatch.objects.strategy.Strategy;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The prerequisites of ResourceClaims and their templates: {@code adminAccess} requires a label on
 * the namespace.
 */
final class DeviceClaimPrerequisites implements KindPrerequisites {
  private final OtherObjects objects;

  DeviceClaimPrerequisites(Sources sources) {
    this.objects = sources.objects();
  }

  @Override
  public <T> CompletionStage<T> create(
      ServedKind kind, Create request, Function<ServedKind, CompletionStage<T>> write) {
    String namespace = request.namespace();
    if (namespace == null || DeviceClaimStrategy.administrativeRequest(request.object()) < 0) {
      return write.apply(kind);
    }
    return KindPrerequisites.with(strategy(kind, namespace), kind, write);
  }

  private CompletionStage<Strategy> strategy(ServedKind kind, String namespace) {
    return objects
        .find("", "namespaces", null, namespace)
        .thenApply(found -> found.orElseGet(() -> JsonValue.MISSING))
        .thenApply(found -> DeviceClaimStrategy.in(kind.definition().written(), found));
  }
}
