package io.listwatch.cli;

import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/** The demo objects: a ConfigMap, two pods and their namespaces. */
final class Demo {
  private final ResourceRegistry registry;
  private final ResourceVerbs verbs;

  Demo(ResourceRegistry registry, ResourceVerbs verbs) {
    this.registry = registry;
    this.verbs = verbs;
  }

  /** Creates the objects that do not exist yet. */
  void seed() throws IOException {
    try (InputStream in = Demo.class.getResourceAsStream("demo.json")) {
      for (JsonValue each : JsonTrees.read(Objects.requireNonNull(in).readAllBytes())) {
        create((JsonObject) each.path("object"), each.path("manager").asText());
      }
    }
  }

  private void create(JsonObject object, String manager) {
    JsonValue namespace = object.at("/metadata/namespace");
    var options = new WriteOptions(manager, false, WriteOptions.FieldValidation.STRICT, false);
    try {
      Stages.join(
          verbs.create(
              definition(object),
              namespace.isMissing() ? null : namespace.asText(),
              new DecodedObject(object, List.of()),
              options));
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
