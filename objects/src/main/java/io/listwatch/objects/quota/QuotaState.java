package io.listwatch.objects.quota;

import io.listwatch.objects.json.JsonValue;
import java.util.List;

/**
 * A ResourceQuota, with the parts that the check of a write needs.
 *
 * @param hard the bounds in its status, which have taken effect
 * @param used the usage in its status
 */
public record QuotaState(
    String name, List<QuotaScope> scopes, ResourceQuantities hard, ResourceQuantities used) {
  public static QuotaState of(JsonValue quota) {
    return new QuotaState(
        quota.path("metadata").path("name").asText(),
        QuotaScope.of(quota.path("spec")),
        ResourceQuantities.of(quota.path("status").path("hard")),
        ResourceQuantities.of(quota.path("status").path("used")));
  }

  QuotaState using(ResourceQuantities more) {
    return new QuotaState(name, scopes, hard, more);
  }

  /** True if this quota counts the object. */
  public boolean counts(JsonValue object, QuotaEvaluator evaluator) {
    return !evaluator.matching(hard.names()).isEmpty() && hasInScope(object, evaluator);
  }

  /** True if the object is in all scopes. */
  public boolean hasInScope(JsonValue object, QuotaEvaluator evaluator) {
    return scopes.stream().allMatch(scope -> evaluator.isIn(scope, object));
  }
}
