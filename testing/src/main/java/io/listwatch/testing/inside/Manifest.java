package io.listwatch.testing.inside;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.Scope;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.yaml.YamlText;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;

/**
 * Applies the objects of a YAML manifest: custom resource definitions first, the others once the
 * defined resources are served.
 */
final class Manifest {
  private static final Pattern SEPARATOR = Pattern.compile("(?m)^---([ \\t].*)?$");
  private static final Pattern NOTHING = Pattern.compile("(\\s|#.*)*");
  private static final String DEFINITION = "CustomResourceDefinition";

  private static final WriteOptions OPTIONS =
      new WriteOptions("test", false, WriteOptions.FieldValidation.STRICT, true);

  private final ResourceVerbs verbs;
  private final ServedKinds kinds;
  private final String namespace;

  /**
   * @param namespace of namespaced objects that name none
   */
  Manifest(ResourceVerbs verbs, ServedKinds kinds, String namespace) {
    this.verbs = verbs;
    this.kinds = kinds;
    this.namespace = namespace;
  }

  void apply(String yaml) {
    List<JsonValue> objects = objects(yaml);
    objects.stream().filter(Manifest::isDefinition).forEach(this::applyDefinition);
    objects.stream().filter(each -> !isDefinition(each)).forEach(this::applyObject);
  }

  private static List<JsonValue> objects(String yaml) {
    var objects = new ArrayList<JsonValue>();
    for (String document : SEPARATOR.split(yaml, -1)) {
      if (NOTHING.matcher(document).matches()) {
        continue;
      }
      JsonValue object = JsonTrees.read(YamlText.toJson(document));
      if (object.path("kind").asText().equals("List")) {
        object.path("items").forEach(objects::add);
      } else {
        objects.add(object);
      }
    }
    return objects;
  }

  private static boolean isDefinition(JsonValue object) {
    return object.path("kind").asText().equals(DEFINITION);
  }

  private void applyDefinition(JsonValue definition) {
    applyObject(definition);
    JsonValue spec = definition.path("spec");
    for (JsonValue version : spec.path("versions")) {
      if (version.path("served").asBoolean()) {
        kinds.awaitServed(
            spec.path("group").asText(),
            version.path("name").asText(),
            spec.path("names").path("plural").asText());
      }
    }
  }

  private void applyObject(JsonValue object) {
    ResourceDefinition definition =
        kinds.find(object.path("apiVersion").asText(), object.path("kind").asText());
    JsonValue metadata = object.path("metadata");
    String name = metadata.path("name").asText();
    ResourceKey key =
        definition.type().scope() == Scope.NAMESPACED
            ? ResourceKey.of(metadata.path("namespace").asText(namespace), name)
            : ResourceKey.of(name);
    var patch = Patch.of(Patch.Type.APPLY, object);
    try {
      var unused = verbs.patch(definition, key, "", patch, OPTIONS).toCompletableFuture().join();
    } catch (CompletionException refused) {
      throw new IllegalArgumentException(
          "manifest: %s %s: %s".formatted(definition.type().kind(), key, reason(refused)), refused);
    }
  }

  /** Returns the server's message alone: for a wrong type its code would be 500. */
  private static String reason(CompletionException refused) {
    return refused.getCause() instanceof ApiException rejected
        ? rejected.status().message()
        : String.valueOf(refused.getCause());
  }
}
