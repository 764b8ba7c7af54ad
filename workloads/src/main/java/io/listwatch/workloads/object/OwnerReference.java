package io.listwatch.workloads.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceType;

/**
 * An entry of {@code metadata.ownerReferences}.
 *
 * @param controller true if the owner manages the object
 */
public record OwnerReference(
    String apiVersion, String kind, String name, String uid, boolean controller) {
  static OwnerReference of(JsonNode json) {
    return new OwnerReference(
        json.path("apiVersion").asText(),
        json.path("kind").asText(),
        json.path("name").asText(),
        json.path("uid").asText(),
        json.path("controller").asBoolean());
  }

  /** Returns a reference to {@code owner} as the controller of an object. */
  public static OwnerReference controller(ResourceType type, ApiObject owner) {
    return new OwnerReference(type.apiVersion(), type.kind(), owner.name(), owner.uid(), true);
  }

  /** True if this refers to objects of a type, in any of its versions. */
  public boolean refersTo(ResourceType type) {
    return kind.equals(type.kind()) && group().equals(type.group());
  }

  private String group() {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  /** Returns the entry as controllers write it, with {@code blockOwnerDeletion}. */
  public ObjectNode toJson() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("apiVersion", apiVersion)
        .put("kind", kind)
        .put("name", name)
        .put("uid", uid)
        .put("controller", controller)
        .put("blockOwnerDeletion", true);
  }
}
