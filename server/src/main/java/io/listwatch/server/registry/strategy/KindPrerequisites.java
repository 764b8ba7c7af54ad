package io.listwatch.server.registry.strategy;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The lookups before objects of one kind are written. Each ends in a write with a kind whose
 * strategy knows the results.
 *
 * <p>Thread-safe; no call waits.
 */
interface KindPrerequisites {
  /** For kinds whose writes depend on nothing else. */
  KindPrerequisites NONE = new KindPrerequisites() {};

  /** Looks up what a new object depends on, and creates it. */
  default <T> CompletionStage<T> create(
      ServedKind kind, Create request, Function<ServedKind, CompletionStage<T>> write) {
    return write.apply(kind);
  }

  /**
   * Returns the kind with which an update creates a missing object. Called during {@link #update}.
   */
  default CompletionStage<ServedKind> createInUpdate(ServedKind kind, Create request) {
    return create(kind, request, CompletableFuture::completedFuture);
  }

  /** Looks up what a changed object depends on, and updates it. The object may be absent yet. */
  default <T> CompletionStage<T> update(
      ServedKind kind, Update request, Function<ServedKind, CompletionStage<T>> write) {
    return write.apply(kind);
  }

  /** Writes with a strategy that is being looked up. */
  static <T> CompletionStage<T> with(
      CompletionStage<? extends Strategy> strategy,
      ServedKind kind,
      Function<ServedKind, CompletionStage<T>> write) {
    return strategy.thenCompose(found -> write.apply(kind.with(found)));
  }

  /**
   * A request to create an object.
   *
   * @param namespace of the path; null for a cluster-scoped resource
   * @param object as the client sent it; not to be changed
   */
  record Create(@Nullable String namespace, JsonObject object, UserInfo user, boolean dryRun) {}

  /**
   * A request to update an object.
   *
   * @param subresource such as {@code status}; empty for the object itself
   */
  record Update(ResourceKey key, String subresource, UserInfo user, boolean dryRun) {}

  /** The places where prerequisites are looked up. */
  record Sources(
      OtherObjects objects,
      Identities identities,
      Reservations reservations,
      Authorizer authorizer,
      Timers timers) {}
}
