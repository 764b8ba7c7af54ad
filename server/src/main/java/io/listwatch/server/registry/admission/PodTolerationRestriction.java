package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.kinds.QualityOfService;
import io.listwatch.server.registry.ApiErrors;
import java.util.ArrayList;
import java.util.List;

/**
 * The plug-in PodTolerationRestriction: adds the default tolerations of its namespace to a new pod,
 * and rejects a pod with tolerations that its namespace does not allow.
 */
final class PodTolerationRestriction extends PodsOfNamespace {
  private static final String DEFAULTS = "scheduler.alpha.kubernetes.io/defaultTolerations";
  private static final String ALLOWED = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";

  private final JsonValue configuration;

  /**
   * @param configuration has {@code default} and {@code whitelist} for namespaces without an
   *     annotation
   */
  PodTolerationRestriction(AdmissionContext.Namespaces namespaces, JsonValue configuration) {
    super(namespaces);
    this.configuration = configuration;
  }

  @Override
  boolean isInterestedIn(AdmissionRequest.Operation operation) {
    return true;
  }

  @Override
  void mutate(AdmissionRequest request, JsonObject pod, JsonObject namespace) {
    merge(request, pod, namespace);
    check(pod, namespace);
  }

  @Override
  void validate(AdmissionRequest request, JsonObject pod, JsonObject namespace) {
    check(pod, namespace);
  }

  private void merge(AdmissionRequest request, JsonObject pod, JsonValue namespace) {
    List<JsonValue> more = new ArrayList<>();
    if (request.operation() == AdmissionRequest.Operation.CREATE) {
      JsonValue own = annotated(namespace, DEFAULTS);
      (own.isMissing() ? configuration.path("default") : own).forEach(more::add);
    }
    if (!QualityOfService.of(pod).equals("BestEffort")) {
      more.add(
          new JsonObject()
              .put("key", "node.kubernetes.io/memory-pressure")
              .put("operator", "Exists")
              .put("effect", "NoSchedule"));
    }
    if (!more.isEmpty()) {
      JsonArray merged = Tolerations.merged(pod.path("spec").path("tolerations"), more);
      pod.withObject("spec").set("tolerations", merged);
    }
  }

  private void check(JsonObject pod, JsonValue namespace) {
    JsonValue own = annotated(namespace, ALLOWED);
    JsonValue allowed = own.isMissing() ? configuration.path("whitelist") : own;
    if (!Tolerations.areAllowed(pod.path("spec").path("tolerations"), allowed)) {
      throw ApiErrors.plain(
          "pod tolerations (possibly merged with namespace default tolerations) conflict with its"
              + " %s whitelist".formatted(own.isMissing() ? "cluster" : "namespace"));
    }
  }

  /** Returns the tolerations in an annotation; missing if there is none. */
  private static JsonValue annotated(JsonValue namespace, String key) {
    JsonValue annotation = namespace.path("metadata").path("annotations").path(key);
    if (!annotation.isText()) {
      return JsonValue.MISSING;
    }
    if (annotation.textValue().isEmpty()) {
      return new JsonArray();
    }
    try {
      return tolerations(JsonTrees.read(annotation.textValue()));
    } catch (MalformedJsonException malformed) {
      throw ApiErrors.plain(String.valueOf(malformed.getMessage()));
    }
  }

  private static JsonValue tolerations(JsonValue read) {
    if (read.isNull()) {
      return new JsonArray();
    }
    boolean objects = read.isArray();
    for (JsonValue each : read) {
      objects &= each.isObject();
    }
    if (!objects) {
      throw ApiErrors.plain("json: cannot unmarshal value into Go value of type []v1.Toleration");
    }
    return read;
  }
}
