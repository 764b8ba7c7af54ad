package io.listwatch.server.registry.admission;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.podsecurity.PodSecurityPolicy;
import io.listwatch.objects.podsecurity.PodSecurityStandard;
import io.listwatch.objects.podsecurity.PodSecurityViolations;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The plug-in PodSecurity: rejects pods that violate the {@code enforce} standard of their
 * namespace, and warns about pods and pod templates that violate its {@code warn} standard.
 */
final class PodSecurityAdmission implements Admission {
  private static final CompletionStage<Void> ADMITTED = CompletableFuture.completedFuture(null);

  private static final Set<String> IGNORED =
      Set.of("attach", "binding", "eviction", "exec", "log", "portforward", "proxy", "status");

  private final PodSecuritySettings settings;
  private final NamespaceLabels namespaces;
  private final Function<String, CompletionStage<List<Resource>>> pods;
  private final ExistingPods existing;
  private final PodSecurityMeters meters;

  /**
   * @param pods returns the pods of a namespace
   */
  PodSecurityAdmission(
      PodSecuritySettings settings,
      NamespaceLabels namespaces,
      Function<String, CompletionStage<List<Resource>>> pods,
      ExistingPods existing,
      PodSecurityMeters meters) {
    this.settings = settings;
    this.namespaces = namespaces;
    this.pods = pods;
    this.existing = existing;
    this.meters = meters;
  }

  @Override
  public boolean isInterestedIn(ResourceDefinition definition) {
    return hasPodSpec(definition) || definition.type().toString().equals("namespaces");
  }

  /** True for pods and the kinds with a pod template. */
  static boolean hasPodSpec(ResourceDefinition definition) {
    return definition.type().toString().equals("pods")
        || !definition.traits().podTemplate().isEmpty();
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    JsonObject object = request.object();
    if (object == null) {
      return ADMITTED;
    }
    try {
      return switch (request.definition().type().toString()) {
        case "namespaces" -> validateNamespace(request, object);
        case "pods" -> validatePod(request, object);
        default -> validateTemplate(request, object);
      };
    } catch (ApiException rejected) {
      return CompletableFuture.failedFuture(rejected);
    }
  }

  private CompletionStage<Void> validateNamespace(AdmissionRequest request, JsonObject object) {
    if (!request.subresource().isEmpty()) {
      return ADMITTED;
    }
    PodSecurityPolicy.Parsed next = policy(object);
    JsonObject old = request.oldObject();
    PodSecurityPolicy.Parsed before = old == null ? null : policy(old);
    if (!next.errors().isEmpty() && (before == null || !next.errors().equals(before.errors()))) {
      throw ApiErrors.invalid(request.definition().type(), request.key().name(), next.errors());
    }
    boolean stricter = before != null && isStricter(next.policy(), before.policy());
    if (settings.namespaces().contains(request.key().name())) {
      if (before == null || stricter) {
        warnOfExemption(request, object, next.policy());
      }
      return ADMITTED;
    }
    return stricter ? warnOfPods(request, next.policy().enforce()) : ADMITTED;
  }

  private PodSecurityPolicy.Parsed policy(JsonValue namespace) {
    return PodSecurityPolicy.of(namespace.path("metadata").path("labels"), settings.defaults());
  }

  /** True if pods that were allowed may violate the new policy. */
  private static boolean isStricter(PodSecurityPolicy next, PodSecurityPolicy old) {
    PodSecurityStandard enforced = next.enforce();
    return !enforced.isEquivalentTo(PodSecurityStandard.PRIVILEGED)
        && !enforced.equals(old.enforce())
        && !(enforced.version().equals(old.enforce().version())
            && enforced.level().compareTo(old.enforce().level()) <= 0);
  }

  private CompletionStage<Void> warnOfPods(AdmissionRequest request, PodSecurityStandard standard) {
    String namespace = request.key().name();
    return pods.apply(namespace)
        .thenAccept(all -> existing.warnings(namespace, all, standard).forEach(request.warnings()))
        .exceptionally(
            failure -> {
              request
                  .warnings()
                  .accept("failed to list pods while checking new PodSecurity enforce level");
              return null;
            });
  }

  private void warnOfExemption(
      AdmissionRequest request, JsonObject namespace, PodSecurityPolicy policy) {
    if (policy.allowsEverything() || policy.isEquivalentTo(settings.defaults())) {
      return;
    }
    JsonValue labels = namespace.path("metadata").path("labels");
    String ignored =
        String.join(
            ", ",
            List.of(
                    ignored("enforce", policy.enforce(), labels),
                    ignored("audit", policy.audit(), labels),
                    ignored("warn", policy.warn(), labels))
                .stream()
                .filter(each -> !each.isEmpty())
                .toList());
    if (!ignored.isEmpty()) {
      request
          .warnings()
          .accept(
              "namespace %s is exempt from Pod Security, and the policy (%s) will be ignored"
                  .formatted(Quotation.of(request.key().name()), ignored));
    }
  }

  private static String ignored(String mode, PodSecurityStandard standard, JsonValue labels) {
    boolean labelled =
        labels.has(PodSecurityPolicy.PREFIX + mode)
            || labels.has(PodSecurityPolicy.PREFIX + mode + "-version");
    return labelled && !standard.isEquivalentTo(PodSecurityStandard.PRIVILEGED)
        ? mode + "=" + standard
        : "";
  }

  private CompletionStage<Void> validatePod(AdmissionRequest request, JsonObject pod) {
    if (IGNORED.contains(request.subresource()) || isExempt(request)) {
      return ADMITTED;
    }
    PodSecurityPolicy.Parsed policy = ofNamespace(request);
    if (policy.errors().isEmpty() && policy.policy().allowsEverything()) {
      meters.evaluated(true, policy.policy().enforce(), "enforce");
      annotate(request, "enforce-policy", policy.policy().enforce().toString());
      return ADMITTED;
    }
    JsonObject old = request.oldObject();
    boolean significant =
        request.operation() != Operation.UPDATE || old == null || PodImages.differ(pod, old);
    if (significant) {
      evaluate(request, policy.policy(), pod.path("metadata"), pod.path("spec"), true);
    }
    return ADMITTED;
  }

  private CompletionStage<Void> validateTemplate(AdmissionRequest request, JsonObject object) {
    if (!request.subresource().isEmpty() || isExempt(request)) {
      return ADMITTED;
    }
    PodSecurityPolicy.Parsed policy = ofNamespace(request);
    PodSecurityStandard warn = policy.policy().warn();
    PodSecurityStandard audit = policy.policy().audit();
    JsonValue template = template(request.definition().traits().podTemplate(), object);
    boolean silent =
        policy.errors().isEmpty()
            && warn.isEquivalentTo(PodSecurityStandard.PRIVILEGED)
            && audit.isEquivalentTo(PodSecurityStandard.PRIVILEGED);
    if (!silent && template.isObject()) {
      evaluate(request, policy.policy(), template.path("metadata"), template.path("spec"), false);
    }
    return ADMITTED;
  }

  private static JsonValue template(String path, JsonObject object) {
    JsonValue value = object;
    for (String member : path.split("\\.", -1)) {
      value = value.path(member);
    }
    return value;
  }

  private PodSecurityPolicy.Parsed ofNamespace(AdmissionRequest request) {
    String namespace = request.key().namespace();
    return namespaces
        .of(namespace == null ? "" : namespace)
        .orElseGet(() -> new PodSecurityPolicy.Parsed(settings.defaults(), List.of()));
  }

  private boolean isExempt(AdmissionRequest request) {
    String namespace = request.key().namespace();
    String reason =
        namespace != null && settings.namespaces().contains(namespace)
            ? "namespace"
            : settings.users().contains(request.user().name()) ? "user" : "";
    if (!reason.isEmpty()) {
      meters.exempted();
      annotate(request, "exempt", reason);
    }
    return !reason.isEmpty();
  }

  private void evaluate(
      AdmissionRequest request,
      PodSecurityPolicy policy,
      JsonValue metadata,
      JsonValue spec,
      boolean enforced) {
    if (settings.runtimeClasses().contains(spec.path("runtimeClassName").asText())) {
      meters.exempted();
      annotate(request, "exempt", "runtimeClass");
      return;
    }
    var results = new HashMap<PodSecurityStandard, PodSecurityViolations>();
    if (enforced) {
      annotate(request, "enforce-policy", policy.enforce().toString());
      PodSecurityViolations found = result(policy.enforce(), metadata, spec, results);
      meters.evaluated(found.isEmpty(), policy.enforce(), "enforce");
      if (!found.isEmpty()) {
        audit(request, policy, metadata, spec, results);
        throw ApiErrors.forbidden(
            request.definition().type(),
            request.key().name(),
            "violates PodSecurity \"%s\": %s".formatted(policy.enforce(), found.details()));
      }
    }
    audit(request, policy, metadata, spec, results);
    PodSecurityViolations warned = result(policy.warn(), metadata, spec, results);
    if (!warned.isEmpty()) {
      meters.evaluated(false, policy.warn(), "warn");
      request
          .warnings()
          .accept(
              "would violate PodSecurity \"%s\": %s".formatted(policy.warn(), warned.details()));
    }
  }

  private static void annotate(AdmissionRequest request, String key, String value) {
    request.warnings().annotate(PodSecurityPolicy.PREFIX + key, value);
  }

  private void audit(
      AdmissionRequest request,
      PodSecurityPolicy policy,
      JsonValue metadata,
      JsonValue spec,
      Map<PodSecurityStandard, PodSecurityViolations> results) {
    PodSecurityViolations found = result(policy.audit(), metadata, spec, results);
    if (!found.isEmpty()) {
      annotate(
          request,
          "audit-violations",
          "would violate PodSecurity \"%s\": %s".formatted(policy.audit(), found.details()));
      meters.evaluated(false, policy.audit(), "audit");
    }
  }

  private static PodSecurityViolations result(
      PodSecurityStandard standard,
      JsonValue metadata,
      JsonValue spec,
      Map<PodSecurityStandard, PodSecurityViolations> results) {
    return results.computeIfAbsent(standard, each -> each.evaluate(metadata, spec));
  }
}
