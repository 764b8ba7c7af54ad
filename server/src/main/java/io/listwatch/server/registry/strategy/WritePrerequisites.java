package io.listwatch.server.registry.strategy;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The lookups before a write: for a service the addresses of all others, for a claim the default
 * storage class. The {@link KindPrerequisites} of each kind define them; most kinds have none.
 *
 * <p>Thread-safe.
 */
public final class WritePrerequisites {
  private final KindPrerequisites.Sources sources;

  /** The prerequisites of built-in kinds by resource, created on first use. */
  private final Map<String, KindPrerequisites> kinds = new ConcurrentHashMap<>();

  public WritePrerequisites(
      OtherObjects objects,
      Reservations reservations,
      Authorizer authorizer,
      Timers timers,
      Predicate<String> plugins) {
    this.sources =
        new KindPrerequisites.Sources(objects, reservations, authorizer, timers, plugins);
  }

  /**
   * Creates an object after its lookups.
   *
   * @param namespace of the path; null for a cluster-scoped resource
   * @param object decoded and defaulted; not changed
   */
  public <T> CompletionStage<T> create(
      ServedKind kind,
      @Nullable String namespace,
      JsonObject object,
      UserInfo user,
      boolean dryRun,
      Function<ServedKind, CompletionStage<T>> write) {
    var request = new KindPrerequisites.Create(namespace, object, user, dryRun);
    return of(kind).create(kind, request, write);
  }

  /**
   * Returns the kind with which an update creates a missing object.
   *
   * @param namespace of the path; null for a cluster-scoped resource
   * @param object decoded and defaulted; not changed
   */
  public CompletionStage<ServedKind> createInUpdate(
      ServedKind kind,
      @Nullable String namespace,
      JsonObject object,
      UserInfo user,
      boolean dryRun) {
    var request = new KindPrerequisites.Create(namespace, object, user, dryRun);
    return of(kind).createInUpdate(kind, request);
  }

  /**
   * Updates an object after its lookups; the update may create it.
   *
   * @param part the subresource, such as {@code status}; empty for the whole object
   */
  public <T> CompletionStage<T> change(
      ServedKind kind,
      ResourceKey key,
      String part,
      UserInfo user,
      boolean dryRun,
      Function<ServedKind, CompletionStage<T>> write) {
    return of(kind).update(kind, new KindPrerequisites.Update(key, part, user, dryRun), write);
  }

  private KindPrerequisites of(ServedKind kind) {
    return kind.definition().custom()
        ? KindPrerequisites.NONE
        : kinds.computeIfAbsent(
            kind.type().toString(), each -> BuiltInKinds.of(kind.type()).prerequisites(sources));
  }
}
