package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.strategy.AccountTerms;
import io.listwatch.objects.strategy.MountableSecrets;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * The plug-in ServiceAccount: a pod gets the account {@code default} unless it names one, and the
 * token and pull secrets of its account. The account must exist, and is checked again when all
 * plug-ins have changed the pod.
 */
final class ServiceAccountAdmission extends PodStep {
  private static final String DEFAULT = "default";
  private static final String MIRROR = "kubernetes.io/config.mirror";

  /**
   * The maximum number of lookups of the account {@code default}: a controller may be about to
   * create it.
   */
  private static final int ATTEMPTS = 10;

  private static final Duration INTERVAL = Duration.ofMillis(150);

  /** The fields that reference secrets, anywhere in a pod spec. */
  private static final List<String> SECRETS =
      List.of(
          "imagePullSecrets",
          "nodePublishSecretRef",
          "secret",
          "secretKeyRef",
          "secretName",
          "secretRef");

  private final PodObjects objects;
  private final Identities identities;
  private final Timers timers;
  private final Executor workers;

  /**
   * @param identities generate the names of volumes
   */
  ServiceAccountAdmission(
      PodObjects objects, Identities identities, Timers timers, Executor workers) {
    this.objects = objects;
    this.identities = identities;
    this.timers = timers;
    this.workers = workers;
  }

  @Override
  CompletionStage<Void> change(JsonObject pod, AdmissionRequest request) {
    if (isMirror(pod)) {
      return check(pod, request);
    }
    JsonObject spec = pod.withObject("spec");
    String named = accountName(spec);
    return account(request, named.isEmpty() ? DEFAULT : named)
        .thenAccept(
            account -> {
              new AccountTerms(account, mounts(spec, account), identities).apply(spec);
              reject(request, MountableSecrets.objection(spec, account));
            });
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    JsonObject pod = request.object();
    return pod != null
            && request.operation() == Operation.UPDATE
            && request.subresource().equals("ephemeralcontainers")
        ? checkEphemeral(pod.path("spec"), request)
        : super.validate(request);
  }

  @Override
  CompletionStage<Void> check(JsonObject pod, AdmissionRequest request) {
    JsonValue spec = pod.path("spec");
    if (isMirror(pod)) {
      reject(request, mirrorObjection(spec));
      return DONE;
    }
    return required(spec, request)
        .thenAccept(account -> reject(request, MountableSecrets.objection(spec, account)));
  }

  private CompletionStage<Void> checkEphemeral(JsonValue spec, AdmissionRequest request) {
    return required(spec, request)
        .thenAccept(
            account -> {
              String objection = MountableSecrets.ephemeralObjection(spec, account);
              if (!objection.isEmpty()) {
                throw ApiErrors.plain(objection);
              }
            });
  }

  private static boolean isMirror(JsonObject pod) {
    return Metadata.of(pod).node().path("annotations").has(MIRROR);
  }

  /**
   * Returns the reason why a mirror pod is rejected; empty if it is not. Mirror pods may not use
   * service accounts or secrets.
   */
  private static String mirrorObjection(JsonValue spec) {
    if (!accountName(spec).isEmpty()) {
      return "a mirror pod may not reference service accounts";
    }
    if (!SECRETS.stream().allMatch(member -> spec.findValues(member).isEmpty())) {
      return "a mirror pod may not reference secrets";
    }
    return spec.findValues("serviceAccountToken").isEmpty()
        ? ""
        : "a mirror pod may not use ServiceAccountToken volume projections";
  }

  private static String accountName(JsonValue spec) {
    String account = spec.path("serviceAccountName").asText();
    return account.isEmpty() ? spec.path("serviceAccount").asText() : account;
  }

  private static boolean mounts(JsonValue spec, JsonValue account) {
    String member = "automountServiceAccountToken";
    return spec.hasNonNull(member)
        ? spec.path(member).asBoolean()
        : account.path(member).asBoolean(true);
  }

  private CompletionStage<JsonValue> required(JsonValue spec, AdmissionRequest request) {
    String name = accountName(spec);
    if (name.isEmpty()) {
      throw forbidden(
          request,
          "no service account specified for pod %s/%s"
              .formatted(request.namespace(), request.name()));
    }
    return account(request, name);
  }

  /** Returns an account, or fails if it does not exist. */
  private CompletionStage<JsonValue> account(AdmissionRequest request, String name) {
    return find(request.namespace(), name, name.equals(DEFAULT) ? ATTEMPTS : 1)
        .thenApply(
            found ->
                found.orElseThrow(
                    () ->
                        forbidden(
                            request,
                            "error looking up service account %s/%s: serviceaccount %s not found"
                                .formatted(request.namespace(), name, Quotation.of(name)))));
  }

  private CompletionStage<Optional<JsonValue>> find(String namespace, String name, int attempts) {
    return objects
        .finder()
        .find("", "serviceaccounts", namespace, name)
        .thenCompose(
            found ->
                found.isPresent() || attempts == 1
                    ? CompletableFuture.completedFuture(found)
                    : later()
                        .thenComposeAsync(now -> find(namespace, name, attempts - 1), workers));
  }

  private CompletionStage<Void> later() {
    var later = new CompletableFuture<Void>();
    Timers.Timer unused = timers.schedule(INTERVAL, () -> later.complete(null));
    return later;
  }
}
