package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.metadata.Identities;
import io.listwatch.server.registry.metadata.Metadata;
import io.listwatch.server.registry.strategy.PodTerms.PodPriority;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.schema.JsonTrees;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Looks up what new pods get from others: the account they act as, the class of their priority, and
 * whether there is the class that they want to run in.
 *
 * <p>An account that a pod names must exist. The usual one need not, so that a server whose
 * controllers are switched off takes pods; they get no token then.
 */
final class PodAdmission {
  private static final String USUAL_ACCOUNT = "default";

  private final ResourceRegistry registry;
  private final Function<ResourceDefinition, ResourceStorage> storages;
  private final Identities identities;

  PodAdmission(
      ResourceRegistry registry,
      Function<ResourceDefinition, ResourceStorage> storages,
      Identities identities) {
    this.registry = registry;
    this.storages = storages;
    this.identities = identities;
  }

  /** The terms for a pod as it was sent. Fails if what it names does not exist. */
  CompletionStage<PodTerms> terms(ResourceType pods, String namespace, ObjectNode pod) {
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
      String namespace,
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
      ResourceType pods, String pod, String namespace, String account) {
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

  private CompletionStage<Optional<JsonNode>> account(String namespace, String name) {
    return look(registry.find("", "v1", "serviceaccounts"), new ResourceKey(namespace, name));
  }

  /** Fails if the pod names a class that does not exist. */
  private CompletionStage<Boolean> runtimeClass(ResourceType pods, String pod, JsonNode spec) {
    String name = spec.path("runtimeClassName").asText();
    if (name.isEmpty()) {
      return CompletableFuture.completedFuture(true);
    }
    return look(registry.find("node.k8s.io", "v1", "runtimeclasses"), ResourceKey.of(name))
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
    Optional<ResourceDefinition> classes =
        registry.find("scheduling.k8s.io", "v1", "priorityclasses");
    if (classes.isEmpty()) {
      return CompletableFuture.completedFuture(PodPriority.USUAL);
    }
    if (name.isEmpty()) {
      return usualPriority(classes.get());
    }
    return look(classes, ResourceKey.of(name))
        .thenApply(
            found ->
                found
                    .map(PodAdmission::priority)
                    .orElseThrow(
                        () ->
                            Refusals.forbidden(
                                pods, pod, "no PriorityClass with name " + name + " was found")));
  }

  /** Of classes that are meant for all, the one that asks for least. */
  private CompletionStage<PodPriority> usualPriority(ResourceDefinition classes) {
    return AllObjects.of(storages.apply(classes), ListOptions.ALL.at(VersionMatch.any()))
        .thenApply(
            all ->
                all.stream()
                    .map(each -> JsonTrees.read(each.toByteArray()))
                    .filter(each -> each.path("globalDefault").asBoolean())
                    .map(PodAdmission::priority)
                    .min(Comparator.comparingInt(PodPriority::value))
                    .orElse(PodPriority.USUAL));
  }

  private static PodPriority priority(JsonNode found) {
    return new PodPriority(
        found.path("metadata").path("name").asText(),
        found.path("value").asInt(),
        found.path("preemptionPolicy").asText("PreemptLowerPriority"));
  }

  /** Whatever is at hand usually knows; what was made a moment ago is worth a look. */
  private CompletionStage<Optional<JsonNode>> look(
      Optional<ResourceDefinition> definition, ResourceKey key) {
    if (definition.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    ResourceStorage storage = storages.apply(definition.get());
    return storage
        .get(key, VersionMatch.any())
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(found)
                    : storage.get(key, VersionMatch.mostRecent()))
        .thenApply(found -> found.map(each -> JsonTrees.read(each.toByteArray())));
  }
}
