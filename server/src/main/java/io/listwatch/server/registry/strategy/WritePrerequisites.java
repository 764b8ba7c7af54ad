package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.metadata.Identities;
import io.listwatch.server.registry.metadata.Metadata;
import io.listwatch.time.Timers;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the writing of an object depends on beyond the object: for a pod, accounts and priorities;
 * for a service, the addresses of all others; for what has a class, the usual one. It is looked up
 * before the write, which then has a kind whose strategy knows it. For most kinds there is nothing
 * to look up.
 */
public final class WritePrerequisites {
  private static final String CERTIFICATES = "certificatesigningrequests.certificates.k8s.io";

  private final OtherObjects objects;
  private final Authorizer authorizer;
  private final Timers timers;
  private final PodAdmission pods;
  private final ServiceAddresses services;
  private final DefaultClasses classes;

  public WritePrerequisites(
      OtherObjects objects,
      Identities identities,
      Reservations reservations,
      Authorizer authorizer,
      Timers timers) {
    this.objects = objects;
    this.authorizer = authorizer;
    this.timers = timers;
    this.pods = new PodAdmission(objects, identities);
    this.services = new ServiceAddresses(reservations);
    this.classes = new DefaultClasses(objects);
  }

  /**
   * Creates an object.
   *
   * @param namespace of the path; null for a cluster-scoped resource
   * @param object as far as it is known; the caller's own, and not changed
   * @param user who asks
   */
  public <T> CompletionStage<T> create(
      ServedKind kind,
      @Nullable String namespace,
      ObjectNode object,
      UserInfo user,
      boolean dryRun,
      Function<ServedKind, CompletionStage<T>> write) {
    return switch (kind.type().toString()) {
      case "pods" ->
          with(
              kind,
              pods.terms(kind.type(), namespace, object)
                  .thenApply(terms -> new PodStrategy(kind.definition(), terms)),
              write);
      case "services" -> services.write(kind, Metadata.of(object).name(), dryRun, write);
      case "persistentvolumeclaims" ->
          ClaimStrategy.namesClass(object)
              ? write.apply(kind)
              : with(
                  kind,
                  classes
                      .ofStorage()
                      .thenApply(usual -> ClaimStrategy.ofNew(kind.definition(), usual)),
                  write);
      case "ingresses.networking.k8s.io" ->
          IngressStrategy.namesClass(object)
              ? write.apply(kind)
              : with(
                  kind,
                  classes
                      .ofIngresses()
                      .thenApply(usual -> new IngressStrategy(kind.definition(), usual)),
                  write);
      case "priorityclasses.scheduling.k8s.io" ->
          object.path("globalDefault").asBoolean()
              ? with(kind, priorityClasses(kind), write)
              : write.apply(kind);
      case CERTIFICATES ->
          write.apply(kind.with(new CertificateStrategy(kind.definition(), access(user))));
      case "resourceclaims.resource.k8s.io", "resourceclaimtemplates.resource.k8s.io" ->
          namespace == null || DeviceClaimStrategy.administrativeRequest(object) < 0
              ? write.apply(kind)
              : with(kind, claimsOf(kind, namespace), write);
      default -> write.apply(kind);
    };
  }

  /**
   * Changes an object, which may mean to create it.
   *
   * @param part of the object, such as {@code status}; empty for the whole
   * @param user who asks
   */
  public <T> CompletionStage<T> change(
      ServedKind kind,
      ResourceKey key,
      String part,
      UserInfo user,
      boolean dryRun,
      Function<ServedKind, CompletionStage<T>> write) {
    return switch (kind.type().toString()) {
      case "services" -> services.write(kind, key.name(), dryRun, write);
      case "persistentvolumeclaims" ->
          part.isEmpty()
              ? with(
                  kind,
                  growing().thenApply(some -> ClaimStrategy.ofChanged(kind.definition(), some)),
                  write)
              : write.apply(kind);
      case "priorityclasses.scheduling.k8s.io" -> with(kind, priorityClasses(kind), write);
      case CERTIFICATES ->
          write.apply(
              kind.with(
                  part.equals("approval")
                      ? new ApprovalStrategy(kind.definition(), access(user))
                      : new CertificateStrategy(kind.definition(), access(user))));
      default -> write.apply(kind);
    };
  }

  private SignerAccess access(UserInfo user) {
    return new SignerAccess(user, timers.now(), authorizer);
  }

  private static <T> CompletionStage<T> with(
      ServedKind kind,
      CompletionStage<? extends Strategy> strategy,
      Function<ServedKind, CompletionStage<T>> write) {
    return strategy.thenCompose(found -> write.apply(kind.with(found)));
  }

  private CompletionStage<Strategy> priorityClasses(ServedKind kind) {
    return objects
        .all(kind.type().group(), kind.type().plural(), VersionMatch.mostRecent())
        .thenApply(PriorityClassStrategy::usual)
        .thenApply(usual -> usual.map(each -> each.at("/metadata/name").asText()).orElse(""))
        .thenApply(usual -> new PriorityClassStrategy(kind.definition(), usual));
  }

  private CompletionStage<Strategy> claimsOf(ServedKind kind, String namespace) {
    return objects
        .find("", "namespaces", null, namespace)
        .thenApply(found -> found.orElseGet(MissingNode::getInstance))
        .thenApply(found -> DeviceClaimStrategy.in(kind.definition(), found));
  }

  /** The classes of storage that lets itself be made larger. */
  private CompletionStage<Set<String>> growing() {
    return objects
        .all("storage.k8s.io", "storageclasses", VersionMatch.mostRecent())
        .thenApply(
            all ->
                all.stream()
                    .filter(each -> each.path("allowVolumeExpansion").asBoolean())
                    .map(each -> each.path("metadata").path("name").asText())
                    .collect(Collectors.toUnmodifiableSet()));
  }
}
