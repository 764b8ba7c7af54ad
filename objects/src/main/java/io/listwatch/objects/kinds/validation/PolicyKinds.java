package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.KindRules.kind;

import java.util.List;

/**
 * The rules of the kinds that control access and admission: the API groups {@code
 * admissionregistration.k8s.io}, {@code certificates.k8s.io}, {@code policy} and {@code
 * rbac.authorization.k8s.io}.
 */
final class PolicyKinds {
  private static final String ADMISSION = ".admissionregistration.k8s.io";
  private static final String RBAC = ".rbac.authorization.k8s.io";

  private PolicyKinds() {}

  static List<KindRules> rules() {
    return List.of(
        kind(
                "certificatesigningrequests.certificates.k8s.io",
                "certificates/v1.CertificateSigningRequest")
            .validation(new CertificateRules())
            .build(),
        kind("clusterrolebindings" + RBAC, "rbac/v1.ClusterRoleBinding")
            .validation(new RbacRules.Binding(false))
            .build(),
        kind("clusterroles" + RBAC, "rbac/v1.ClusterRole")
            .validation(new RbacRules.Role(false))
            .build(),
        kind("rolebindings" + RBAC, "rbac/v1.RoleBinding")
            .validation(new RbacRules.Binding(true))
            .build(),
        kind("roles" + RBAC, "rbac/v1.Role").validation(new RbacRules.Role(true)).build(),
        kind(
                "mutatingadmissionpolicies" + ADMISSION,
                "admissionregistration/v1.MutatingAdmissionPolicy")
            .validation(new PolicyRules(true))
            .build(),
        kind(
                "mutatingadmissionpolicybindings" + ADMISSION,
                "admissionregistration/v1.MutatingAdmissionPolicyBinding")
            .validation(new PolicyRules.Binding(true))
            .build(),
        kind(
                "mutatingwebhookconfigurations" + ADMISSION,
                "admissionregistration/v1.MutatingWebhookConfiguration")
            .validation(new WebhookRules())
            .build(),
        kind(
                "validatingadmissionpolicies" + ADMISSION,
                "admissionregistration/v1.ValidatingAdmissionPolicy")
            .validation(new PolicyRules(false))
            .build(),
        kind(
                "validatingadmissionpolicybindings" + ADMISSION,
                "admissionregistration/v1.ValidatingAdmissionPolicyBinding")
            .validation(new PolicyRules.Binding(false))
            .build(),
        kind(
                "validatingwebhookconfigurations" + ADMISSION,
                "admissionregistration/v1.ValidatingWebhookConfiguration")
            .validation(new WebhookRules())
            .build(),
        kind("poddisruptionbudgets.policy", "policy/v1.PodDisruptionBudget")
            .validation(new DisruptionBudgetRules())
            .build());
  }
}
