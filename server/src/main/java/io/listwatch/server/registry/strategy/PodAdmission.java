package io.listwatch.server.registry.strategy;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.strategy.AccountTerms;
import io.listwatch.objects.strategy.PodStrategy;
import io.listwatch.objects.strategy.PodTerms;
import io.listwatch.objects.strategy.PodTerms.PodPriority;
import io.listwatch.objects.strategy.PriorityClassStrategy;
import io.listwatch.objects.strategy.RuntimeTerms;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The prerequisites of new pods: the service account, the PriorityClass, the RuntimeClass and the
 * topology labels of the node.
 *
 * <p>A service account that a pod names must exist. The {@code default} one may be missing, so that
 * a server without controllers accepts pods; such pods get no token.
 */
final class PodAdmission implements KindPrerequisites {
  private static final String DEFAULT_ACCOUNT = "default";
  private static final String PRIORITIES = "scheduling.k8s.io";
  private static final String MIRROR = "kubernetes.io/config.mirror";

  /** The fields that reference secrets, anywhere in a pod spec. */
  private static final List<String> SECRETS =
      List.of(
          "imagePullSecrets",
          "nodePublishSecretRef",
          "secret",
          "secretKeyRef",
          "secretName",
          "secretRef");

  private final OtherObjects objects;
  private final NodeTopology topology;
  private final Identities identities;
  private final Predicate<String> plugins;

  PodAdmission(Sources sources) {
    this.objects = sources.objects();
    this.topology = new NodeTopology(objects);
    this.identities = sources.identities();
    this.plugins = sources.plugins();
  }

  @Override
  public <T> CompletionStage<T> create(
      ServedKind kind, Create request, Function<ServedKind, CompletionStage<T>> write) {
    return KindPrerequisites.with(
        terms(kind.type(), request.namespace(), request.object())
            .thenApply(terms -> new PodStrategy(kind.definition().written(), terms)),
        kind,
        write);
  }

  /** Looks up the objects that a pod names. Fails if one does not exist. */
  private CompletionStage<PodTerms> terms(
      ResourceType pods, @Nullable String namespace, JsonObject pod) {
    JsonValue spec = pod.path("spec");
    String name = Metadata.of(pod).name();
    return account(pods, namespace, pod)
        .thenCombine(
            priority(pods, name, spec),
            (account, priority) -> {
              reject(pods, name, priority.objection(spec));
              return new PodTerms(
                  account,
                  priority,
                  RuntimeTerms.NONE,
                  NodeTopology.none(),
                  plugins.test("DefaultTolerationSeconds"));
            })
        .thenCombine(runtime(pods, name, spec), PodTerms::with)
        .thenCombine(place(spec), PodTerms::at);
  }

  private CompletionStage<JsonObject> place(JsonValue spec) {
    return topology.of(plugins.test("PodTopologyLabels") ? spec.path("nodeName").asText() : "");
  }

  private static void reject(ResourceType pods, String pod, String objection) {
    if (!objection.isEmpty()) {
      throw ApiErrors.forbidden(pods, pod, objection);
    }
  }

  private CompletionStage<AccountTerms> account(
      ResourceType pods, @Nullable String namespace, JsonObject pod) {
    if (!plugins.test("ServiceAccount")) {
      return CompletableFuture.completedFuture(AccountTerms.NONE);
    }
    JsonValue spec = pod.path("spec");
    String name = accountName(spec);
    if (Metadata.of(pod).node().path("annotations").has(MIRROR)) {
      reject(pods, Metadata.of(pod).name(), mirrorObjection(spec, name));
      return CompletableFuture.completedFuture(AccountTerms.NONE);
    }
    return objects
        .find("", "serviceaccounts", namespace, name.isEmpty() ? DEFAULT_ACCOUNT : name)
        .thenApply(
            found -> {
              if (found.isEmpty() && !name.isEmpty() && !name.equals(DEFAULT_ACCOUNT)) {
                throw unknownAccount(pods, Metadata.of(pod).name(), namespace, name);
              }
              return found.map(each -> terms(spec, each)).orElse(AccountTerms.DEFAULT);
            });
  }

  private static String accountName(JsonValue spec) {
    String account = spec.path("serviceAccountName").asText();
    return account.isEmpty() ? spec.path("serviceAccount").asText() : account;
  }

  /**
   * Returns why a mirror pod is rejected; empty if it is not. Mirror pods may not use service
   * accounts or secrets.
   */
  private static String mirrorObjection(JsonValue spec, String account) {
    if (!account.isEmpty()) {
      return "a mirror pod may not reference service accounts";
    }
    if (!SECRETS.stream().allMatch(member -> spec.findValues(member).isEmpty())) {
      return "a mirror pod may not reference secrets";
    }
    return spec.findValues("serviceAccountToken").isEmpty()
        ? ""
        : "a mirror pod may not use ServiceAccountToken volume projections";
  }

  private AccountTerms terms(JsonValue spec, JsonValue account) {
    return new AccountTerms(
        account.path("metadata").path("name").asText(),
        account,
        mounts(spec, account) ? identities.name("kube-api-access-") : "");
  }

  private static ApiException unknownAccount(
      ResourceType pods, String pod, @Nullable String namespace, String account) {
    return ApiErrors.forbidden(
        pods,
        pod,
        "error looking up service account %s/%s: serviceaccount %s not found"
            .formatted(namespace, account, Quotation.of(account)));
  }

  private static boolean mounts(JsonValue spec, JsonValue account) {
    String member = "automountServiceAccountToken";
    return spec.hasNonNull(member)
        ? spec.path(member).asBoolean()
        : account.path(member).asBoolean(true);
  }

  private CompletionStage<RuntimeTerms> runtime(ResourceType pods, String pod, JsonValue spec) {
    String name = spec.path("runtimeClassName").asText();
    return name.isEmpty() || !plugins.test("RuntimeClass")
        ? CompletableFuture.completedFuture(RuntimeTerms.NONE)
        : objects
            .find("node.k8s.io", "runtimeclasses", null, name)
            .thenApply(found -> found.orElseThrow(() -> unknownRuntime(pods, pod, name)))
            .thenApply(RuntimeTerms::new);
  }

  private static ApiException unknownRuntime(ResourceType pods, String pod, String name) {
    return ApiErrors.forbidden(
        pods, pod, "pod rejected: RuntimeClass %s not found".formatted(Quotation.of(name)));
  }

  private CompletionStage<PodPriority> priority(ResourceType pods, String pod, JsonValue spec) {
    if (!plugins.test("Priority")) {
      return CompletableFuture.completedFuture(PodPriority.UNCHANGED);
    }
    String name = spec.path("priorityClassName").asText();
    return name.isEmpty()
        ? objects
            .all(PRIORITIES, "priorityclasses", VersionMatch.any())
            .thenApply(PriorityClassStrategy::globalDefault)
            .thenApply(found -> found.map(PodAdmission::priority).orElse(PodPriority.DEFAULT))
        : objects
            .find(PRIORITIES, "priorityclasses", null, name)
            .thenApply(found -> found.orElseThrow(() -> unknownPriority(pods, pod, name)))
            .thenApply(PodAdmission::priority);
  }

  private static ApiException unknownPriority(ResourceType pods, String pod, String name) {
    return ApiErrors.forbidden(pods, pod, "no PriorityClass with name " + name + " was found");
  }

  private static PodPriority priority(JsonValue found) {
    return new PodPriority(
        found.path("metadata").path("name").asText(),
        found.path("value").asInt(),
        found.path("preemptionPolicy").asText("PreemptLowerPriority"));
  }
}
