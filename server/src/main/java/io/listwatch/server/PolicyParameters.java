package io.listwatch.server;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceStorages;
import io.listwatch.server.registry.admission.policy.ValidatingPolicies;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of policies from storage. */
final class PolicyParameters implements ValidatingPolicies.Objects {
  private final ResourceStorages storages;

  PolicyParameters(ResourceStorages storages) {
    this.storages = storages;
  }

  @Override
  public CompletionStage<Optional<JsonObject>> get(ResourceDefinition definition, ResourceKey key) {
    return storages
        .apply(definition)
        .get(key, VersionMatch.any())
        .thenApply(found -> found.<JsonObject>map(ServedKind::tree));
  }

  @Override
  public CompletionStage<List<JsonObject>> list(
      ResourceDefinition definition, @Nullable String namespace, LabelSelector selector) {
    ResourceScope scope =
        namespace == null ? ResourceScope.ALL : ResourceScope.namespace(namespace);
    return storages
        .apply(definition)
        .list(scope, ListOptions.ALL)
        .thenCompose(page -> rest(page, new ArrayList<>()))
        .thenApply(
            all ->
                all.stream()
                    .filter(each -> selector.matches(each.labels()))
                    .map(ServedKind::tree)
                    .toList());
  }

  private static CompletionStage<List<Resource>> rest(ResourcePage page, List<Resource> all) {
    return page.next()
        .thenCompose(
            batch -> {
              if (batch.isEmpty()) {
                return CompletableFuture.completedFuture(all);
              }
              all.addAll(batch);
              return rest(page, all);
            });
  }
}
