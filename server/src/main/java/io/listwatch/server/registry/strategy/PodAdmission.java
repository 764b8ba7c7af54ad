package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.metadata.Identities;
import io.listwatch.server.registry.metadata.Metadata;
import io.listwatch.server.registry.strategy.PodTerms.PodPriority;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Looks up what new pods get from others: the account they act as, the class of their priority, and
 * whether there is the class that they want to run in.
 *
 * <p>An account that a pod names must exist. The usual one need not, so that a server whose
 * controllers are switched off takes pods; they get no token then.
 */
final class PodAdmission {
  private static final String USUAL_ACCOUNT = "default";
  private static final String PRIORITIES = "scheduling.k8s.io";

  private final OtherObjects objects;
  private final Identities identities;

  PodAdmission(OtherObjects objects, Identities identities) {
    this.objects = objects;
    this.identities = identities;
  }

  /** The terms for a pod as it was sent. Fails if what it names does not exist. */
  CompletionStage<PodTerms> terms(ResourceType pods, @Nullable String namespace, ObjectNode pod) {
    JsonNode spec = pod.path("spec");
    String name = Metadata.of(pod).name();
    return runtimeClass(pods, name, spec)
        .thenCompose(exists -> priority(pods, name, spec))
        .thenCombine(
            account(namespace, accountName(spec)),
            (priority, account) -> {
              String objection = priority.objection(spec);
              if (!objection.isEmpty()) {
                throw Refusals.forbidden(pods, name, objection);
              }
              return terms(pods, namespace, pod, priority, account);
            });
  }

  private static String accountName(JsonNode spec) {
    String account = spec.path("serviceAccountName").asText();
    String named = account.isEmpty() ? spec.path("serviceAccount").asText() : account;
    return named.isEmpty() ? USUAL_ACCOUNT : named;
  }

  private PodTerms terms(
      ResourceType pods,
      @Nullable String namespace,
      ObjectNode pod,
      PodPriority priority,
      Optional<JsonNode> account) {
    String name = accountName(pod.path("spec"));
    if (account.isEmpty() && !name.equals(USUAL_ACCOUNT)) {
      throw unknownAccount(pods, Metadata.of(pod).name(), namespace, name);
    }
    JsonNode found = account.orElseGet(MissingNode::getInstance);
    String volume =
        account.isPresent() && mounts(pod.path("spec"), found)
            ? identities.name("kube-api-access-")
            : "";
    return new PodTerms(name, found.path("imagePullSecrets"), volume, priority);
  }

  private static ApiException unknownAccount(
      ResourceType pods, String pod, @Nullable String namespace, String account) {
    return Refusals.forbidden(
        pods,
        pod,
        "error looking up service account %s/%s: serviceaccount %s not found"
            .formatted(namespace, account, Quotation.of(account)));
  }

  private static boolean mounts(JsonNode spec, JsonNode account) {
    String member = "automountServiceAccountToken";
    return spec.hasNonNull(member)
        ? spec.path(member).asBoolean()
        : account.path(member).asBoolean(true);
  }

  private CompletionStage<Optional<JsonNode>> account(@Nullable String namespace, String name) {
    return objects.find("", "serviceaccounts", new ResourceKey(namespace, name));
  }

  /** Fails if the pod names a class that does not exist. */
  private CompletionStage<Boolean> runtimeClass(ResourceType pods, String pod, JsonNode spec) {
    String name = spec.path("runtimeClassName").asText();
    if (name.isEmpty()) {
      return CompletableFuture.completedFuture(true);
    }
    return objects
        .find("node.k8s.io", "runtimeclasses", ResourceKey.of(name))
        .thenApply(
            found -> {
              if (found.isEmpty()) {
                throw Refusals.forbidden(
                    pods,
                    pod,
                    "pod rejected: RuntimeClass %s not found".formatted(Quotation.of(name)));
              }
              return true;
            });
  }

  private CompletionStage<PodPriority> priority(ResourceType pods, String pod, JsonNode spec) {
    String name = spec.path("priorityClassName").asText();
    return name.isEmpty()
        ? objects
            .all(PRIORITIES, "priorityclasses", VersionMatch.any())
            .thenApply(PriorityClassStrategy::usual)
            .thenApply(found -> found.map(PodAdmission::priority).orElse(PodPriority.USUAL))
        : objects
            .find(PRIORITIES, "priorityclasses", ResourceKey.of(name))
            .thenApply(found -> found.orElseThrow(() -> unknownPriority(pods, pod, name)))
            .thenApply(PodAdmission::priority);
  }

  private static ApiException unknownPriority(ResourceType pods, String pod, String name) {
    return Refusals.forbidden(pods, pod, "no PriorityClass with name " + name + " was found");
  }

  private static PodPriority priority(JsonNode found) {
    return new PodPriority(
        found.path("metadata").path("name").asText(),
        found.path("value").asInt(),
        found.path("preemptionPolicy").asText("PreemptLowerPriority"));
  }
}
