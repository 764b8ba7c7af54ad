package io.listwatch.cli;

import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The demo objects: a ConfigMap, a ReplicaSet with two pods, and their namespaces. */
final class Demo {
  private final ResourceRegistry registry;
  private final ResourceVerbs verbs;

  /** The uids of the objects that this call has created, by name. */
  private final Map<String, String> created = new HashMap<>();

  Demo(ResourceRegistry registry, ResourceVerbs verbs) {
    this.registry = registry;
    this.verbs = verbs;
  }

  /** Creates the objects that do not exist yet; the pods only together with their ReplicaSet. */
  void seed() throws IOException {
    try (InputStream in = Demo.class.getResourceAsStream("demo.json")) {
      for (JsonValue each : JsonTrees.read(Objects.requireNonNull(in).readAllBytes())) {
        JsonObject object = (JsonObject) each.path("object");
        String owner = each.path("owner").asText();
        if (owner.isEmpty()) {
          create(object, each.path("manager").asText());
        } else if (created.containsKey(owner)) {
          addOwner(object, owner);
          create(object, each.path("manager").asText());
        }
      }
    }
  }

  private void addOwner(JsonObject object, String owner) {
    var metadata = (JsonObject) object.path("metadata");
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", "apps/v1")
        .put("kind", "ReplicaSet")
        .put("name", owner)
        .put("uid", String.valueOf(created.get(owner)))
        .put("controller", true);
  }

  private void create(JsonObject object, String manager) {
    JsonValue namespace = object.at("/metadata/namespace");
    var options = new WriteOptions(manager, false, WriteOptions.FieldValidation.STRICT, false);
    try {
      WriteResult result =
          Stages.join(
              verbs.create(
                  definition(object),
                  namespace.isMissing() ? null : namespace.asText(),
                  new DecodedObject(object, List.of()),
                  options));
      Resource made = result.object();
      created.put(made.key().name(), made.uid().orElseThrow());
    } catch (AlreadyExistsException there) {
      // Keeps changes that users have made to the object.
    }
  }

  private ResourceDefinition definition(JsonObject object) {
    String apiVersion = object.path("apiVersion").asText();
    String kind = object.path("kind").asText();
    return registry.definitions().stream()
        .filter(each -> serves(each.type(), apiVersion, kind))
        .findFirst()
        .orElseThrow();
  }

  private static boolean serves(ResourceType type, String apiVersion, String kind) {
    return type.apiVersion().equals(apiVersion) && type.kind().equals(kind);
  }
}
