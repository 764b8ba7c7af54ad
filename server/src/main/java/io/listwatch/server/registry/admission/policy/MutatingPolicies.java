package io.listwatch.server.registry.admission.policy;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.cel.AdmissionInput;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.AwaitedDecisions;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.admission.AdmissionContext;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.server.registry.admission.MatchConditions;
import io.listwatch.server.registry.admission.Reinvocation;
import io.listwatch.server.registry.admission.RequestVariables;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Runs the mutating admission policies that match a write. First selects the bindings and their
 * parameters, with the object of the request; then runs the policies one after another, so each
 * sees the changes of the policies before it. An error does not stop the following ones.
 */
public final class MutatingPolicies implements Admission {
  private static final String PLUGIN = "MutatingAdmissionPolicy";

  private final PolicyStore<MutatingPolicy> store = new PolicyStore<>(MutatingPolicy::new);
  private final AdmissionContext context;
  private final PolicyInputs inputs;
  private final Metrics metrics;
  private final Timers timers;

  public MutatingPolicies(
      AdmissionContext context,
      ValidatingPolicies.Objects objects,
      Metrics metrics,
      Timers timers) {
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
  public CompletionStage<Boolean> mutate(AdmissionRequest request) {
    List<MutatingPolicy> all = store.allPolicies();
    boolean concerns =
        request.operation() != Operation.DELETE
            && !request.definition().traits().has(Trait.CONFIGURES_ADMISSION);
    if (all.isEmpty() || !concerns) {
      return CompletableFuture.completedFuture(false);
    }
    var run = new Run(request);
    return run.select(all)
        .thenCompose(selected -> run.invocations.isEmpty() ? unchanged() : run.invokeAll())
        .thenApply(run::finish);
  }

  private static CompletionStage<Boolean> unchanged() {
    return CompletableFuture.completedFuture(false);
  }

  /** The policies of one request. Each step runs after the one before. */
  private final class Run {
    private final AdmissionRequest request;
    private final Reinvocation.Invoked invoked;
    private final List<MutatingInvocation> invocations = new ArrayList<>();
    private final List<PolicyError> errors = new ArrayList<>();

    Run(AdmissionRequest request) {
      this.request = request;
      this.invoked = request.reinvocation().of(PLUGIN);
    }

    CompletionStage<Void> select(List<MutatingPolicy> policies) {
      CompletionStage<Void> done = CompletableFuture.completedFuture(null);
      for (MutatingPolicy each : policies) {
        List<PolicyBinding> bindings = store.bindingsOf(each.name());
        if (!bindings.isEmpty()) {
          done = done.thenCompose(before -> select(each, bindings));
        }
      }
      return done;
    }

    private CompletionStage<Void> select(MutatingPolicy policy, List<PolicyBinding> bindings) {
      return policy
          .constraints()
          .match(request, context)
          .thenCompose(
              matched -> {
                CompletionStage<Void> done = CompletableFuture.completedFuture(null);
                String problem = matched.isPresent() ? inputs.problem(policy) : "";
                if (!problem.isEmpty() && !policy.ignoresFailures()) {
                  errors.add(new PolicyError(policy.name(), "", problem, ""));
                }
                if (matched.isPresent() && problem.isEmpty()) {
                  for (PolicyBinding each : bindings) {
                    done = done.thenCompose(before -> select(policy, each, matched.get()));
                  }
                }
                return done;
              });
    }

    private CompletionStage<Void> select(
        MutatingPolicy policy, PolicyBinding binding, ResourceDefinition matched) {
      return binding
          .constraints()
          .selects(request, context)
          .thenCompose(
              selected ->
                  selected
                      ? inputs
                          .parameters(policy, binding, request)
                          .thenAccept(found -> add(policy, binding, matched, found))
                      : CompletableFuture.completedFuture(null));
    }

    private void add(
        MutatingPolicy policy,
        PolicyBinding binding,
        ResourceDefinition matched,
        PolicyInputs.Parameters parameters) {
      if (!parameters.failure().isEmpty()) {
        fail(policy, binding, "failed to configure binding: " + parameters.failure(), "");
      }
      parameters
          .found()
          .forEach(
              each ->
                  invocations.add(
                      new MutatingInvocation(policy, binding, matched, each.orElse(null))));
    }

    private void fail(MutatingPolicy policy, PolicyBinding binding, String why, String reason) {
      if (!policy.ignoresFailures()) {
        errors.add(new PolicyError(policy.name(), binding.name(), why, reason));
      }
    }

    CompletionStage<Boolean> invokeAll() {
      if (request.reinvocation().isSecondRound() && invoked.isChanged(request.object())) {
        invoked.requireAgain();
      }
      return inputs
          .namespace(request)
          .thenCompose(namespace -> invokeAll(namespace.orElse(null)))
          .whenComplete((done, failure) -> invoked.setLastOutput(request.object()));
    }

    private CompletionStage<Boolean> invokeAll(@Nullable JsonObject namespace) {
      CompletionStage<Boolean> changed = unchanged();
      for (MutatingInvocation each : invocations) {
        changed =
            changed.thenCompose(before -> invoke(each, namespace).thenApply(now -> before || now));
      }
      return changed;
    }

    private CompletionStage<Boolean> invoke(
        MutatingInvocation invocation, @Nullable JsonObject namespace) {
      ResourceDefinition matched = invocation.matched();
      return inputs
          .converted(request.object(), request, matched)
          .thenCompose(
              object ->
                  inputs
                      .converted(request.oldObject(), request, matched)
                      .thenCompose(
                          old ->
                              invoke(
                                  invocation, namespace, object.orElse(null), old.orElse(null))));
    }

    private CompletionStage<Boolean> invoke(
        MutatingInvocation invocation,
        @Nullable JsonObject namespace,
        @Nullable JsonObject object,
        @Nullable JsonObject old) {
      return AwaitedDecisions.during(
              context.authorizer(),
              context.workers(),
              authorizer -> {
                var outcome = new Outcome(invocation);
                outcome.evaluate(new Variables(invocation, namespace, old, authorizer), object);
                return outcome;
              })
          .thenCompose(this::taken);
    }

    /** Applies the outcome of an invocation to the request. */
    private CompletionStage<Boolean> taken(Outcome outcome) {
      errors.addAll(outcome.failures);
      outcome.meters.forEach(Runnable::run);
      return outcome.mutated == null
          ? unchanged()
          : restored(outcome.mutated, outcome.invocation.matched())
              .thenApply(next -> noted(outcome.invocation, request.replaceObject(next)));
    }

    /** Evaluates one invocation, without effects on the request. */
    private final class Outcome {
      private final MutatingInvocation invocation;
      private final List<PolicyError> failures = new ArrayList<>();
      private final List<Runnable> meters = new ArrayList<>();

      /** Null if the policy does not apply. */
      private @Nullable JsonObject mutated;

      Outcome(MutatingInvocation invocation) {
        this.invocation = invocation;
      }

      void evaluate(Variables variables, @Nullable JsonObject object) {
        if (matches(variables.input(object))
            && object != null
            && (!request.reinvocation().isSecondRound() || invoked.runsAgain(invocation.id()))) {
          mutated = mutate(variables, object.deepCopy());
        }
      }

      private boolean matches(AdmissionInput input) {
        MatchConditions.Outcome outcome = invocation.policy().match(input);
        if (!outcome.failure().isEmpty()) {
          fail(outcome.failure());
        }
        return outcome.matches();
      }

      private void fail(String why) {
        if (!invocation.policy().ignoresFailures()) {
          failures.add(
              new PolicyError(
                  invocation.policy().name(), invocation.binding().name(), why, "Invalid"));
        }
      }

      private JsonObject mutate(Variables variables, JsonObject object) {
        MutatingPolicy policy = invocation.policy();
        Schema schema = context.versions().schema(request, invocation.matched());
        JsonObject next = object;
        for (MutatingPolicy.Mutation each : policy.mutations()) {
          long start = timers.nanoTime();
          String errorType = "no_error";
          try {
            AdmissionInput input = policy.withVariables(variables.input(next));
            next =
                each.apply(next, schema, input.withBudget(AdmissionInput.POLICY_BUDGET)).deepCopy();
            if (!request.isConvertedTo(invocation.matched())) {
              request.normalize().accept(next);
            }
          } catch (MutationFailedException e) {
            errorType = e.errorType();
            fail(String.valueOf(e.getMessage()));
          }
          String type = errorType;
          meters.add(() -> record(invocation, type, start));
        }
        return next;
      }
    }

    /** Returns a mutated object in the version of the request. */
    private CompletionStage<JsonObject> restored(JsonObject object, ResourceDefinition matched) {
      return request.isConvertedTo(matched)
          ? context.versions().convert(object, matched, request.definition())
          : CompletableFuture.completedFuture(object);
    }

    private boolean noted(MutatingInvocation invocation, boolean changed) {
      if (changed) {
        invoked.requireAgain();
        request.reinvocation().require();
      }
      if (invocation.policy().reinvocable()) {
        invoked.add(invocation.id());
      }
      return changed;
    }

    boolean finish(boolean changed) {
      if (!errors.isEmpty()) {
        throw PolicyError.response(errors, request);
      }
      return changed;
    }

    /** The variables of an invocation's expressions, with the current state of the object. */
    private final class Variables {
      private final MutatingInvocation invocation;
      private final @Nullable JsonObject namespace;
      private final @Nullable JsonObject old;
      private final Authorizer authorizer;

      Variables(
          MutatingInvocation invocation,
          @Nullable JsonObject namespace,
          @Nullable JsonObject old,
          Authorizer authorizer) {
        this.invocation = invocation;
        this.namespace = namespace;
        this.old = old;
        this.authorizer = authorizer;
      }

      AdmissionInput input(@Nullable JsonObject object) {
        return RequestVariables.input(
                request,
                invocation.matched(),
                object,
                old,
                authorizer,
                AdmissionInput.CONDITIONS_BUDGET)
            .set("params", invocation.parameter())
            .set("namespaceObject", namespace);
      }
    }
  }

  private void record(MutatingInvocation invocation, String errorType, long start) {
    Map<String, String> tags =
        Map.of(
            "policy",
            invocation.policy().name(),
            "policy_binding",
            invocation.binding().name(),
            "error_type",
            errorType);
    metrics.counter("apiserver_mutating_admission_policy_check_total", tags).increment();
    metrics
        .distribution("apiserver_mutating_admission_policy_check_duration_seconds", tags)
        .recordNanos(timers.nanoTime() - start);
  }
}
