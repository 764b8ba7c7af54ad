package io.listwatch.workloads.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.OwnerReference;
import io.listwatch.workloads.object.TemplateHash;
import io.listwatch.workloads.object.Types;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The ReplicaSets of a Deployment: which one is the new one, and how it is made. */
final class ReplicaSets {
  static final String HASH = "pod-template-hash";
  private static final int MAX_NAME = 253;

  private ReplicaSets() {}

  /** Returns the set with the Deployment's template; the oldest if there are several. */
  static Optional<ApiObject> newest(ApiObject deployment, Collection<ApiObject> sets) {
    JsonNode template = deployment.spec().path("template");
    return sets.stream()
        .filter(set -> sameTemplate(template, set.spec().path("template")))
        .min(Comparator.comparing(ApiObject::created).thenComparing(ApiObject::name));
  }

  /** Compares templates without the label that a ReplicaSet adds to its own. */
  static boolean sameTemplate(JsonNode one, JsonNode two) {
    return withoutHash(one).equals(withoutHash(two));
  }

  private static JsonNode withoutHash(JsonNode template) {
    if (!template.at("/metadata/labels").has(HASH)) {
      return template;
    }
    JsonNode copy = template.deepCopy();
    ((ObjectNode) copy.at("/metadata/labels")).remove(HASH);
    return copy;
  }

  /** Returns the ReplicaSet for the Deployment's template, without annotations and pods. */
  static ApiObject create(ApiObject deployment) {
    JsonNode template = deployment.spec().path("template");
    String hash = TemplateHash.of(template, deployment.status().path("collisionCount").asInt());
    ObjectNode set = JsonNodeFactory.instance.objectNode();
    set.put("apiVersion", "apps/v1").put("kind", "ReplicaSet");
    ObjectNode metadata = set.putObject("metadata");
    metadata.put("name", name(deployment.name(), hash)).put("namespace", deployment.namespace());
    ObjectNode labels = metadata.putObject("labels");
    ApiObject.strings(template.at("/metadata/labels")).forEach(labels::put);
    labels.put(HASH, hash);
    metadata
        .putArray("ownerReferences")
        .add(OwnerReference.controller(Types.DEPLOYMENTS, deployment).toJson());
    ObjectNode spec = set.putObject("spec").put("replicas", 0);
    if (deployment.spec().has("minReadySeconds")) {
      spec.set("minReadySeconds", deployment.spec().path("minReadySeconds"));
    }
    spec.set("selector", deployment.spec().path("selector").deepCopy());
    spec.withObject("/selector/matchLabels").put(HASH, hash);
    spec.set("template", template.deepCopy());
    spec.withObject("/template/metadata/labels").put(HASH, hash);
    return ApiObject.of(set);
  }

  private static String name(String deployment, String hash) {
    int longest = MAX_NAME - 1 - hash.length();
    return deployment.substring(0, Math.min(deployment.length(), longest)) + "-" + hash;
  }
}
