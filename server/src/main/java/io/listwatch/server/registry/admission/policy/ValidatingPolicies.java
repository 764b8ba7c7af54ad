package io.listwatch.server.registry.admission.policy;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.Status;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.objects.schema.cel.AdmissionInput;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.AwaitedDecisions;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.admission.AdmissionContext;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.RequestVariables;
import io.listwatch.server.registry.admission.policy.ValidatingPolicy.Violation;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the validating admission policies that match a write: each binding of each policy, with
 * each of its parameters.
 */
public final class ValidatingPolicies implements Admission {
  private final PolicyStore<ValidatingPolicy> store = new PolicyStore<>(ValidatingPolicy::new);
  private final AdmissionContext context;
  private final PolicyInputs inputs;
  private final Metrics metrics;
  private final Timers timers;

  /** Reads the parameters of policies. */
  public interface Objects {
    CompletionStage<Optional<JsonObject>> get(ResourceDefinition definition, ResourceKey key);

    /**
     * Returns the selected objects.
     *
     * @param namespace null for a cluster-scoped resource
     */
    CompletionStage<List<JsonObject>> list(
        ResourceDefinition definition, @Nullable String namespace, LabelSelector selector);
  }

  public ValidatingPolicies(
      AdmissionContext context, Objects objects, Metrics metrics, Timers timers) {
    this.context = context;
    this.inputs = new PolicyInputs(context, objects);
    this.metrics = metrics;
    this.timers = timers;
  }

  /** Returns the store of the policies, to be kept in step with storage. */
  public PolicyStore<?> store() {
    return store;
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    List<ValidatingPolicy> all = store.allPolicies();
    if (all.isEmpty() || request.definition().traits().has(Trait.CONFIGURES_ADMISSION)) {
      return CompletableFuture.completedFuture(null);
    }
    var denials = new ArrayList<Denial>();
    var annotations = new PolicyAnnotations(request.warnings());
    CompletionStage<Void> done = CompletableFuture.completedFuture(null);
    for (ValidatingPolicy each : all) {
      List<PolicyBinding> bindings = store.bindingsOf(each.name());
      if (!bindings.isEmpty()) {
        done = done.thenCompose(before -> evaluate(each, bindings, request, denials, annotations));
      }
    }
    return done.thenApply(
        evaluated -> {
          annotations.publish();
          if (!denials.isEmpty()) {
            throw denials.get(0).exception(request);
          }
          return null;
        });
  }

  private CompletionStage<Void> evaluate(
      ValidatingPolicy policy,
      List<PolicyBinding> bindings,
      AdmissionRequest request,
      List<Denial> denials,
      PolicyAnnotations annotations) {
    return policy
        .constraints()
        .match(request, context)
        .thenCompose(
            matched -> {
              CompletionStage<Void> done = CompletableFuture.completedFuture(null);
              if (matched.isEmpty()) {
                return done;
              }
              String problem = inputs.problem(policy);
              if (!problem.isEmpty()) {
                if (!policy.ignoresFailures()) {
                  denials.add(new Denial(policy.name(), "", new Violation(problem, "Invalid", 0)));
                }
                return done;
              }
              for (PolicyBinding each : bindings) {
                done =
                    done.thenCompose(
                        before ->
                            evaluate(policy, each, matched.get(), request, denials, annotations));
              }
              return done;
            });
  }

  private CompletionStage<Void> evaluate(
      ValidatingPolicy policy,
      PolicyBinding binding,
      ResourceDefinition matched,
      AdmissionRequest request,
      List<Denial> denials,
      PolicyAnnotations annotations) {
    return binding
        .constraints()
        .selects(request, context)
        .thenCompose(
            selected ->
                selected
                    ? inputs
                        .parameters(policy, binding, request)
                        .thenCompose(
                            parameters ->
                                run(
                                    new Evaluation(
                                        policy, binding, matched, request, denials, annotations),
                                    parameters))
                    : CompletableFuture.completedFuture(null));
  }

  /** One binding of a policy for one request. */
  private record Evaluation(
      ValidatingPolicy policy,
      PolicyBinding binding,
      ResourceDefinition matched,
      AdmissionRequest request,
      List<Denial> denials,
      PolicyAnnotations annotations) {}

  private CompletionStage<Void> run(Evaluation evaluation, PolicyInputs.Parameters parameters) {
    if (!parameters.failure().isEmpty()) {
      if (!evaluation.policy.ignoresFailures()) {
        evaluation.denials.add(
            new Denial(
                evaluation.policy.name(),
                evaluation.binding.name(),
                new Violation(
                    "failed to configure binding: " + parameters.failure(), "Invalid", 0)));
      }
      return CompletableFuture.completedFuture(null);
    }
    if (parameters.found().isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return inputs
        .namespace(evaluation.request)
        .thenCompose(
            namespace ->
                inputs
                    .converted(evaluation.request.object(), evaluation.request, evaluation.matched)
                    .thenCompose(
                        object ->
                            inputs
                                .converted(
                                    evaluation.request.oldObject(),
                                    evaluation.request,
                                    evaluation.matched)
                                .thenCompose(
                                    old ->
                                        decideAll(
                                            evaluation,
                                            parameters.found(),
                                            authorizer ->
                                                input(
                                                        evaluation,
                                                        object.orElse(null),
                                                        old.orElse(null),
                                                        authorizer)
                                                    .set(
                                                        "namespaceObject",
                                                        namespace.orElse(null))))));
  }

  /** Evaluates the policy with each parameter, one after the other. */
  private CompletionStage<Void> decideAll(
      Evaluation evaluation,
      List<Optional<JsonObject>> parameters,
      Function<Authorizer, AdmissionInput> input) {
    CompletionStage<Void> done = CompletableFuture.completedFuture(null);
    for (Optional<JsonObject> each : parameters) {
      done =
          done.thenCompose(
              before ->
                  decide(
                      evaluation,
                      authorizer -> input.apply(authorizer).set("params", each.orElse(null))));
    }
    return done;
  }

  private static AdmissionInput input(
      Evaluation evaluation,
      @Nullable JsonObject object,
      @Nullable JsonObject old,
      Authorizer authorizer) {
    return RequestVariables.input(
        evaluation.request,
        evaluation.matched,
        object,
        old,
        authorizer,
        AdmissionInput.CONDITIONS_BUDGET);
  }

  private CompletionStage<Void> decide(
      Evaluation evaluation, Function<Authorizer, AdmissionInput> input) {
    long start = timers.nanoTime();
    return AwaitedDecisions.during(
            context.authorizer(),
            context.workers(),
            authorizer -> Verdict.of(evaluation.policy, input.apply(authorizer)))
        .thenAccept(verdict -> act(evaluation, verdict, start));
  }

  /** The outcome of a policy for one request, without effects. */
  private record Verdict(List<Violation> violations, Map<String, String> annotations) {
    static Verdict of(ValidatingPolicy policy, AdmissionInput input) {
      var annotations = new LinkedHashMap<String, String>();
      return new Verdict(policy.evaluate(input, annotations::put), annotations);
    }
  }

  private void act(Evaluation evaluation, Verdict verdict, long start) {
    String name = evaluation.policy.name();
    verdict.annotations.forEach((key, value) -> evaluation.annotations.add(name, key, value));
    for (Violation each : verdict.violations) {
      for (String action : evaluation.binding.actions()) {
        act(evaluation, each, action);
        record(evaluation, action, start);
      }
    }
  }

  private static void act(Evaluation evaluation, Violation violation, String action) {
    String policy = evaluation.policy.name();
    String binding = evaluation.binding.name();
    switch (action) {
      case "Deny" -> evaluation.denials.add(new Denial(policy, binding, violation));
      case "Warn" ->
          evaluation
              .request
              .warnings()
              .accept(
                  "Validation failed for ValidatingAdmissionPolicy '%s' with binding '%s': %s"
                      .formatted(policy, binding, violation.message()));
      case "Audit" -> evaluation.annotations.failed(policy, evaluation.binding, violation);
      default -> {}
    }
  }

  private void record(Evaluation evaluation, String action, long start) {
    Map<String, String> tags =
        Map.of(
            "policy",
            evaluation.policy.name(),
            "policy_binding",
            evaluation.binding.name(),
            "enforcement_action",
            action.toLowerCase(Locale.ROOT));
    metrics.counter("apiserver_validating_admission_policy_check_total", tags).increment();
    metrics
        .distribution("apiserver_validating_admission_policy_check_duration_seconds", tags)
        .recordNanos(timers.nanoTime() - start);
  }

  /**
   * A denied write.
   *
   * @param binding empty if the policy itself cannot be evaluated
   */
  private record Denial(String policy, String binding, Violation violation) {
    RuntimeException exception(AdmissionRequest request) {
      String message =
          "ValidatingAdmissionPolicy '%s'%s denied request: %s"
              .formatted(
                  policy,
                  binding.isEmpty() ? "" : " with binding '" + binding + "'",
                  violation.message());
      Status forbidden =
          ApiErrors.forbidden(request.definition().type(), request.name(), message).status();
      return Status.of(code(violation.reason()), violation.reason(), forbidden.message())
          .withDetails(forbidden.details().withCauses(List.of(new Status.Cause("", message, ""))))
          .toException();
    }

    private static int code(String reason) {
      return switch (reason) {
        case "Forbidden" -> 403;
        case "Unauthorized" -> 401;
        case "RequestEntityTooLarge" -> 413;
        default -> 422;
      };
    }
  }
}
