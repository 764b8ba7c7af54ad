package io.listwatch.server.registry.delete;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.strategy.PodStrategy;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.Reinvocation;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.UnreadableResourceException;
import io.listwatch.server.resource.Workers;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The transition of a DELETE: checks preconditions, runs both admission steps, then marks the
 * object as terminating or removes it.
 *
 * <pre>
 *   no finalizers ──────────────────────────────────▶ removed
 *   finalizers ─────▶ terminating ─ last one removed ▶ removed
 *   running pod ────▶ terminating, with grace period ▶ removed by a delete without grace period
 *   other pod ──────▶ terminating, immediately ──────▶ removed
 * </pre>
 *
 * <p>Threads: the storage calls {@link #next} one at a time. The fields set by the last call are
 * read when the write is complete.
 */
public final class DeleteTransition implements Transition {
  private static final String OTHER =
      "the %1$s in the precondition (%2$s) does not match the %1$s in record (%3$s). The object"
          + " might have been %4$s";

  private static final Set<String> IMMORTAL = Set.of("default", "kube-public", "kube-system");

  private final ServedKind kind;
  private final ResourceKey key;
  private final DeleteOptions options;
  private final Admission admission;
  private final Timers timers;
  private final Workers workers;

  private boolean gone;

  /**
   * True if the object was marked as terminating and nothing delays its removal: a second write has
   * to remove it.
   */
  private boolean toBeRemoved;

  /**
   * Creates a transition that deletes an object.
   *
   * @param workers continue a delete after it waited for admission
   */
  public DeleteTransition(
      ServedKind kind,
      ResourceKey key,
      DeleteOptions options,
      Admission admission,
      Timers timers,
      Executor workers) {
    this.kind = kind;
    this.key = key;
    this.options = options;
    this.admission = admission;
    this.timers = timers;
    this.workers = new Workers(workers);
  }

  /** True if a second write with {@link #removing} has to follow. */
  public boolean toBeRemoved() {
    return toBeRemoved;
  }

  public DeleteResult removed(Resource answer) {
    boolean ended = gone || toBeRemoved;
    return new DeleteResult(answer, ended, !ended || kind.traits().returnsDeleted());
  }

  @Override
  public CompletionStage<Outcome> next(@Nullable Resource current) {
    gone = false;
    toBeRemoved = false;
    if (current == null) {
      throw ApiErrors.notFound(kind.type(), key.name());
    }
    JsonObject object = ServedKind.tree(current);
    Metadata metadata = Metadata.of(object);
    checkPreconditions(metadata);
    AdmissionRequest request = request(object);
    return workers.goOn(
        admission.mutate(request),
        changed ->
            workers.goOn(
                admission.validate(request),
                admitted -> CompletableFuture.completedFuture(delete(object, current))));
  }

  private AdmissionRequest request(JsonObject object) {
    return new AdmissionRequest(
        AdmissionRequest.Operation.DELETE,
        kind.definition(),
        kind.type(),
        key,
        options.ofCollection() ? "" : key.name(),
        "",
        null,
        object,
        options.toJson(),
        options.user(),
        options.dryRun(),
        options.warnings(),
        changed -> {},
        new Reinvocation());
  }

  private Outcome delete(JsonObject object, Resource current) {
    Metadata metadata = Metadata.of(object);
    Instant now = timers.now();
    if (!metadata.terminating() && kind.strategy().beginDeletion(object, now)) {
      metadata.setDeletionTime(now);
      return put(object);
    }
    return isNamespace() && !object.path("spec").path("finalizers").isEmpty()
        ? closeNamespace(object, current)
        : decide(object, current);
  }

  /** Removes an unreadable object, unless the request has preconditions or is a dry run. */
  @Override
  public Outcome nextOfUnreadable(UnreadableResourceException reason) {
    if (options.dryRun() || options.uid() != null || options.resourceVersion() != null) {
      throw reason;
    }
    gone = true;
    toBeRemoved = false;
    return new Outcome.Delete();
  }

  private boolean isNamespace() {
    return kind.traits().has(Trait.SPEC_FINALIZERS);
  }

  private void checkPreconditions(Metadata metadata) {
    check("UID", options.uid(), metadata.uid(), "deleted and then recreated");
    check("ResourceVersion", options.resourceVersion(), metadata.resourceVersion(), "modified");
  }

  /**
   * Throws a conflict if a precondition fails; kube-apiserver has another message for namespaces.
   */
  private void check(String what, @Nullable String wanted, String found, String guess) {
    if (wanted == null || wanted.equals(found)) {
      return;
    }
    if (isNamespace()) {
      throw ApiErrors.conflict(kind.type(), key.name(), ApiErrors.unmet(what, wanted, found));
    }
    String cause = OTHER.formatted(what, wanted, found, guess);
    throw ApiErrors.conflictOfKind(kind.type(), key.name(), cause);
  }

  /**
   * Marks a namespace as terminating: creates in it are rejected from now on, and the namespace
   * controller removes it once it is empty.
   */
  private Outcome closeNamespace(JsonObject object, Resource current) {
    if (IMMORTAL.contains(key.name())) {
      throw ApiErrors.forbidden(kind.type(), key.name(), "this namespace may not be deleted");
    }
    Metadata metadata = Metadata.of(object);
    if (metadata.terminating()) {
      return new Outcome.NoWrite(current);
    }
    metadata.setDeletionTime(timers.now());
    metadata.setFinalizers(collectionFinalizers(metadata));
    JsonObject status =
        object.get("status") instanceof JsonObject found ? found : object.putObject("status");
    status.put("phase", "Terminating");
    return put(object);
  }

  private Outcome decide(JsonObject object, Resource current) {
    Metadata metadata = Metadata.of(object);
    boolean graceful = false;
    if (kind.strategy() instanceof PodStrategy
        && !(metadata.terminating() && metadata.deletionGrace().isEmpty())) {
      if (metadata.terminating() && !shortens(metadata)) {
        return new Outcome.NoWrite(current);
      }
      setGrace(object, metadata);
      graceful = true;
    }
    List<String> finalizers = collectionFinalizers(metadata);
    metadata.setFinalizers(finalizers);
    if (graceful) {
      toBeRemoved = finalizers.isEmpty() && metadata.deletionGrace().orElse(0) == 0;
      return put(object);
    }
    if (finalizers.isEmpty()) {
      gone = true;
      return options.dryRun() ? new Outcome.NoWrite(current) : new Outcome.Delete();
    }
    mark(metadata);
    return put(object);
  }

  /** A repeated delete may shorten the grace period of a pod, but never extend it. */
  private boolean shortens(Metadata metadata) {
    Long asked = askedGrace();
    return asked != null && asked < metadata.deletionGrace().orElse(0);
  }

  private @Nullable Long askedGrace() {
    Long asked = options.gracePeriodSeconds();
    return asked != null && asked < 0 ? Long.valueOf(1) : asked;
  }

  private void setGrace(JsonObject object, Metadata metadata) {
    Instant now = timers.now();
    if (!metadata.terminating()) {
      long grace = PodStrategy.grace(object, askedGrace());
      metadata.setDeletionTime(now.plusSeconds(grace));
      metadata.setDeletionGrace(grace);
      metadata.countDeletion();
      return;
    }
    Long asked = askedGrace();
    long grace = asked == null ? 0 : asked;
    Duration less = Duration.ofSeconds(metadata.deletionGrace().orElse(0) - grace);
    Instant earlier = metadata.deletionTime().orElse(now).minus(less);
    metadata.setDeletionTime(earlier.isBefore(now) ? now : earlier);
    metadata.setDeletionGrace(grace);
  }

  private void mark(Metadata metadata) {
    Instant now = timers.now();
    if (!metadata.terminating()) {
      metadata.countDeletion();
    }
    if (metadata.deletionTime().filter(time -> !time.isAfter(now)).isEmpty()) {
      metadata.setDeletionTime(now);
    }
    metadata.setDeletionGrace(0);
  }

  private Outcome put(JsonObject object) {
    return options.dryRun()
        ? new Outcome.NoWrite(kind.dryRunResult(object))
        : new Outcome.Put(object, kind.lifetime());
  }

  /**
   * Returns the object's finalizers with the garbage collector's finalizer of the propagation
   * policy.
   */
  private List<String> collectionFinalizers(Metadata metadata) {
    List<String> before = metadata.finalizers();
    if (!kind.traits().collected()) {
      return before;
    }
    var after = new ArrayList<>(before);
    after.removeAll(List.of(Metadata.ORPHAN, Metadata.FOREGROUND));
    PropagationPolicy policy = propagation(before);
    if (policy == PropagationPolicy.ORPHAN) {
      after.add(Metadata.ORPHAN);
    } else if (policy == PropagationPolicy.FOREGROUND) {
      after.add(Metadata.FOREGROUND);
    }
    return Set.copyOf(after).equals(Set.copyOf(before)) ? before : after;
  }

  /**
   * Returns the propagation policy of the request, else that of the object's finalizers, else the
   * default of the kind.
   */
  private PropagationPolicy propagation(List<String> finalizers) {
    Boolean orphan = options.orphanDependents();
    if (orphan != null) {
      return orphan ? PropagationPolicy.ORPHAN : PropagationPolicy.BACKGROUND;
    }
    PropagationPolicy asked = options.propagation();
    if (asked != null) {
      return asked;
    }
    for (String each : finalizers) {
      if (each.equals(Metadata.ORPHAN)) {
        return PropagationPolicy.ORPHAN;
      }
      if (each.equals(Metadata.FOREGROUND)) {
        return PropagationPolicy.FOREGROUND;
      }
    }
    return kind.traits().orphansByDefault()
        ? PropagationPolicy.ORPHAN
        : PropagationPolicy.BACKGROUND;
  }

  /**
   * Removes an object that was marked as terminating. Does nothing if it is already gone, if its
   * name belongs to a new object, or if it has a finalizer again.
   */
  public static Transition removing(Resource marked) {
    return Transition.immediate(
        current ->
            current != null && current.sameUid(marked) && !current.hasFinalizers()
                ? new Outcome.Delete()
                : new Outcome.NoWrite(marked));
  }
}
