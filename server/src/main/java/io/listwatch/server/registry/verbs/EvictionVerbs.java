package io.listwatch.server.registry.verbs;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import io.listwatch.server.registry.delete.Removed;
import io.listwatch.server.registry.write.SubmittedObject;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.Written;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Asks a pod to leave. Budgets are not looked at: every pod may be asked. */
final class EvictionVerbs implements SubresourceVerbs {
  private final Deleter pods;

  EvictionVerbs(Deleter pods) {
    this.pods = pods;
  }

  @Override
  public CompletionStage<Written> create(
      ResourceDefinition definition,
      ResourceKey key,
      SubmittedObject object,
      WriteOptions options) {
    return pods.delete(definition, key, options(object, options))
        .thenApply(removed -> new Written(removed.object(), true));
  }

  private static DeleteOptions options(SubmittedObject eviction, WriteOptions options) {
    JsonNode wish = eviction.object().path("deleteOptions");
    JsonNode grace = wish.path("gracePeriodSeconds");
    JsonNode conditions = wish.path("preconditions");
    return new DeleteOptions(
        grace.isNumber() ? OptionalLong.of(grace.asLong()) : OptionalLong.empty(),
        text(conditions.path("uid")),
        text(conditions.path("resourceVersion")),
        text(wish.path("propagationPolicy"))
            .map(word -> PropagationPolicy.valueOf(word.toUpperCase(Locale.ROOT))),
        Optional.empty(),
        options.dryRun() || !wish.path("dryRun").isEmpty());
  }

  private static Optional<String> text(JsonNode node) {
    return node.isTextual() ? Optional.of(node.asText()) : Optional.empty();
  }

  /** Deletes an object. */
  @FunctionalInterface
  interface Deleter {
    CompletionStage<Removed> delete(
        ResourceDefinition definition, ResourceKey key, DeleteOptions options);
  }
}
