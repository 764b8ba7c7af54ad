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
        kind("certificatesigningrequests.certificates.k8s.io")
            .validation(new CertificateRules())
            .build(),
        kind("clusterrolebindings" + RBAC).validation(new RbacRules.Binding(false)).build(),
        kind("clusterroles" + RBAC).validation(new RbacRules.Role(false)).build(),
        kind("rolebindings" + RBAC).validation(new RbacRules.Binding(true)).build(),
        kind("roles" + RBAC).validation(new RbacRules.Role(true)).build(),
        kind("mutatingadmissionpolicies" + ADMISSION).validation(new PolicyRules(true)).build(),
        kind("mutatingadmissionpolicybindings" + ADMISSION)
            .validation(new PolicyRules.Binding(true))
            .build(),
        kind("mutatingwebhookconfigurations" + ADMISSION).validation(new WebhookRules()).build(),
        kind("validatingadmissionpolicies" + ADMISSION).validation(new PolicyRules(false)).build(),
        kind("validatingadmissionpolicybindings" + ADMISSION)
            .validation(new PolicyRules.Binding(false))
            .build(),
        kind("validatingwebhookconfigurations" + ADMISSION).validation(new WebhookRules()).build(),
        kind("poddisruptionbudgets.policy").validation(new DisruptionBudgetRules()).build());
  }
}
