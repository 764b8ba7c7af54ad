package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Selects the requests of a webhook or policy: by rules, and by the labels of the object and of its
 * namespace. Immutable.
 */
public final class MatchConstraints {
  private final LabelSelector namespaces;
  private final LabelSelector objects;
  private final ResourceRules rules;
  private final ResourceRules excluded;
  private final boolean equivalent;

  /**
   * Reads the constraints.
   *
   * @param spec has the selectors and the {@code matchPolicy}
   * @param rules the rules; an empty list selects no request
   */
  public MatchConstraints(JsonValue spec, JsonValue rules) {
    this.namespaces = ObjectSelectors.of(spec.path("namespaceSelector"));
    this.objects = ObjectSelectors.of(spec.path("objectSelector"));
    this.rules = ResourceRules.of(rules);
    this.excluded = ResourceRules.of(spec.path("excludeResourceRules"));
    this.equivalent = spec.path("matchPolicy").asText().equals("Equivalent");
  }

  /**
   * Matches a request.
   *
   * @return the resource that a rule names: that of the request, or an equivalent one; empty if the
   *     request does not match
   */
  public CompletionStage<Optional<ResourceDefinition>> match(
      AdmissionRequest request, AdmissionContext context) {
    Optional<ResourceDefinition> resource =
        selectsObject(request) ? resource(request, context) : Optional.empty();
    if (resource.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return selectsNamespace(request, context)
        .thenApply(selected -> selected ? resource : Optional.empty());
  }

  /**
   * Like {@link #match}, for a binding whose rules may be absent: a binding without rules selects
   * everything.
   */
  public CompletionStage<Boolean> selects(AdmissionRequest request, AdmissionContext context) {
    boolean named =
        selectsObject(request)
            && !excludes(request, context)
            && (rules.isEmpty() || resource(request, context).isPresent());
    return named ? selectsNamespace(request, context) : CompletableFuture.completedFuture(false);
  }

  private Optional<ResourceDefinition> resource(
      AdmissionRequest request, AdmissionContext context) {
    if (excludes(request, context)) {
      return Optional.empty();
    }
    ResourceDefinition requested = request.definition();
    if (rules.matches(request, requested.type())) {
      return Optional.of(requested);
    }
    return equivalent
        ? context.versions().equivalents(requested).stream()
            .filter(each -> rules.matches(request, each.type()))
            .findFirst()
        : Optional.empty();
  }

  private boolean excludes(AdmissionRequest request, AdmissionContext context) {
    return !excluded.isEmpty()
        && (excluded.matches(request, request.definition().type())
            || (equivalent
                && context.versions().equivalents(request.definition()).stream()
                    .anyMatch(each -> excluded.matches(request, each.type()))));
  }

  private boolean selectsObject(AdmissionRequest request) {
    return objects.isEverything()
        || ObjectSelectors.matches(objects, request.object())
        || ObjectSelectors.matches(objects, request.oldObject());
  }

  /** Cluster-scoped objects are always selected, except Namespaces, which have their own labels. */
  private CompletionStage<Boolean> selectsNamespace(
      AdmissionRequest request, AdmissionContext context) {
    if (namespaces.isEverything() || request.namespace().isEmpty()) {
      return CompletableFuture.completedFuture(true);
    }
    JsonObject object = request.object();
    if (request.isAboutNamespace() && request.subresource().isEmpty() && object != null) {
      return CompletableFuture.completedFuture(ObjectSelectors.matches(namespaces, object));
    }
    return context
        .namespaces()
        .find(request.namespace())
        .thenApply(
            found ->
                ObjectSelectors.matches(
                    namespaces,
                    found.orElseThrow(() -> ApiErrors.noSuchNamespace(request.namespace()))));
  }
}
