package io.listwatch.server.controllers;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.model.ConflictException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.Scope;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.objects.quota.QuotaEvaluator;
import io.listwatch.objects.quota.QuotaState;
import io.listwatch.objects.quota.ResourceQuantities;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Recalculates the status of ResourceQuotas: when their spec changes, and when objects of their
 * namespace are deleted or may use less than before. Admission counts new objects itself.
 *
 * <p>A quota is recalculated at most every {@value #INTERVAL_MILLIS} ms, because a calculation
 * reads all objects that the quota counts. Admission counts a write shortly before it is stored. A
 * calculation in between must not undo that, so a changed usage is written only after two
 * calculations in a row have the same result.
 */
final class QuotaRecalculation implements Reconciler<ResourceKey> {
  private static final long INTERVAL_MILLIS = 500;
  private static final Duration INTERVAL = Duration.ofMillis(INTERVAL_MILLIS);

  /**
   * The number of calculations after which a result is written even if it differs from the one
   * before.
   */
  private static final int MAX_TRIES = 8;

  private final LiveObjects objects;
  private final Timers timers;
  private final ResourceDefinition quotas;
  private final Map<ResourceKey, Result> results = new ConcurrentHashMap<>();

  /**
   * The last calculation.
   *
   * @param version of the quota
   * @param tries the number of calculations since the status was last correct
   */
  private record Result(String version, ResourceQuantities used, int tries, long nanoTime) {}

  QuotaRecalculation(LiveObjects objects, Timers timers) {
    this.objects = objects;
    this.timers = timers;
    this.quotas = objects.builtIn("", "v1", "resourcequotas");
  }

  /** True if the status was computed from an older spec, or not yet. */
  static boolean isOutdated(Resource quota) {
    JsonObject tree = LiveObjects.tree(quota);
    JsonValue status = tree.path("status");
    return !status.path("used").isObject()
        || !hard(tree).sameAs(ResourceQuantities.of(status.path("hard")));
  }

  private static ResourceQuantities hard(JsonValue quota) {
    return ResourceQuantities.of(quota.path("spec").path("hard"));
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Resource quota = objects.get(quotas, key).orElse(null);
    if (quota == null || quota.terminating()) {
      results.remove(key);
      return Reconciliation.done();
    }
    try {
      return recalculate(quota);
    } catch (NotFoundException gone) {
      return Reconciliation.done();
    } catch (ConflictException changed) {
      return Reconciliation.retry();
    }
  }

  private Reconciliation recalculate(Resource quota) throws InterruptedException {
    Result last = results.get(quota.key());
    boolean outdated = isOutdated(quota);
    long now = timers.nanoTime();
    Duration wait = last == null ? Duration.ZERO : INTERVAL.minusNanos(now - last.nanoTime);
    if (!outdated && wait.compareTo(Duration.ZERO) > 0) {
      return Reconciliation.again(wait);
    }
    JsonObject tree = LiveObjects.tree(quota);
    ResourceQuantities used = used(quota, tree, hard(tree));
    String version = quota.version().toString();
    boolean right =
        !outdated && used.sameAs(ResourceQuantities.of(tree.path("status").path("used")));
    if (!right && !outdated && !isConfirmed(last, version, used)) {
      int tries = last == null ? 1 : last.tries + 1;
      results.put(quota.key(), new Result(version, used, tries, now));
      return Reconciliation.again(INTERVAL);
    }
    if (!right) {
      write(quota.key(), tree, used);
    }
    results.put(quota.key(), new Result(version, used, 0, now));
    return Reconciliation.done();
  }

  private static boolean isConfirmed(
      @Nullable Result last, String version, ResourceQuantities used) {
    return last != null
        && last.tries > 0
        && (last.tries >= MAX_TRIES || (last.version.equals(version) && last.used.sameAs(used)));
  }

  private void write(ResourceKey key, JsonObject quota, ResourceQuantities used)
      throws InterruptedException {
    JsonObject status = new JsonObject();
    status.set("hard", hard(quota).toJson());
    status.set("used", used.toJson());
    quota.set("status", status);
    objects.update(quotas, key, "status", quota);
  }

  /** Sums up the usage of all objects that the quota counts. */
  private ResourceQuantities used(Resource quota, JsonObject tree, ResourceQuantities hard)
      throws InterruptedException {
    String namespace = String.valueOf(quota.key().namespace());
    JsonObject applied = new JsonObject();
    applied.set("metadata", tree.path("metadata"));
    applied.set("spec", tree.path("spec"));
    applied.putObject("status").set("hard", hard.toJson());
    QuotaState state = QuotaState.of(applied);
    ResourceQuantities used = ResourceQuantities.NONE;
    Set<String> seen = new HashSet<>();
    for (ResourceDefinition each : objects.definitions()) {
      String resource = each.type().toString();
      if (each.type().scope() != Scope.NAMESPACED
          || !each.allows(Verb.LIST)
          || each.traits().has(Trait.NO_QUOTA)
          || !seen.add(resource)) {
        continue;
      }
      QuotaEvaluator evaluator = QuotaEvaluator.of(resource);
      Set<String> names = evaluator.matching(hard.names());
      if (!names.isEmpty()) {
        used =
            used.plus(ResourceQuantities.zero(names)).plus(used(each, namespace, state, evaluator));
      }
    }
    return used.only(hard.names());
  }

  private ResourceQuantities used(
      ResourceDefinition definition, String namespace, QuotaState quota, QuotaEvaluator evaluator)
      throws InterruptedException {
    ResourceQuantities used = ResourceQuantities.NONE;
    LiveList all = objects.list(definition, ResourceScope.namespace(namespace));
    for (List<Resource> batch = all.next(); !batch.isEmpty(); batch = all.next()) {
      for (Resource each : batch) {
        JsonObject object = LiveObjects.tree(each);
        if (quota.hasInScope(object, evaluator)) {
          used = used.plus(evaluator.usage(object, timers.now()));
        }
      }
    }
    return used;
  }
}
