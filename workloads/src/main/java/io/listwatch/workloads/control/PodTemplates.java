package io.listwatch.workloads.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.OwnerReference;

/** Makes pods from the templates of their owners. */
public final class PodTemplates {
  private static final int MAX_NAME_PREFIX = 253;

  private PodTemplates() {}

  /** Returns a pod of a template, for the owner to create; the server completes its name. */
  public static ApiObject pod(ResourceType ownerType, ApiObject owner, JsonNode template) {
    ObjectNode pod = unnamed(ownerType, owner, template);
    ((ObjectNode) pod.path("metadata")).put("generateName", prefix(owner.name()));
    return ApiObject.of(pod);
  }

  /** Returns a pod of a template with a name of the owner's choice. */
  public static ApiObject pod(
      ResourceType ownerType, ApiObject owner, JsonNode template, String name) {
    ObjectNode pod = unnamed(ownerType, owner, template);
    ((ObjectNode) pod.path("metadata")).put("name", name);
    return ApiObject.of(pod);
  }

  private static ObjectNode unnamed(ResourceType ownerType, ApiObject owner, JsonNode template) {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata = pod.putObject("metadata").put("namespace", owner.namespace());
    for (String field : new String[] {"labels", "annotations", "finalizers"}) {
      if (template.path("metadata").has(field)) {
        metadata.set(field, template.path("metadata").path(field).deepCopy());
      }
    }
    metadata.putArray("ownerReferences").add(OwnerReference.controller(ownerType, owner).toJson());
    pod.set("spec", template.path("spec").deepCopy());
    return pod;
  }

  private static String prefix(String owner) {
    return owner.length() < MAX_NAME_PREFIX ? owner + "-" : owner;
  }
}
