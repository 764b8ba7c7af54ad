package io.listwatch.server.registry.strategy;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The objects and rights that a write depends on beyond its object: for a pod, service accounts and
 * priority classes; for a service, the addresses of all others. They are looked up before the
 * write, as the {@link KindPrerequisites} of the kind say. Most kinds have none.
 *
 * <p>Thread-safe.
 */
public final class WritePrerequisites {
  private final KindPrerequisites.Sources sources;

  /** The prerequisites of the built-in kinds that have been written, by resource. */
  private final Map<String, KindPrerequisites> kinds = new ConcurrentHashMap<>();

  public WritePrerequisites(
      OtherObjects objects,
      Identities identities,
      Reservations reservations,
      Authorizer authorizer,
      Timers timers) {
    this.sources =
        new KindPrerequisites.Sources(objects, identities, reservations, authorizer, timers);
  }

  /**
   * Creates an object.
   *
   * @param namespace of the path; null for a cluster-scoped resource
   * @param object as far as it is known; the caller's own, and not changed
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
   * Changes an object, which may mean to create it.
   *
   * @param part of the object, such as {@code status}; empty for the whole
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
