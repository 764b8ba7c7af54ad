package io.listwatch.objects.kinds.validation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProfileAnnotationsTest {
  private static final String ARMOR = "container.apparmor.security.beta.kubernetes.io";
  private static final String SECCOMP = "container.seccomp.security.alpha.kubernetes.io";

  private static CheckedObject annotated(CheckedObject object, String prefix, String profile) {
    return object.with("/metadata/annotations", "{'%s/main':'%s'}".formatted(prefix, profile));
  }

  @Test
  void rejectsUnknownProfilesAndContainers() {
    CheckedObject pod = ValidObjects.pod();

    assertThat(annotated(pod, ARMOR, "localhost/p").faults()).isEmpty();
    assertThat(annotated(pod, ARMOR, "other").faults())
        .containsExactly(
            "metadata.annotations[%s/main]: Invalid value: \"other\": invalid AppArmor profile name: \"other\""
                .formatted(ARMOR));
    assertThat(pod.with("/metadata/annotations", "{'%s/x':'unconfined'}".formatted(ARMOR)).faults())
        .containsExactly(
            "metadata.annotations[%s/x]: Invalid value: \"x\": container not found"
                .formatted(ARMOR));
    assertThat(annotated(pod, SECCOMP, "docker/default").faults()).isEmpty();
    assertThat(annotated(pod, SECCOMP, "other").faults())
        .contains(
            "metadata.annotations.%s/main: Invalid value: \"other\": must be a valid seccomp profile"
                .formatted(SECCOMP));
  }

  @Test
  void requiresAnnotationsAndFieldsToAgree() {
    CheckedObject pod =
        ValidObjects.pod()
            .with(
                "/spec/containers/0/securityContext/appArmorProfile",
                "{'type':'Localhost','localhostProfile':'p'}");
    String place = "spec.containers[0].securityContext.";

    assertThat(annotated(pod, ARMOR, "localhost/p").faults()).isEmpty();
    assertThat(annotated(pod, ARMOR, "localhost/q").faults())
        .containsExactly(
            place
                + "appArmorProfile.localhostProfile: Forbidden: apparmor profile in annotation and"
                + " field must match");
    assertThat(annotated(pod, ARMOR, "unconfined").faults())
        .containsExactly(
            place
                + "appArmorProfile.type: Forbidden: apparmor type in annotation and field must"
                + " match");
    assertThat(annotated(pod, SECCOMP, "unconfined").faults())
        .containsExactly(
            place
                + "seccompProfile.type: Forbidden: seccomp type in annotation and field must"
                + " match");
  }

  @Test
  void appArmorAnnotationsAreImmutable() {
    CheckedObject pod = ValidObjects.pod();
    CheckedObject annotated = annotated(pod, ARMOR, "unconfined");
    String place = "metadata.annotations[%s/main]: Forbidden: ".formatted(ARMOR);

    assertThat(annotated.faultsAfter(annotated)).isEmpty();
    assertThat(annotated.faultsAfter(pod))
        .containsExactly(place + "may not add AppArmor annotations");
    assertThat(pod.faultsAfter(annotated))
        .containsExactly(place + "may not remove or update AppArmor annotations");
  }

  @Test
  void warnsAboutDeprecatedAnnotations() {
    CheckedObject deployment = ValidObjects.deployment();
    String both =
        "{'%s/main':'unconfined','%s/main':'runtime/default','scheduler.alpha.kubernetes.io/critical-pod':''}"
            .formatted(ARMOR, SECCOMP);
    CheckedObject odd = deployment.with("/spec/template/metadata/annotations", both);
    String place = "spec.template.metadata.annotations[";

    assertThat(KindRules.of("deployments.apps").warnings(odd.tree(), null))
        .containsExactly(
            place
                + "scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the"
                + " \"priorityClassName\" field instead",
            place
                + SECCOMP
                + "/main]: non-functional in v1.27+; use the \"seccompProfile\" field instead",
            place
                + ARMOR
                + "/main]: deprecated since v1.30; use the \"appArmorProfile\" field instead");
  }

  @Test
  void doesNotWarnIfThePodHasTheSameProfile() {
    CheckedObject odd =
        ValidObjects.deployment()
            .with(
                "/spec/template/metadata/annotations", "{'%s/main':'unconfined'}".formatted(ARMOR))
            .with(
                "/spec/template/spec/securityContext", "{'appArmorProfile':{'type':'Unconfined'}}");

    assertThat(KindRules.of("deployments.apps").warnings(odd.tree(), null)).isEmpty();
  }
}
