package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.strategy.PodPriority;
import io.listwatch.objects.strategy.PriorityClassStrategy;
import java.util.concurrent.CompletionStage;

/**
 * The plug-in Priority: a pod gets the priority of its PriorityClass, or of the global default, and
 * may not set a different one.
 */
final class PriorityAdmission extends PodStep {
  private final PodObjects objects;

  PriorityAdmission(PodObjects objects) {
    this.objects = objects;
  }

  @Override
  CompletionStage<Void> change(JsonObject pod, AdmissionRequest request) {
    JsonObject spec = pod.withObject("spec");
    return priority(spec.path("priorityClassName").asText(), request)
        .thenAccept(
            priority -> {
              reject(request, priority.objection(spec));
              priority.apply(spec);
            });
  }

  private CompletionStage<PodPriority> priority(String name, AdmissionRequest request) {
    return name.isEmpty()
        ? objects
            .priorityClasses()
            .get()
            .thenApply(PriorityClassStrategy::globalDefault)
            .thenApply(found -> found.map(PriorityAdmission::of).orElse(PodPriority.DEFAULT))
        : objects
            .finder()
            .find("scheduling.k8s.io", "priorityclasses", null, name)
            .thenApply(
                found ->
                    of(
                        found.orElseThrow(
                            () ->
                                forbidden(
                                    request,
                                    "no PriorityClass with name " + name + " was found"))));
  }

  private static PodPriority of(JsonValue priorityClass) {
    return new PodPriority(
        priorityClass.path("metadata").path("name").asText(),
        priorityClass.path("value").asInt(),
        priorityClass.path("preemptionPolicy").asText("PreemptLowerPriority"));
  }
}
