package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the objects that pods name.
 *
 * @param finder finds one object
 * @param priorityClasses returns all PriorityClasses
 */
public record PodObjects(
    Finder finder, Supplier<CompletionStage<List<JsonValue>>> priorityClasses) {
  /** Finds objects by name. */
  @FunctionalInterface
  public interface Finder {
    /**
     * Returns an object; empty if it does not exist, or if its name is not valid.
     *
     * @param namespace null for a cluster-scoped resource
     */
    CompletionStage<Optional<JsonValue>> find(
        String group, String plural, @Nullable String namespace, String name);
  }
}
