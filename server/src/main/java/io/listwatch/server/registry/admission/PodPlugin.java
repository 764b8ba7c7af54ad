package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The small plug-ins for pods, which are off by default. They ignore subresources. */
enum PodPlugin implements Admission {
  /** Sets the pull policy of all containers to Always. */
  ALWAYS_PULL_IMAGES {
    @Override
    void change(JsonObject pod, AdmissionRequest request) {
      JsonObject old = request.oldObject();
      if (old != null && images(old).containsAll(images(pod))) {
        return;
      }
      JsonValue spec = pod.path("spec");
      for (String list : CONTAINERS) {
        spec.path(list).forEach(each -> ((JsonObject) each).put("imagePullPolicy", "Always"));
      }
      for (JsonValue volume : spec.path("volumes")) {
        if (volume.get("image") instanceof JsonObject image) {
          image.put("pullPolicy", "Always");
        }
      }
    }
  },

  /** Adds a toleration for each extended resource that a pod requests. */
  EXTENDED_RESOURCE_TOLERATION {
    @Override
    void change(JsonObject pod, AdmissionRequest request) {
      JsonObject spec = pod.withObject("spec");
      Set<String> resources = new TreeSet<>();
      for (String list : List.of("containers", "initContainers")) {
        for (JsonValue each : spec.path(list)) {
          each.path("resources").path("requests").fieldNames().stream()
              .filter(name -> name.contains("/") && !name.contains("kubernetes.io/"))
              .forEach(resources::add);
        }
      }
      resources.forEach(name -> tolerate(spec, name));
    }
  },

  /**
   * Rejects required pod anti-affinity whose topology key is not {@code kubernetes.io/hostname}.
   */
  LIMIT_POD_HARD_ANTI_AFFINITY_TOPOLOGY {
    @Override
    String objection(JsonObject pod) {
      JsonValue terms =
          pod.path("spec")
              .path("affinity")
              .path("podAntiAffinity")
              .path("requiredDuringSchedulingIgnoredDuringExecution");
      for (JsonValue each : terms) {
        String key = each.path("topologyKey").asText();
        if (!key.equals("kubernetes.io/hostname")) {
          return ("affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey %s but only"
                  + " key kubernetes.io/hostname is allowed")
              .formatted(key);
        }
      }
      return "";
    }
  };

  private static final List<String> CONTAINERS =
      List.of("containers", "initContainers", "ephemeralContainers");

  void change(JsonObject pod, AdmissionRequest request) {}

  /** Returns the reason why a pod is rejected; empty if it is not. */
  String objection(JsonObject pod) {
    return "";
  }

  @Override
  public boolean isInterestedIn(ResourceDefinition definition) {
    return definition.type().toString().equals("pods");
  }

  @Override
  public CompletionStage<Boolean> mutate(AdmissionRequest request) {
    JsonObject pod = request.object();
    if (pod != null && request.subresource().isEmpty()) {
      change(pod, request);
    }
    return CompletableFuture.completedFuture(false);
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    JsonObject pod = request.object();
    String objection = pod == null || !request.subresource().isEmpty() ? "" : objection(pod);
    return objection.isEmpty()
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(
            ApiErrors.forbidden(request.definition().type(), request.key().name(), objection));
  }

  private static Set<String> images(JsonObject pod) {
    Set<String> images = new TreeSet<>();
    for (String list : CONTAINERS) {
      pod.path("spec").path(list).forEach(each -> images.add(each.path("image").asText()));
    }
    return images;
  }

  private static void tolerate(JsonObject spec, String key) {
    for (JsonValue each : spec.path("tolerations")) {
      if (each.path("key").asText().equals(key)
          && each.path("operator").asText().equals("Exists")
          && each.path("effect").asText().equals("NoSchedule")) {
        return;
      }
    }
    spec.withArray("tolerations")
        .addObject()
        .put("effect", "NoSchedule")
        .put("key", key)
        .put("operator", "Exists");
  }
}
