package io.listwatch.server.registry.strategy;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The lookups before objects of one kind are written. Each method calls the write with a kind whose
 * strategy has the results.
 *
 * <p>Thread-safe. No call blocks.
 */
interface KindPrerequisites {
  /** For kinds whose writes need no lookups. */
  KindPrerequisites NONE = new KindPrerequisites() {};

  /** Looks up the prerequisites of a new object, then creates it. */
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

  /**
   * Looks up the prerequisites of an update, then updates the object. The object may not exist yet.
   */
  default <T> CompletionStage<T> update(
      ServedKind kind, Update request, Function<ServedKind, CompletionStage<T>> write) {
    return write.apply(kind);
  }

  /** Writes with a strategy once its lookups are complete. */
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
   * @param object as the client sent it; must not be changed
   */
  record Create(@Nullable String namespace, JsonObject object, UserInfo user, boolean dryRun) {}

  /**
   * A request to update an object.
   *
   * @param subresource such as {@code status}; empty for the object itself
   */
  record Update(ResourceKey key, String subresource, UserInfo user, boolean dryRun) {}

  /**
   * The collaborators of the lookups.
   *
   * @param plugins true for the admission plug-ins that run
   */
  record Sources(
      OtherObjects objects,
      Reservations reservations,
      Authorizer authorizer,
      Timers timers,
      Predicate<String> plugins) {}
}
