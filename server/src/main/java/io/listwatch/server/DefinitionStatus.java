package io.listwatch.server;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Writes the status of custom resource definitions through the verbs, as any client would. */
final class DefinitionStatus {
  private static final WriteOptions OPTIONS =
      new WriteOptions("kube-apiserver", false, WriteOptions.FieldValidation.IGNORE, false);

  private final ResourceDefinition definitions;
  private final ResourceVerbs verbs;

  DefinitionStatus(ResourceDefinition definitions, ResourceVerbs verbs) {
    this.definitions = definitions;
    this.verbs = verbs;
  }

  /**
   * Sends the definition's resource version, so that the write fails if the definition has changed.
   */
  CompletionStage<?> write(Resource definition, JsonObject status) {
    JsonObject next = (JsonObject) JsonTrees.read(definition.toByteArray());
    next.set("status", status);
    return verbs.update(
        definitions, definition.key(), "status", new DecodedObject(next, List.of()), OPTIONS);
  }
}
