package io.listwatch.objects.quota;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks one write against the quotas of its namespace, and returns their usage after the write.
 *
 * @param resource such as {@code deployments.apps}
 * @param subresource empty for the object itself
 * @param old null for a create
 */
public record QuotaCheck(
    String resource,
    String subresource,
    JsonValue object,
    @Nullable JsonValue old,
    QuotaEvaluator evaluator,
    List<LimitedResource> limited,
    Instant now) {
  /**
   * Returns the quotas after the write, in the same order.
   *
   * @throws QuotaExceededException if the write may not be made
   */
  public List<QuotaState> run(List<QuotaState> quotas) throws QuotaExceededException {
    ResourceQuantities usage = evaluator.usage(object, now);
    Set<String> restricted = new TreeSet<>();
    var interested = new boolean[quotas.size()];
    for (int i = 0; i < interested.length; i++) {
      QuotaState quota = quotas.get(i);
      Set<String> names = evaluator.matching(quota.hard().names());
      interested[i] = !names.isEmpty() && quota.hasInScope(object, evaluator);
      if (interested[i]) {
        checkStatus(quota, names);
        restricted.addAll(names);
      }
    }
    if (!usage.negative().isEmpty()) {
      throw forbidden(
          "quota usage is negative for resource(s): " + String.join(",", usage.negative()));
    }
    return use(quotas, interested, usage, restricted);
  }

  private void checkStatus(QuotaState quota, Set<String> names) throws QuotaExceededException {
    String missing = evaluator.missing(names, object);
    if (!missing.isEmpty()) {
      throw forbidden("failed quota: %s: %s".formatted(quota.name(), missing));
    }
    if (!quota.used().names().containsAll(names)) {
      throw forbidden(
          "status unknown for quota: %s, resources: %s"
              .formatted(quota.name(), String.join(",", names)));
    }
  }

  private List<QuotaState> use(
      List<QuotaState> quotas,
      boolean[] interested,
      ResourceQuantities usage,
      Collection<String> restricted)
      throws QuotaExceededException {
    JsonValue before = old;
    ResourceQuantities more = before == null ? usage : usage.minus(evaluator.usage(before, now));
    boolean changes = false;
    boolean none = true;
    var after = new ArrayList<QuotaState>();
    for (int i = 0; i < interested.length; i++) {
      QuotaState quota = quotas.get(i);
      if (!interested[i]) {
        after.add(quota);
        continue;
      }
      none = false;
      ResourceQuantities delta =
          (before != null && quota.counts(before, evaluator) ? more : usage).withoutZeros();
      changes |= !delta.isEmpty();
      after.add(quota.using(delta));
    }
    if (none ? more.withoutZeros().isEmpty() : !changes) {
      return quotas;
    }
    checkCovered(quotas, usage, restricted);
    for (int i = 0; i < interested.length; i++) {
      if (interested[i]) {
        after.set(i, used(quotas.get(i), after.get(i).used()));
      }
    }
    return after;
  }

  private QuotaState used(QuotaState quota, ResourceQuantities delta)
      throws QuotaExceededException {
    ResourceQuantities requested = delta.only(quota.hard().names());
    ResourceQuantities used = quota.used().plus(requested);
    Set<String> exceeded = used.only(requested.names()).above(quota.hard());
    if (!subresource.equals("status") && !exceeded.isEmpty()) {
      throw forbidden(
          "exceeded quota: %s, requested: %s, used: %s, limited: %s"
              .formatted(
                  quota.name(),
                  requested.only(exceeded),
                  quota.used().only(exceeded),
                  quota.hard().only(exceeded)));
    }
    return quota.using(used);
  }

  /** Rejects the use of limited resources that no quota covers. */
  private void checkCovered(
      List<QuotaState> quotas, ResourceQuantities usage, Collection<String> restricted)
      throws QuotaExceededException {
    Set<String> uncovered = new TreeSet<>();
    var scopes = new ArrayList<QuotaScope>();
    for (LimitedResource each : limited) {
      each.scopes().stream()
          .filter(scope -> evaluator.isIn(scope, object) && !covers(quotas, scope))
          .forEach(scopes::add);
      if (each.resource().equals(resource)) {
        usage.withoutZeros().names().stream()
            .filter(name -> each.contains().stream().anyMatch(name::contains))
            .forEach(uncovered::add);
      }
    }
    uncovered.removeAll(restricted);
    if (!uncovered.isEmpty()) {
      throw forbidden("insufficient quota to consume: " + String.join(",", uncovered));
    }
    if (!scopes.isEmpty()) {
      throw new QuotaExceededException(
          "insufficient quota to match these scopes: [%s]"
              .formatted(String.join(" ", scopes.stream().map(QuotaScope::toString).toList())),
          false);
    }
  }

  private boolean covers(List<QuotaState> quotas, QuotaScope limitedScope) {
    return quotas.stream()
        .flatMap(quota -> quota.scopes().stream())
        .anyMatch(
            scope -> scope.name().equals(limitedScope.name()) && evaluator.isIn(scope, object));
  }

  private static QuotaExceededException forbidden(String message) {
    return new QuotaExceededException(message, true);
  }
}
