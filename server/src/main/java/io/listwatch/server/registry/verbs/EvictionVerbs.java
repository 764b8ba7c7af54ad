package io.listwatch.server.registry.verbs;

import io.listwatch.model.ApiException;
import io.listwatch.model.ConflictException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Times;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import io.listwatch.server.registry.delete.DeleteResult;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.FullReplacement;
import io.listwatch.server.registry.write.ObjectPart;
import io.listwatch.server.registry.write.ObjectWrites;
import io.listwatch.server.registry.write.RequestedChange;
import io.listwatch.server.registry.write.SubmittedPart;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The {@code eviction} subresource of pods: deletes a pod if its PodDisruptionBudget allows it. */
final class EvictionVerbs implements SubresourceVerbs {
  private static final ResourceType EVICTION =
      ResourceType.namespaced("policy/v1", "Eviction", "evictions");

  /** The phases in which PodDisruptionBudgets do not protect a pod. */
  private static final Set<String> UNPROTECTED_PHASES = Set.of("Succeeded", "Failed", "Pending");

  private static final List<String> POLICIES = List.of("Foreground", "Background", "Orphan", "nil");

  private final Function<ResourceDefinition, ServedKind> kinds;
  private final DisruptionBudgets budgets;
  private final ObjectWrites writes;
  private final Deleter pods;
  private final Timers timers;

  EvictionVerbs(
      Function<ResourceDefinition, ServedKind> kinds,
      DisruptionBudgets budgets,
      ObjectWrites writes,
      Deleter pods,
      Timers timers) {
    this.kinds = kinds;
    this.budgets = budgets;
    this.writes = writes;
    this.pods = pods;
    this.timers = timers;
  }

  @Override
  public CompletionStage<WriteResult> create(
      ResourceDefinition definition, ResourceKey key, DecodedObject object, WriteOptions options) {
    new FullReplacement(object).checkValues(EVICTION);
    String namespace = Metadata.of(object.object()).namespace();
    if (!namespace.isEmpty() && !namespace.equals(key.namespace())) {
      throw ApiErrors.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    JsonObject eviction = SubmittedPart.canonical(EVICTION, object.object(), key);
    Metadata.of(eviction).dropSystemFields();
    SubmittedPart.recordManager(EVICTION, "eviction", eviction, options, timers.now());
    ServedKind kind = kinds.apply(definition);
    SubmittedPart part = writes.submitted(kind, key, "eviction", EVICTION, eviction, options);
    return part.mutate(() -> admit(kind, key, eviction, part, options));
  }

  private CompletionStage<WriteResult> admit(
      ServedKind kind,
      ResourceKey key,
      JsonObject eviction,
      SubmittedPart part,
      WriteOptions options) {
    if (!Metadata.of(eviction).name().equals(key.name())) {
      throw ApiErrors.badRequest("name in URL does not match name in Eviction object");
    }
    DeleteOptions deletion = options(eviction, options);
    return part.validate(() -> kind.get(key, VersionMatch.mostRecent()))
        .thenCompose(pod -> evict(kind, pod, deletion, options))
        .thenApply(removed -> new WriteResult(removed.object(), true));
  }

  private CompletionStage<DeleteResult> evict(
      ServedKind kind, Resource pod, DeleteOptions deletion, WriteOptions options) {
    String phase = ServedKind.tree(pod).path("status").path("phase").asText();
    if (pod.terminating() || UNPROTECTED_PHASES.contains(phase)) {
      return delete(kind, pod.key(), deletion, options);
    }
    return budgets
        .decrement(pod, deletion.dryRun())
        .thenCompose(
            permit ->
                permit.onlyIfUnchanged() && deletion.resourceVersion() == null
                    ? delete(kind, pod.key(), deletion.at(pod.version().toString()), options)
                        .exceptionallyCompose(problem -> changed(problem, permit.budget()))
                    : delete(kind, pod.key(), deletion, options));
  }

  /**
   * Reports a conflict as 429: the pod may have become ready, so the budget has to be checked
   * again.
   */
  private static CompletionStage<DeleteResult> changed(Throwable problem, String budget) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    return CompletableFuture.failedFuture(
        cause instanceof ConflictException ? BudgetDecrement.unprocessed(budget) : problem);
  }

  /** Sets the DisruptionTarget condition, then deletes the pod. */
  private CompletionStage<DeleteResult> delete(
      ServedKind kind, ResourceKey key, DeleteOptions deletion, WriteOptions options) {
    if (deletion.dryRun()) {
      return pods.delete(kind.definition(), key, deletion);
    }
    return writes
        .update(
            kind,
            key,
            new DisruptionTargetChange(kind.type(), deletion),
            ObjectPart.EVICTION,
            options)
        .thenCompose(
            written ->
                pods.delete(
                    kind.definition(),
                    key,
                    deletion.resourceVersion() == null
                        ? deletion
                        : deletion.at(written.object().version().toString())));
  }

  private static DeleteOptions options(JsonObject eviction, WriteOptions options) {
    JsonValue deletion = eviction.path("deleteOptions");
    JsonValue grace = deletion.path("gracePeriodSeconds");
    JsonValue conditions = deletion.path("preconditions");
    JsonValue orphan = deletion.path("orphanDependents");
    String policy = text(deletion.path("propagationPolicy"));
    if (policy != null && orphan.isBoolean()) {
      throw refused(
          FieldError.invalid(
              "propagationPolicy",
              policy,
              "orphanDependents and deletionPropagation cannot be both set"));
    }
    return new DeleteOptions(
            grace.isNumber() ? (Long) grace.asLong() : null,
            text(conditions.path("uid")),
            text(conditions.path("resourceVersion")),
            policy == null ? null : policy(policy),
            orphan.isBoolean() ? (Boolean) orphan.booleanValue() : null,
            options.dryRun() || !deletion.path("dryRun").isEmpty())
        .by(options.user(), options.warnings());
  }

  private static PropagationPolicy policy(String word) {
    return switch (word) {
      case "Orphan" -> PropagationPolicy.ORPHAN;
      case "Foreground" -> PropagationPolicy.FOREGROUND;
      case "Background" -> PropagationPolicy.BACKGROUND;
      default -> throw refused(FieldError.unsupported("propagationPolicy", word, POLICIES));
    };
  }

  private static ApiException refused(FieldError error) {
    return ApiErrors.invalid("meta.k8s.io", "DeleteOptions", "", List.of(error));
  }

  private static @Nullable String text(JsonValue node) {
    return node.isText() && !node.textValue().isEmpty() ? node.textValue() : null;
  }

  @FunctionalInterface
  interface Deleter {
    CompletionStage<DeleteResult> delete(
        ResourceDefinition definition, ResourceKey key, DeleteOptions options);
  }

  /** Sets the DisruptionTarget condition of a pod, if the preconditions hold. */
  private final class DisruptionTargetChange implements RequestedChange {
    private final ResourceType pods;
    private final DeleteOptions deletion;

    DisruptionTargetChange(ResourceType pods, DeleteOptions deletion) {
      this.pods = pods;
      this.deletion = deletion;
    }

    @Override
    public JsonObject of(@Nullable JsonObject old) {
      if (old == null) {
        throw new IllegalArgumentException("pod: none (expected: one that exists)");
      }
      Metadata pod = Metadata.of(old);
      check(pod, "UID", deletion.uid(), pod.uid(), "deleted and then recreated");
      String version = pod.text("resourceVersion");
      check(pod, "ResourceVersion", deletion.resourceVersion(), version, "modified");
      JsonArray conditions = old.withObject("status").withArray("conditions");
      JsonObject condition = target(conditions);
      if (!condition.path("status").asText().equals("True")) {
        condition.put("status", "True").put("lastTransitionTime", Times.seconds(timers.now()));
      }
      condition.put("reason", "EvictionByEvictionAPI").put("message", "Eviction API: evicting");
      return old;
    }

    private void check(
        Metadata pod, String what, @Nullable String asked, String recorded, String guess) {
      if (asked != null && !asked.equals(recorded)) {
        throw ApiErrors.conflictOfKind(
            pods,
            pod.name(),
            ("the %s in the precondition (%s) does not match the %s in record (%s)."
                    + " The object might have been %s")
                .formatted(what, asked, what, recorded, guess));
      }
    }

    private static JsonObject target(JsonArray conditions) {
      for (JsonValue each : conditions) {
        if (each instanceof JsonObject found
            && found.path("type").asText().equals("DisruptionTarget")) {
          return found;
        }
      }
      return conditions.addObject().put("type", "DisruptionTarget").putNull("lastProbeTime");
    }
  }
}
