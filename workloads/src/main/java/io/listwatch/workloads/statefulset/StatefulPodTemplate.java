package io.listwatch.workloads.statefulset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.control.PodTemplates;
import io.listwatch.workloads.object.ApiObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Makes the pods of a StatefulSet and their volume claims, whose names follow from the ordinal. */
final class StatefulPodTemplate {
  static final String REVISION = "controller-revision-hash";
  private static final String POD_NAME = "statefulset.kubernetes.io/pod-name";
  private static final String POD_INDEX = "apps.kubernetes.io/pod-index";

  private StatefulPodTemplate() {}

  /** Returns the pod of an ordinal, to be created. */
  static ApiObject pod(ApiObject set, JsonNode template, String revision, int ordinal) {
    String name = set.name() + "-" + ordinal;
    return PodTemplates.pod(StatefulSetController.STATEFUL_SETS, set, template, name)
        .edited(
            pod -> {
              pod.withObject("/metadata")
                  .withObject("/labels")
                  .put(POD_NAME, name)
                  .put(POD_INDEX, String.valueOf(ordinal))
                  .put(REVISION, revision);
              ObjectNode spec = pod.withObject("/spec");
              spec.put("hostname", name);
              spec.put("subdomain", set.spec().path("serviceName").asText());
              volumes(set, spec, ordinal);
            });
  }

  /** Adds a volume for each claim template. It replaces one of the same name in the template. */
  private static void volumes(ApiObject set, ObjectNode spec, int ordinal) {
    ArrayNode volumes = spec.arrayNode();
    var claimed = new HashSet<String>();
    for (JsonNode claim : set.spec().path("volumeClaimTemplates")) {
      String name = claim.at("/metadata/name").asText();
      claimed.add(name);
      volumes
          .addObject()
          .put("name", name)
          .putObject("persistentVolumeClaim")
          .put("claimName", claimName(set, name, ordinal));
    }
    for (JsonNode volume : spec.path("volumes")) {
      if (!claimed.contains(volume.path("name").asText())) {
        volumes.add(volume);
      }
    }
    if (!volumes.isEmpty()) {
      spec.set("volumes", volumes);
    }
  }

  private static String claimName(ApiObject set, String template, int ordinal) {
    return template + "-" + set.name() + "-" + ordinal;
  }

  /** Returns the claims of the pod of an ordinal, to be created where they do not exist. */
  static List<ApiObject> claims(ApiObject set, int ordinal) {
    var claims = new ArrayList<ApiObject>();
    for (JsonNode template : set.spec().path("volumeClaimTemplates")) {
      ObjectNode claim = template.deepCopy();
      claim.remove("status");
      claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
      ObjectNode metadata = claim.withObject("/metadata");
      metadata.put("name", claimName(set, metadata.path("name").asText(), ordinal));
      metadata.put("namespace", set.namespace());
      ObjectNode labels = metadata.withObject("/labels");
      ApiObject.strings(set.spec().at("/selector/matchLabels")).forEach(labels::put);
      claims.add(ApiObject.of(claim));
    }
    return claims;
  }
}
