package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.strategy.RuntimeTerms;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The plug-in RuntimeClass: a pod gets the overhead, node selector and tolerations of its
 * RuntimeClass, and may not set a different overhead.
 */
final class RuntimeClassAdmission extends PodStep {
  private final PodObjects objects;

  RuntimeClassAdmission(PodObjects objects) {
    this.objects = objects;
  }

  @Override
  CompletionStage<Void> change(JsonObject pod, AdmissionRequest request) {
    JsonObject spec = pod.withObject("spec");
    return spec.path("runtimeClassName").isText()
        ? terms(spec, request)
            .thenAccept(
                terms -> {
                  reject(request, terms.conflict(spec));
                  terms.apply(spec);
                })
        : DONE;
  }

  @Override
  CompletionStage<Void> check(JsonObject pod, AdmissionRequest request) {
    JsonValue spec = pod.path("spec");
    return spec.path("overhead").isEmpty()
        ? DONE
        : terms(spec, request).thenAccept(terms -> reject(request, terms.overheadObjection(spec)));
  }

  private CompletionStage<RuntimeTerms> terms(JsonValue spec, AdmissionRequest request) {
    String name = spec.path("runtimeClassName").asText();
    if (name.isEmpty() && spec.path("runtimeClassName").isText()) {
      throw ApiErrors.plain("resource name may not be empty");
    }
    return name.isEmpty()
        ? CompletableFuture.completedFuture(RuntimeTerms.NONE)
        : objects
            .finder()
            .find("node.k8s.io", "runtimeclasses", null, name)
            .thenApply(
                found ->
                    new RuntimeTerms(
                        found.orElseThrow(
                            () ->
                                forbidden(
                                    request,
                                    "pod rejected: RuntimeClass %s not found"
                                        .formatted(Quotation.of(name))))));
  }
}
