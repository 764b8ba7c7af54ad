package io.listwatch.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.server.registry.DeleteOptions;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceVerbs;
import io.listwatch.server.registry.SubmittedObject;
import io.listwatch.server.registry.WriteOptions;
import io.listwatch.server.registry.custom.CustomResourceDefinition;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.schema.JsonTrees;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Deletes the objects of a custom resource definition as any client would, then lets go of the
 * definition.
 */
final class DefinitionCleanup {
  private static final WriteOptions OPTIONS =
      new WriteOptions("kube-apiserver", false, WriteOptions.FieldValidation.IGNORE, false);

  private final ResourceDefinition definitions;
  private final ResourceVerbs verbs;

  DefinitionCleanup(ResourceDefinition definitions, ResourceVerbs verbs) {
    this.definitions = definitions;
    this.verbs = verbs;
  }

  /** Objects are stored once, whatever versions serve them, so any of those will do. */
  CompletionStage<?> clean(Resource definition, List<ResourceDefinition> served) {
    CompletionStage<?> emptied =
        served.isEmpty() ? CompletableFuture.completedFuture(null) : empty(served.get(0));
    return emptied.thenCompose(done -> release(definition));
  }

  private CompletionStage<?> empty(ResourceDefinition custom) {
    return verbs
        .deleteCollection(custom, ResourceScope.ALL, ListOptions.ALL, DeleteOptions.NONE)
        .thenCompose(deleted -> verbs.list(custom, ResourceScope.ALL, ListOptions.ALL.limitedTo(1)))
        .thenCompose(ResourcePage::next)
        .thenAccept(DefinitionCleanup::checkEmpty);
  }

  /** Those with finalizers stay until somebody has taken care of them. */
  private static void checkEmpty(List<Resource> left) {
    if (!left.isEmpty()) {
      throw new IllegalStateException("object left: " + left.get(0).key());
    }
  }

  /** Carries the definition's version, so that it fails if the definition has changed since. */
  private CompletionStage<?> release(Resource definition) {
    var next = (ObjectNode) JsonTrees.read(definition.toByteArray());
    ArrayNode finalizers = next.withArray("/metadata/finalizers");
    for (int i = finalizers.size() - 1; i >= 0; i--) {
      if (finalizers.get(i).asText().equals(CustomResourceDefinition.CLEANUP)) {
        finalizers.remove(i);
      }
    }
    return verbs.update(
        definitions, definition.key(), "", new SubmittedObject(next, List.of()), OPTIONS);
  }
}
