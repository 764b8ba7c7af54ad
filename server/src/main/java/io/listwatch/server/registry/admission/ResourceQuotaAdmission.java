package io.listwatch.server.registry.admission;

import io.listwatch.model.ApiException;
import io.listwatch.model.Scope;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.objects.quota.LimitedResource;
import io.listwatch.objects.quota.QuotaCheck;
import io.listwatch.objects.quota.QuotaEvaluator;
import io.listwatch.objects.quota.QuotaExceededException;
import io.listwatch.objects.quota.QuotaState;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The plug-in ResourceQuota: rejects writes that exceed a quota of their namespace, and counts all
 * others in the quota's status before they are stored. A write that is counted and then fails stays
 * counted until the quota is recalculated.
 */
final class ResourceQuotaAdmission implements Admission {
  private static final CompletionStage<Void> ADMITTED = CompletableFuture.completedFuture(null);

  private final Function<String, List<JsonValue>> quotas;
  private final List<LimitedResource> limited;
  private final QuotaQueue queue;
  private final Timers timers;

  /** The evaluators of built-in resources, which are made once. */
  private final Map<String, QuotaEvaluator> evaluators = new ConcurrentHashMap<>();

  /**
   * @param quotas returns the ResourceQuotas of a namespace
   * @param limited the resources that may not be used without a quota
   */
  ResourceQuotaAdmission(
      Function<String, List<JsonValue>> quotas,
      List<LimitedResource> limited,
      QuotaQueue queue,
      Timers timers) {
    this.quotas = quotas;
    this.limited = limited;
    this.queue = queue;
    this.timers = timers;
  }

  @Override
  public boolean isInterestedIn(ResourceDefinition definition) {
    return definition.custom()
        || (definition.type().scope() == Scope.NAMESPACED
            && !definition.traits().has(Trait.NO_QUOTA));
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    String namespace = request.key().namespace();
    JsonObject object = request.object();
    if (namespace == null || object == null) {
      return ADMITTED;
    }
    List<JsonValue> found = quotas.apply(namespace);
    if (found.isEmpty() && limited.isEmpty()) {
      return ADMITTED;
    }
    String resource = request.definition().type().toString();
    QuotaEvaluator evaluator =
        request.definition().custom()
            ? QuotaEvaluator.of(resource)
            : evaluators.computeIfAbsent(resource, QuotaEvaluator::of);
    if (!evaluator.handles(request.subresource(), object, request.oldObject())
        || (limited.isEmpty() && found.stream().noneMatch(each -> counts(each, evaluator)))) {
      return ADMITTED;
    }
    var check =
        new QuotaCheck(
            resource,
            request.subresource(),
            object,
            request.oldObject(),
            evaluator,
            limited,
            timers.now());
    return queue.add(namespace, new QuotaQueue.Write(request, check));
  }

  private static boolean counts(JsonValue quota, QuotaEvaluator evaluator) {
    return !evaluator.matching(quota.path("status").path("hard").fieldNames()).isEmpty();
  }

  /** Returns the quotas after a write, or throws the client's error. */
  static List<QuotaState> run(QuotaQueue.Write write, List<QuotaState> states) throws ApiException {
    try {
      return write.check().run(states);
    } catch (QuotaExceededException exceeded) {
      String message = String.valueOf(exceeded.getMessage());
      throw exceeded.forbidden()
          ? ApiErrors.forbidden(
              write.request().definition().type(), write.request().key().name(), message)
          : ApiErrors.plain(message);
    }
  }
}
