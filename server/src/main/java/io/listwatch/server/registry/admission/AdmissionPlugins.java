package io.listwatch.server.registry.admission;

import java.util.List;
import java.util.Set;

/** The names of kube-apiserver's admission plug-ins. */
public final class AdmissionPlugins {
  /** All plug-ins in the order in which they run. */
  public static final List<String> ORDER =
      List.of(
          "AlwaysAdmit",
          "NamespaceAutoProvision",
          "NamespaceLifecycle",
          "NamespaceExists",
          "LimitPodHardAntiAffinityTopology",
          "LimitRanger",
          "ServiceAccount",
          "NodeRestriction",
          "TaintNodesByCondition",
          "AlwaysPullImages",
          "ImagePolicyWebhook",
          "PodSecurity",
          "PodNodeSelector",
          "Priority",
          "DefaultTolerationSeconds",
          "PodTolerationRestriction",
          "EventRateLimit",
          "ExtendedResourceToleration",
          "DefaultStorageClass",
          "StorageObjectInUseProtection",
          "PodGroupProtection",
          "OwnerReferencesPermissionEnforcement",
          "PersistentVolumeClaimResize",
          "RuntimeClass",
          "CertificateApproval",
          "CertificateSigning",
          "ClusterTrustBundleAttest",
          "CertificateSubjectRestriction",
          "DefaultIngressClass",
          "DenyServiceExternalIPs",
          "PodTopologyLabels",
          "PodGroupWorkloadExists",
          "NodeDeclaredFeatureValidator",
          "JobValidation",
          "PodResizeValidator",
          "MutatingAdmissionPolicy",
          "MutatingAdmissionWebhook",
          "ValidatingAdmissionPolicy",
          "ValidatingAdmissionWebhook",
          "ResourceQuota",
          "AlwaysDeny");

  /** The plug-ins that run unless they are disabled. */
  static final Set<String> ON =
      Set.of(
          "NamespaceLifecycle",
          "LimitRanger",
          "ServiceAccount",
          "TaintNodesByCondition",
          "PodSecurity",
          "Priority",
          "DefaultTolerationSeconds",
          "DefaultStorageClass",
          "StorageObjectInUseProtection",
          "PodGroupProtection",
          "PersistentVolumeClaimResize",
          "RuntimeClass",
          "CertificateApproval",
          "CertificateSigning",
          "ClusterTrustBundleAttest",
          "CertificateSubjectRestriction",
          "DefaultIngressClass",
          "PodTopologyLabels",
          "PodGroupWorkloadExists",
          "NodeDeclaredFeatureValidator",
          "JobValidation",
          "PodResizeValidator",
          "MutatingAdmissionPolicy",
          "MutatingAdmissionWebhook",
          "ValidatingAdmissionPolicy",
          "ValidatingAdmissionWebhook",
          "ResourceQuota");

  /**
   * The plug-ins that kube-apiserver has and this server does not have. Enabling one is an error.
   */
  static final Set<String> NOT_BUILT = Set.of("ImagePolicyWebhook");

  private AdmissionPlugins() {}
}
