package io.listwatch.server;

import static java.util.concurrent.CompletableFuture.completedStage;

import io.listwatch.model.ApiException;
import io.listwatch.model.Scope;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.resource.ObjectStats;
import java.util.concurrent.CompletionStage;

/** The served resources that can be listed, with the number and size of their objects. */
final class ResourcesDocument implements DebugDocument {
  private final ResourceRegistry registry;
  private final ResourceVerbs verbs;

  ResourcesDocument(ResourceRegistry registry, ResourceVerbs verbs) {
    this.registry = registry;
    this.verbs = verbs;
  }

  @Override
  public CompletionStage<JsonObject> read(QueryParameters query) {
    var json = new JsonObject();
    JsonArray items = json.putArray("items");
    for (ResourceDefinition each : registry.definitions()) {
      if (each.allows(Verb.LIST)) {
        describe(each, items.addObject());
      }
    }
    return completedStage(json);
  }

  private void describe(ResourceDefinition definition, JsonObject json) {
    ObjectStats stats = stats(definition);
    json.put("group", definition.type().group())
        .put("version", definition.type().version())
        .put("resource", definition.type().plural())
        .put("kind", definition.type().kind())
        .put("namespaced", definition.type().scope() == Scope.NAMESPACED)
        .put("stored", definition.type().equals(definition.stored()))
        .put("custom", definition.custom())
        .put("objects", stats.count())
        .put("averageBytes", stats.averageBytes());
    JsonArray words = json.putArray("verbs");
    definition.verbs().forEach(verb -> words.add(verb.word()));
    JsonArray fields = json.putArray("selectableFields");
    definition.selectableFields().paths().forEach(path -> fields.add(path));
  }

  /** Returns no objects if the custom resource has been removed meanwhile. */
  private ObjectStats stats(ResourceDefinition definition) {
    try {
      return verbs.stats(definition);
    } catch (ApiException removed) {
      return ObjectStats.NONE;
    }
  }
}
