package io.listwatch.server.registry.verbs;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.admission.ObjectSelectors;
import io.listwatch.server.registry.strategy.AllObjects;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.write.ObjectPart;
import io.listwatch.server.registry.write.ObjectWrites;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Checks PodDisruptionBudgets for evictions. A disruption controller computes disruptionsAllowed
 * and is not part of this server; this class decrements it.
 */
final class DisruptionBudgets {
  private static final CompletionStage<EvictionPermit> NO_BUDGET =
      CompletableFuture.completedFuture(new EvictionPermit("", false));

  private final ResourceRegistry registry;
  private final Function<ResourceDefinition, ServedKind> kinds;
  private final ObjectWrites writes;
  private final Timers timers;

  DisruptionBudgets(
      ResourceRegistry registry,
      Function<ResourceDefinition, ServedKind> kinds,
      ObjectWrites writes,
      Timers timers) {
    this.registry = registry;
    this.kinds = kinds;
    this.writes = writes;
    this.timers = timers;
  }

  /** Decrements the budget that covers a pod. Fails if the pod may not be evicted now. */
  CompletionStage<EvictionPermit> decrement(Resource pod, boolean dryRun) {
    Optional<ResourceDefinition> definition = registry.find("policy", "v1", "poddisruptionbudgets");
    if (definition.isEmpty()) {
      return NO_BUDGET;
    }
    ServedKind budgets = kinds.apply(definition.get());
    String namespace = Objects.requireNonNull(pod.key().namespace());
    return AllObjects.of(
            budgets.storage(),
            ResourceScope.namespace(namespace),
            ListOptions.ALL.at(VersionMatch.mostRecent()))
        .thenCompose(all -> decrement(budgets, covering(all, pod), pod, dryRun));
  }

  private static List<Resource> covering(List<Resource> budgets, Resource pod) {
    return budgets.stream()
        .filter(
            each ->
                ObjectSelectors.orNothing(ServedKind.tree(each).path("spec").path("selector"))
                    .matches(pod.labels()))
        .toList();
  }

  private CompletionStage<EvictionPermit> decrement(
      ServedKind kind, List<Resource> budgets, Resource pod, boolean dryRun) {
    if (budgets.size() > 1) {
      throw ApiErrors.plain(
          "This pod has more than one PodDisruptionBudget, which the eviction subresource does not"
              + " support.");
    }
    if (budgets.isEmpty()) {
      return NO_BUDGET;
    }
    Resource budget = budgets.get(0);
    if (!isReady(pod) && allowsUnhealthyEviction(ServedKind.tree(budget))) {
      return CompletableFuture.completedFuture(new EvictionPermit(budget.key().name(), true));
    }
    var decrement = new BudgetDecrement(kind.type(), pod.key().name(), timers.now());
    var options = new WriteOptions("kube-apiserver", dryRun, FieldValidation.IGNORE, false);
    return writes
        .update(kind, budget.key(), decrement, ObjectPart.STATUS, options)
        .thenApply(written -> new EvictionPermit(budget.key().name(), false));
  }

  private static boolean isReady(Resource pod) {
    for (JsonValue each : ServedKind.tree(pod).path("status").path("conditions")) {
      if (each.path("type").asText().equals("Ready")) {
        return each.path("status").asText().equals("True");
      }
    }
    return false;
  }

  /**
   * An unhealthy pod may be evicted without a decrement if the policy is AlwaysAllow or enough pods
   * are healthy.
   */
  private static boolean allowsUnhealthyEviction(JsonObject budget) {
    int desired = budget.at("/status/desiredHealthy").asInt();
    return budget.at("/spec/unhealthyPodEvictionPolicy").asText().equals("AlwaysAllow")
        || (desired > 0 && budget.at("/status/currentHealthy").asInt() >= desired);
  }

  /**
   * The permission to evict a pod.
   *
   * @param budget the budget that covers the pod; empty if none does
   * @param onlyIfUnchanged true if the pod may only be deleted at the version that was read, in
   *     which it was not ready
   */
  record EvictionPermit(String budget, boolean onlyIfUnchanged) {}
}
