package io.listwatch.server.registry.admission.policy;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.Scope;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.AdmissionContext;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.ObjectSelectors;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Reads the objects that policies see in addition to the written one: parameters and namespaces.
 */
final class PolicyInputs {
  private final AdmissionContext context;
  private final ValidatingPolicies.Objects objects;

  PolicyInputs(AdmissionContext context, ValidatingPolicies.Objects objects) {
    this.context = context;
    this.objects = objects;
  }

  /**
   * The parameters of a binding.
   *
   * @param found empty if the policy is to be skipped; an empty element stands for null
   * @param failure why there are none; empty if there is no problem
   */
  record Parameters(List<Optional<JsonObject>> found, String failure) {
    private static final Parameters NULL = new Parameters(List.of(Optional.empty()), "");

    private static CompletionStage<Parameters> failed(String why) {
      return CompletableFuture.completedFuture(new Parameters(List.of(), why));
    }

    private static Parameters of(List<JsonObject> objects, JsonValue reference) {
      if (objects.isEmpty() && reference.path("parameterNotFoundAction").asText().equals("Deny")) {
        return new Parameters(
            List.of(), "no params found for policy binding with `Deny` parameterNotFoundAction");
      }
      return new Parameters(objects.stream().map(Optional::of).toList(), "");
    }
  }

  /** Returns the reason why no binding of a policy can be evaluated; empty if there is none. */
  String problem(AdmissionPolicy policy) {
    JsonValue kind = policy.paramKind();
    String version = kind.path("apiVersion").asText();
    String name = kind.path("kind").asText();
    return !kind.isObject() || context.versions().ofKind(version, name).isPresent()
        ? ""
        : "failed to configure policy: failed to find resource referenced by paramKind: '%s, Kind=%s'"
            .formatted(version, name);
  }

  CompletionStage<Parameters> parameters(
      AdmissionPolicy policy, PolicyBinding binding, AdmissionRequest request) {
    JsonValue kind = policy.paramKind();
    JsonValue reference = binding.paramRef();
    if (!kind.isObject() || !reference.isObject()) {
      return CompletableFuture.completedFuture(Parameters.NULL);
    }
    Optional<ResourceDefinition> resource =
        context.versions().ofKind(kind.path("apiVersion").asText(), kind.path("kind").asText());
    if (resource.isEmpty()) {
      return Parameters.failed(
          "paramKind kind `&ParamKind{APIVersion:%s,Kind:%s,}` not known"
              .formatted(kind.path("apiVersion").asText(), kind.path("kind").asText()));
    }
    boolean namespaced = resource.get().type().scope() == Scope.NAMESPACED;
    String namespace = reference.path("namespace").asText();
    if (!namespaced && !namespace.isEmpty()) {
      return Parameters.failed(
          "paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
    }
    if (namespaced && namespace.isEmpty() && request.namespace().isEmpty()) {
      return Parameters.failed(
          "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
    }
    String place = namespace.isEmpty() ? request.namespace() : namespace;
    return read(resource.get(), namespaced ? place : null, reference)
        .thenApply(found -> Parameters.of(found, reference));
  }

  private CompletionStage<List<JsonObject>> read(
      ResourceDefinition resource, @Nullable String namespace, JsonValue reference) {
    String name = reference.path("name").asText();
    return name.isEmpty()
        ? objects.list(resource, namespace, ObjectSelectors.of(reference.path("selector")))
        : objects
            .get(resource, new ResourceKey(namespace, name))
            .thenApply(found -> found.map(List::of).orElse(List.of()));
  }

  /** Returns the namespace of the object; empty if it is cluster-scoped. */
  CompletionStage<Optional<JsonObject>> namespace(AdmissionRequest request) {
    return request.namespace().isEmpty() || request.isAboutNamespace()
        ? CompletableFuture.completedFuture(Optional.empty())
        : context.namespaces().find(request.namespace());
  }

  /** Returns an object of the request in the version that a policy's rule names. */
  CompletionStage<Optional<JsonObject>> converted(
      @Nullable JsonObject object, AdmissionRequest request, ResourceDefinition matched) {
    return object == null || !request.isConvertedTo(matched)
        ? CompletableFuture.completedFuture(Optional.ofNullable(object))
        : context.versions().convert(object, request.definition(), matched).thenApply(Optional::of);
  }
}
