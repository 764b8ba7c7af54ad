package io.listwatch.objects.kinds.validation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with objects of a built-in kind, beyond their metadata, in the reference's words.
 * Objects are looked at when what their senders left out has been filled in.
 *
 * <p>Thread-safe. Kinds without rules cost nothing.
 */
public final class KindValidation {
  private static final Map<String, KindRules> RULES =
      Map.ofEntries(
          Map.entry("apiservices.apiregistration.k8s.io", new ApiServiceRules()),
          Map.entry("certificatesigningrequests.certificates.k8s.io", new CertificateRules()),
          Map.entry("clusterrolebindings.rbac.authorization.k8s.io", new RbacRules.Binding(false)),
          Map.entry("clusterroles.rbac.authorization.k8s.io", new RbacRules.Role(false)),
          Map.entry("configmaps", new ConfigRules.ConfigMap()),
          Map.entry("controllerrevisions.apps", new RevisionRules()),
          Map.entry("cronjobs.batch", new CronJobRules()),
          Map.entry("csidrivers.storage.k8s.io", new DriverRules.Driver()),
          Map.entry("csinodes.storage.k8s.io", new DriverRules.Node()),
          Map.entry("csistoragecapacities.storage.k8s.io", new VolumePartRules.Capacity()),
          Map.entry("daemonsets.apps", new WorkloadRules.DaemonSet()),
          Map.entry("deployments.apps", new WorkloadRules.Deployment()),
          Map.entry("deviceclasses.resource.k8s.io", new DeviceClassRules()),
          Map.entry("endpoints", new EndpointRules.Endpoints()),
          Map.entry("endpointslices.discovery.k8s.io", new EndpointRules.Slice()),
          Map.entry("events", EventRules.ofCore()),
          Map.entry("events.events.k8s.io", EventRules.ofGroup()),
          Map.entry("flowschemas.flowcontrol.apiserver.k8s.io", new FlowRules.Schema()),
          Map.entry("horizontalpodautoscalers.autoscaling", new AutoscalerRules()),
          Map.entry("ingressclasses.networking.k8s.io", new IngressRules.IngressClass()),
          Map.entry("ingresses.networking.k8s.io", new IngressRules()),
          Map.entry("ipaddresses.networking.k8s.io", new RangeRules.Taken()),
          Map.entry("jobs.batch", new JobRules()),
          Map.entry("leases.coordination.k8s.io", new LeaseRules()),
          Map.entry("limitranges", new LimitRangeRules()),
          Map.entry(
              "mutatingadmissionpolicies.admissionregistration.k8s.io", new PolicyRules(true)),
          Map.entry(
              "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
              new PolicyRules.Binding(true)),
          Map.entry(
              "mutatingwebhookconfigurations.admissionregistration.k8s.io", new WebhookRules()),
          Map.entry("namespaces", new NamespaceRules()),
          Map.entry("networkpolicies.networking.k8s.io", new NetworkPolicyRules()),
          Map.entry("nodes", new NodeRules()),
          Map.entry("persistentvolumeclaims", new ClaimRules()),
          Map.entry("persistentvolumes", new PersistentVolumeRules()),
          Map.entry("poddisruptionbudgets.policy", new DisruptionBudgetRules()),
          Map.entry("pods", new PodRules()),
          Map.entry("podtemplates", new WorkloadRules.PodTemplate()),
          Map.entry("priorityclasses.scheduling.k8s.io", new PriorityClassRules()),
          Map.entry(
              "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io", new FlowRules.Level()),
          Map.entry("replicasets.apps", new WorkloadRules.ReplicaSet()),
          Map.entry("replicationcontrollers", new WorkloadRules.ReplicationController()),
          Map.entry("resourceclaims.resource.k8s.io", new DeviceClaimRules()),
          Map.entry("resourceclaimtemplates.resource.k8s.io", new DeviceClaimRules.Template()),
          Map.entry("resourcequotas", new QuotaRules()),
          Map.entry("rolebindings.rbac.authorization.k8s.io", new RbacRules.Binding(true)),
          Map.entry("roles.rbac.authorization.k8s.io", new RbacRules.Role(true)),
          Map.entry("runtimeclasses.node.k8s.io", new RuntimeClassRules()),
          Map.entry("secrets", new ConfigRules.Secret()),
          Map.entry("servicecidrs.networking.k8s.io", new RangeRules.Range()),
          Map.entry("services", new ServiceRules()),
          Map.entry("statefulsets.apps", new StatefulSetRules()),
          Map.entry("storageclasses.storage.k8s.io", new StorageClassRules()),
          Map.entry(
              "validatingadmissionpolicies.admissionregistration.k8s.io", new PolicyRules(false)),
          Map.entry(
              "validatingadmissionpolicybindings.admissionregistration.k8s.io",
              new PolicyRules.Binding(false)),
          Map.entry(
              "validatingwebhookconfigurations.admissionregistration.k8s.io", new WebhookRules()),
          Map.entry("volumeattachments.storage.k8s.io", new VolumePartRules.Attachment()),
          Map.entry("volumeattributesclasses.storage.k8s.io", new VolumePartRules.Attributes()));

  private final @Nullable KindRules rules;

  private KindValidation(@Nullable KindRules rules) {
    this.rules = rules;
  }

  public static KindValidation of(ResourceType type) {
    return new KindValidation(RULES.get(type.toString()));
  }

  /** Looks at a new object. */
  public void check(ObjectNode object, List<FieldError> errors) {
    if (rules != null) {
      rules.check(Field.root(object, errors));
    }
  }

  /** Looks at what an object is to become, and at the change. */
  public void checkChange(ObjectNode next, ObjectNode old, List<FieldError> errors) {
    if (rules != null) {
      rules.checkChange(Field.root(next, errors), before(old));
    }
  }

  /** Looks at a change of the status, when nothing else has changed. */
  public void checkStatus(ObjectNode next, ObjectNode old, List<FieldError> errors) {
    if (rules != null) {
      rules.checkStatus(Field.root(next, errors), before(old));
    }
  }

  /** Nobody complains about what was. */
  static Field before(ObjectNode old) {
    return Field.root(old, new ArrayList<>(0));
  }
}
