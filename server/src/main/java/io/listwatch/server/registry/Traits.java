package io.listwatch.server.registry;

import io.listwatch.objects.schema.NameRule;
import java.util.Set;

/**
 * The facts in which kinds differ when their objects are written.
 *
 * @param names what names must look like
 * @param qualifiedFinalizers whether finalizers have a domain, but for a few
 * @param unconditionalUpdate whether a PUT may leave out the version that it replaces
 * @param createOnUpdate whether a PUT makes what does not exist
 * @param answersDeleted whether a client that deletes is shown the object
 * @param orphansByDefault whether what an object owns survives it unless asked otherwise
 * @param collected whether deletion cares about owned objects at all
 * @param counted whether objects have a generation
 * @param revalidated whether a change is checked like a new object, too
 */
public record Traits(
    NameRule names,
    boolean qualifiedFinalizers,
    boolean unconditionalUpdate,
    boolean createOnUpdate,
    boolean answersDeleted,
    boolean orphansByDefault,
    boolean collected,
    boolean counted,
    boolean revalidated) {
  private static final Set<String> LABEL_NAMED =
      Set.of("namespaces", "services", "statefulsets.apps");

  private static final Set<String> PATH_NAMED =
      Set.of(
          "certificatesigningrequests.certificates.k8s.io",
          "clusterrolebindings.rbac.authorization.k8s.io",
          "clusterroles.rbac.authorization.k8s.io",
          "events",
          // Named after addresses, which its rules look at.
          "ipaddresses.networking.k8s.io",
          "poddisruptionbudgets.policy",
          "rolebindings.rbac.authorization.k8s.io",
          "roles.rbac.authorization.k8s.io");

  private static final String ADMISSION = "admissionregistration.k8s.io";

  private static final Set<String> PLAIN_FINALIZERS =
      Set.of(
          "apiservices.apiregistration.k8s.io",
          "customresourcedefinitions.apiextensions.k8s.io",
          "events",
          "leases.coordination.k8s.io",
          "poddisruptionbudgets.policy",
          "runtimeclasses.node.k8s.io");

  private static final Set<String> VERSION_NEEDED =
      Set.of(
          "apiservices.apiregistration.k8s.io",
          "csidrivers.storage.k8s.io",
          "csinodes.storage.k8s.io",
          "csistoragecapacities.storage.k8s.io",
          "customresourcedefinitions.apiextensions.k8s.io",
          "leases.coordination.k8s.io",
          "mutatingadmissionpolicies.admissionregistration.k8s.io",
          "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
          "mutatingwebhookconfigurations.admissionregistration.k8s.io",
          "poddisruptionbudgets.policy",
          "runtimeclasses.node.k8s.io",
          "validatingadmissionpolicies.admissionregistration.k8s.io",
          "validatingadmissionpolicybindings.admissionregistration.k8s.io",
          "validatingwebhookconfigurations.admissionregistration.k8s.io",
          "volumeattachments.storage.k8s.io");

  private static final Set<String> CREATED_ON_UPDATE =
      Set.of(
          "clusterrolebindings.rbac.authorization.k8s.io",
          "clusterroles.rbac.authorization.k8s.io",
          "endpoints",
          "events",
          "events.events.k8s.io",
          "leases.coordination.k8s.io",
          "limitranges",
          "rolebindings.rbac.authorization.k8s.io",
          "roles.rbac.authorization.k8s.io",
          "services");

  private static final Set<String> ANSWERED =
      Set.of(
          "namespaces",
          "persistentvolumeclaims",
          "persistentvolumes",
          "pods",
          "podtemplates",
          "resourcequotas",
          "serviceaccounts",
          "services");

  private static final Set<String> ANSWERED_GROUPS = Set.of("storage.k8s.io", "resource.k8s.io");

  private static final Set<String> UNANSWERED = Set.of("csistoragecapacities.storage.k8s.io");

  private static final Set<String> ORPHANED = Set.of("jobs.batch", "replicationcontrollers");

  private static final Set<String> UNCOLLECTED = Set.of("events", "events.events.k8s.io");

  private static final Set<String> COUNTED =
      Set.of(
          "cronjobs.batch",
          "customresourcedefinitions.apiextensions.k8s.io",
          "daemonsets.apps",
          "deployments.apps",
          "deviceclasses.resource.k8s.io",
          "endpointslices.discovery.k8s.io",
          "flowschemas.flowcontrol.apiserver.k8s.io",
          "ingressclasses.networking.k8s.io",
          "ingresses.networking.k8s.io",
          "jobs.batch",
          "mutatingadmissionpolicies.admissionregistration.k8s.io",
          "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
          "mutatingwebhookconfigurations.admissionregistration.k8s.io",
          "networkpolicies.networking.k8s.io",
          "poddisruptionbudgets.policy",
          "pods",
          "podtemplates",
          "priorityclasses.scheduling.k8s.io",
          "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
          "replicasets.apps",
          "replicationcontrollers",
          "resourceslices.resource.k8s.io",
          "statefulsets.apps",
          "validatingadmissionpolicies.admissionregistration.k8s.io",
          "validatingadmissionpolicybindings.admissionregistration.k8s.io",
          "validatingwebhookconfigurations.admissionregistration.k8s.io");

  private static final Set<String> REVALIDATED =
      Set.of(
          "certificatesigningrequests.certificates.k8s.io",
          "clusterrolebindings.rbac.authorization.k8s.io",
          "clusterroles.rbac.authorization.k8s.io",
          "configmaps",
          "controllerrevisions.apps",
          "cronjobs.batch",
          "daemonsets.apps",
          "deployments.apps",
          "deviceclasses.resource.k8s.io",
          "endpoints",
          "endpointslices.discovery.k8s.io",
          "flowschemas.flowcontrol.apiserver.k8s.io",
          "horizontalpodautoscalers.autoscaling",
          "ingressclasses.networking.k8s.io",
          "ingresses.networking.k8s.io",
          "ipaddresses.networking.k8s.io",
          "jobs.batch",
          "limitranges",
          "namespaces",
          "networkpolicies.networking.k8s.io",
          "nodes",
          "persistentvolumeclaims",
          "persistentvolumes",
          "pods",
          "podtemplates",
          "priorityclasses.scheduling.k8s.io",
          "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
          "replicasets.apps",
          "replicationcontrollers",
          "resourceclaims.resource.k8s.io",
          "resourceclaimtemplates.resource.k8s.io",
          "resourcequotas",
          "resourceslices.resource.k8s.io",
          "rolebindings.rbac.authorization.k8s.io",
          "roles.rbac.authorization.k8s.io",
          "secrets",
          "serviceaccounts",
          "servicecidrs.networking.k8s.io",
          "services",
          "storageclasses.storage.k8s.io",
          "volumeattributesclasses.storage.k8s.io");

  private static final Traits CUSTOM =
      new Traits(NameRule.SUBDOMAIN, false, false, false, false, false, true, true, false);

  public static Traits of(ResourceDefinition definition) {
    return definition.custom() ? CUSTOM : ofBuiltIn(definition);
  }

  private static Traits ofBuiltIn(ResourceDefinition definition) {
    String resource = definition.type().toString();
    return new Traits(
        nameRule(resource),
        !PLAIN_FINALIZERS.contains(resource) && !ADMISSION.equals(definition.type().group()),
        !VERSION_NEEDED.contains(resource),
        CREATED_ON_UPDATE.contains(resource),
        answersDeleted(resource, definition.type().group()),
        ORPHANED.contains(resource),
        !UNCOLLECTED.contains(resource),
        COUNTED.contains(resource),
        REVALIDATED.contains(resource));
  }

  private static boolean answersDeleted(String resource, String group) {
    return ANSWERED.contains(resource)
        || (ANSWERED_GROUPS.contains(group) && !UNANSWERED.contains(resource));
  }

  private static NameRule nameRule(String resource) {
    if (LABEL_NAMED.contains(resource)) {
      return NameRule.LABEL;
    }
    return PATH_NAMED.contains(resource) ? NameRule.PATH_SEGMENT : NameRule.SUBDOMAIN;
  }
}
