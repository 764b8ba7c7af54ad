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

/** Writes the status of custom resource definitions as any client would: through the verbs. */
final class DefinitionStatus {
  private static final WriteOptions OPTIONS =
      new WriteOptions("kube-apiserver", false, WriteOptions.FieldValidation.IGNORE, false);

  private final ResourceDefinition definitions;
  private final ResourceVerbs verbs;

  DefinitionStatus(ResourceDefinition definitions, ResourceVerbs verbs) {
    this.definitions = definitions;
    this.verbs = verbs;
  }

  /** Carries the definition's version, so that it fails if the definition has changed since. */
  CompletionStage<?> write(Resource definition, JsonObject status) {
    JsonObject next = (JsonObject) JsonTrees.read(definition.toByteArray());
    next.set("status", status);
    return verbs.update(
        definitions, definition.key(), "status", new DecodedObject(next, List.of()), OPTIONS);
  }
}
