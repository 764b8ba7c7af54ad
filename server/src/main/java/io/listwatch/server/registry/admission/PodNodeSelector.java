package io.listwatch.server.registry.admission;

import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.registry.ApiErrors;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The plug-in PodNodeSelector: adds the node selector of its namespace, or of the cluster, to a new
 * pod, and rejects a pod whose own selector contradicts it.
 */
final class PodNodeSelector extends PodsOfNamespace {
  private static final String ANNOTATION = "scheduler.alpha.kubernetes.io/node-selector";
  private static final String DEFAULT = "clusterDefaultNodeSelector";

  private final Map<String, String> configured;

  /**
   * @param configured the selectors that the pods of a namespace may have, and the default for
   *     namespaces without an annotation
   */
  PodNodeSelector(AdmissionContext.Namespaces namespaces, Map<String, String> configured) {
    super(namespaces);
    this.configured = configured;
  }

  @Override
  boolean isInterestedIn(AdmissionRequest.Operation operation) {
    return operation == AdmissionRequest.Operation.CREATE;
  }

  @Override
  void mutate(AdmissionRequest request, JsonObject pod, JsonObject namespace) {
    check(request, pod, selector(namespace), true);
  }

  @Override
  void validate(AdmissionRequest request, JsonObject pod, JsonObject namespace) {
    check(request, pod, selector(namespace), false);
  }

  private Map<String, String> selector(JsonValue namespace) {
    JsonValue own = namespace.path("metadata").path("annotations").path(ANNOTATION);
    return parsed(own.isText() ? own.textValue() : configured.getOrDefault(DEFAULT, ""));
  }

  private void check(
      AdmissionRequest request, JsonObject pod, Map<String, String> wanted, boolean merges) {
    Map<String, String> own = new TreeMap<>();
    for (Map.Entry<String, JsonValue> each : pod.path("spec").path("nodeSelector").properties()) {
      own.put(each.getKey(), each.getValue().asText());
    }
    wanted.forEach(
        (key, value) -> {
          if (!own.getOrDefault(key, value).equals(value)) {
            throw forbidden(
                request,
                "pod node label selector conflicts with its namespace node label selector");
          }
        });
    if (merges && !wanted.isEmpty()) {
      own.putAll(wanted);
      JsonObject merged = pod.withObject("spec").putObject("nodeSelector");
      own.forEach(merged::put);
    }
    Map<String, String> allowed = parsed(configured.getOrDefault(request.namespace(), ""));
    if (!allowed.isEmpty() && !allowed.entrySet().containsAll(own.entrySet())) {
      throw forbidden(
          request, "pod node label selector labels conflict with its namespace whitelist");
    }
  }

  /** Parses {@code key=value,…}. */
  private static Map<String, String> parsed(String selector) {
    var labels = new TreeMap<String, String>();
    if (selector.isEmpty()) {
      return labels;
    }
    for (String each : selector.split(",", -1)) {
      String[] parts = each.split("=", -1);
      if (parts.length != 2) {
        throw ApiErrors.plain("invalid selector: [" + String.join(" ", Arrays.asList(parts)) + "]");
      }
      labels.put(parts[0].strip(), parts[1].strip());
    }
    checkLabels(selector);
    return labels;
  }

  private static void checkLabels(String selector) {
    try {
      LabelSelector unused = LabelSelector.parse(selector);
    } catch (IllegalArgumentException malformed) {
      throw ApiErrors.plain(String.valueOf(malformed.getMessage()));
    }
  }

  private static ApiException forbidden(AdmissionRequest request, String why) {
    return ApiErrors.forbidden(request.definition().type(), request.name(), why);
  }
}
