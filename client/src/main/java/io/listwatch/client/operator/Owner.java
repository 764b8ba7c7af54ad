package io.listwatch.client.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * An object that controls others: they have an owner reference to it, and are deleted after it.
 *
 * @param key the owner's; a dependent without a namespace is put into its namespace
 */
public record Owner(ResourceType type, ResourceKey key, String uid) {
  private static final JsonPath REFERENCES = JsonPath.of("metadata.ownerReferences[*]");

  /**
   * Refers to an object of a type.
   *
   * @throws IllegalArgumentException if the object has no uid, because it does not exist yet
   */
  public static Owner of(ResourceType type, View<?> object) {
    String uid =
        object
            .resource()
            .uid()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "owner: %s without uid (expected: an object from a server)"
                            .formatted(object)));
    return new Owner(type, object.key(), uid);
  }

  /**
   * Maps objects to their owners of a type, for {@code ControllerBuilder.watchingMany}: a change of
   * a dependent object reconciles its owner. Versions of the type's group do not matter.
   */
  public static <T> Function<View<T>, Collection<ResourceKey>> keys(ResourceType type) {
    return object -> {
      Set<ResourceKey> keys = new LinkedHashSet<>();
      for (String each : object.resource().texts(REFERENCES)) {
        JsonNode reference = JsonTree.of(each.getBytes(StandardCharsets.UTF_8));
        if (isOf(type, reference)) {
          keys.add(key(type, object.key(), reference.path("name").asText()));
        }
      }
      return keys;
    };
  }

  private static boolean isOf(ResourceType type, JsonNode reference) {
    String apiVersion = reference.path("apiVersion").asText();
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    return group.equals(type.group())
        && reference.path("kind").asText().equals(type.kind())
        && !reference.path("name").asText().isEmpty();
  }

  private static ResourceKey key(ResourceType type, ResourceKey dependent, String name) {
    return new ResourceKey(type.scope() == Scope.NAMESPACED ? dependent.namespace() : null, name);
  }

  /** True if the object has an owner reference to this owner. */
  public boolean owns(View<?> object) {
    return object.resource().texts(REFERENCES).stream()
        .map(each -> JsonTree.of(each.getBytes(StandardCharsets.UTF_8)))
        .anyMatch(reference -> reference.path("uid").asText().equals(uid));
  }

  /** Adds the owner reference, and the owner's namespace if the object has none. */
  void addTo(ObjectNode object, Scope scope) {
    ObjectNode metadata = JsonTree.object(object, "metadata");
    if (scope == Scope.NAMESPACED && !metadata.hasNonNull("namespace")) {
      if (key.namespace() == null) {
        throw new IllegalArgumentException(
            "metadata.namespace: none (expected: one, because the owner %s has none)"
                .formatted(key));
      }
      metadata.put("namespace", key.namespace());
    }
    ArrayNode references = JsonTree.array(metadata, "ownerReferences");
    for (JsonNode each : references) {
      if (each.path("uid").asText().equals(uid)) {
        return;
      }
    }
    references
        .addObject()
        .put("apiVersion", type.apiVersion())
        .put("kind", type.kind())
        .put("name", key.name())
        .put("uid", uid)
        .put("controller", true)
        .put("blockOwnerDeletion", true);
  }
}
