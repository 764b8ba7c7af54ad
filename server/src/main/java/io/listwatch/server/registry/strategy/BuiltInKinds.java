package io.listwatch.server.registry.strategy;

import static io.listwatch.server.registry.strategy.BuiltInKind.kind;
import static java.util.stream.Collectors.toUnmodifiableMap;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.custom.CustomStrategy;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.table.AccessRows;
import io.listwatch.server.registry.table.AutoscalerRow;
import io.listwatch.server.registry.table.ComputedRow;
import io.listwatch.server.registry.table.ControlRows;
import io.listwatch.server.registry.table.EndpointRows;
import io.listwatch.server.registry.table.EventRow;
import io.listwatch.server.registry.table.IngressRows;
import io.listwatch.server.registry.table.JobRows;
import io.listwatch.server.registry.table.NodeRow;
import io.listwatch.server.registry.table.PodRow;
import io.listwatch.server.registry.table.PolicyRows;
import io.listwatch.server.registry.table.ServiceRow;
import io.listwatch.server.registry.table.StorageRows;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The registrations of all built-in kinds: one for each kind of {@code resources.txt}, shared by
 * its versions.
 *
 * <p>Thread-safe.
 */
public final class BuiltInKinds {
  /** By resource, such as {@code deployments.apps}. A second registration of a resource throws. */
  private static final Map<String, BuiltInKind> REGISTRATIONS =
      Stream.of(core(), workloads(), network(), storage(), access(), admission(), cluster())
          .flatMap(Function.identity())
          .collect(toUnmodifiableMap(BuiltInKind::resource, Function.identity()));

  private BuiltInKinds() {}

  /**
   * Returns the registration of a kind.
   *
   * @throws IllegalArgumentException if the kind is not built in
   */
  static BuiltInKind of(ResourceType type) {
    BuiltInKind kind = REGISTRATIONS.get(type.toString());
    if (kind == null) {
      throw new IllegalArgumentException("kind: %s (expected: a built-in one)".formatted(type));
    }
    return kind;
  }

  /** Returns the strategy of a kind, built in or custom. */
  public static Strategy strategy(ResourceDefinition definition) {
    return definition.custom()
        ? new CustomStrategy(definition.written().hasStatus(), definition.content())
        : of(definition.type()).strategy(definition);
  }

  /** Returns the table row of a kind whose cells are computed from the whole object. */
  public static ComputedRow row(ResourceType type) {
    return of(type)
        .row()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "kind: %s (expected: one with a table row)".formatted(type)));
  }

  static Set<String> resources() {
    return REGISTRATIONS.keySet();
  }

  /** The core API group. */
  private static Stream<BuiltInKind> core() {
    return Stream.of(
        kind("bindings"),
        kind("componentstatuses").row(ControlRows::component),
        kind("configmaps"),
        kind("endpoints").row(EndpointRows::endpoints),
        kind("events").row(EventRow::cells),
        kind("limitranges"),
        kind("namespaces"),
        kind("nodes").row(NodeRow::cells),
        kind("persistentvolumeclaims")
            .prerequisites(ClaimPrerequisites::new)
            .row(StorageRows::claim),
        kind("persistentvolumes").row(StorageRows::volume),
        kind("pods").row(PodRow.ROW),
        kind("podtemplates"),
        kind("replicationcontrollers"),
        kind("resourcequotas").row(PolicyRows::quota),
        kind("secrets"),
        kind("serviceaccounts"),
        kind("services").prerequisites(ServiceAddresses::new).row(ServiceRow::cells));
  }

  /** {@code apps}, {@code batch} and {@code autoscaling}. */
  private static Stream<BuiltInKind> workloads() {
    return Stream.of(
        kind("controllerrevisions.apps").row(ControlRows::revision),
        kind("daemonsets.apps"),
        kind("deployments.apps"),
        kind("replicasets.apps"),
        kind("statefulsets.apps"),
        kind("cronjobs.batch").row(JobRows::cronJob),
        kind("jobs.batch").row(JobRows::job),
        kind("horizontalpodautoscalers.autoscaling").row(AutoscalerRow::cells));
  }

  /** {@code networking.k8s.io} and {@code discovery.k8s.io}. */
  private static Stream<BuiltInKind> network() {
    return Stream.of(
        kind("ingressclasses.networking.k8s.io").row(IngressRows::ingressClass),
        kind("ingresses.networking.k8s.io")
            .prerequisites(IngressPrerequisites::new)
            .row(IngressRows::ingress),
        kind("ipaddresses.networking.k8s.io").row(IngressRows::address),
        kind("networkpolicies.networking.k8s.io"),
        kind("servicecidrs.networking.k8s.io"),
        kind("endpointslices.discovery.k8s.io").row(EndpointRows::slice));
  }

  /** {@code storage.k8s.io} and {@code resource.k8s.io}. */
  private static Stream<BuiltInKind> storage() {
    return Stream.of(
        kind("csidrivers.storage.k8s.io").row(StorageRows::driver),
        kind("csinodes.storage.k8s.io"),
        kind("csistoragecapacities.storage.k8s.io"),
        kind("storageclasses.storage.k8s.io").row(StorageRows::storageClass),
        kind("volumeattachments.storage.k8s.io"),
        kind("volumeattributesclasses.storage.k8s.io"),
        kind("deviceclasses.resource.k8s.io"),
        kind("resourceclaims.resource.k8s.io")
            .prerequisites(DeviceClaimPrerequisites::new)
            .row(StorageRows::deviceClaim),
        kind("resourceclaimtemplates.resource.k8s.io").prerequisites(DeviceClaimPrerequisites::new),
        kind("resourceslices.resource.k8s.io"));
  }

  /** Authentication, authorization, certificates and disruption budgets. */
  private static Stream<BuiltInKind> access() {
    return Stream.of(
        kind("selfsubjectreviews.authentication.k8s.io"),
        kind("tokenreviews.authentication.k8s.io"),
        kind("localsubjectaccessreviews.authorization.k8s.io"),
        kind("selfsubjectaccessreviews.authorization.k8s.io"),
        kind("selfsubjectrulesreviews.authorization.k8s.io"),
        kind("subjectaccessreviews.authorization.k8s.io"),
        kind("clusterrolebindings.rbac.authorization.k8s.io").row(AccessRows::binding),
        kind("clusterroles.rbac.authorization.k8s.io"),
        kind("rolebindings.rbac.authorization.k8s.io").row(AccessRows::binding),
        kind("roles.rbac.authorization.k8s.io"),
        kind("certificatesigningrequests.certificates.k8s.io")
            .strategy(
                request -> new CertificateStrategy(request.written(), SignerAccess.NONE, true))
            .prerequisites(CertificatePrerequisites::new)
            .row(AccessRows::certificateRequest),
        kind("poddisruptionbudgets.policy"));
  }

  /** {@code admissionregistration.k8s.io}. */
  private static Stream<BuiltInKind> admission() {
    return Stream.of(
        kind("mutatingadmissionpolicies.admissionregistration.k8s.io")
            .row(PolicyRows::admissionPolicy),
        kind("mutatingadmissionpolicybindings.admissionregistration.k8s.io")
            .row(PolicyRows::admissionBinding),
        kind("mutatingwebhookconfigurations.admissionregistration.k8s.io"),
        kind("validatingadmissionpolicies.admissionregistration.k8s.io")
            .row(PolicyRows::admissionPolicy),
        kind("validatingadmissionpolicybindings.admissionregistration.k8s.io")
            .row(PolicyRows::admissionBinding),
        kind("validatingwebhookconfigurations.admissionregistration.k8s.io"));
  }

  /** The API groups of one or two kinds. */
  private static Stream<BuiltInKind> cluster() {
    return Stream.of(
        kind("customresourcedefinitions.apiextensions.k8s.io"),
        kind("apiservices.apiregistration.k8s.io").row(ControlRows::apiService),
        kind("leases.coordination.k8s.io"),
        kind("events.events.k8s.io").row(EventRow::cells),
        kind("flowschemas.flowcontrol.apiserver.k8s.io").row(PolicyRows::flowSchema),
        kind("prioritylevelconfigurations.flowcontrol.apiserver.k8s.io")
            .row(PolicyRows::priorityLevel),
        kind("runtimeclasses.node.k8s.io"),
        kind("priorityclasses.scheduling.k8s.io").prerequisites(PriorityClassPrerequisites::new));
  }
}
