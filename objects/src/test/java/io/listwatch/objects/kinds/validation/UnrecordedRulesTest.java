package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.ValidObjects.cronJob;
import static io.listwatch.objects.kinds.validation.ValidObjects.job;
import static io.listwatch.objects.kinds.validation.ValidObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Rules that the recorded tables cannot cover: objects that kube-apiserver no longer lets clients
 * create, objects that are being deleted, generated fields, and messages that differ on purpose.
 */
final class UnrecordedRulesTest {
  @Test
  void deletedClaimGetsNoNewConsumers() {
    CheckedObject claim =
        ValidClusterObjects.claim().with("/metadata/deletionTimestamp", "'2026-01-01T00:00:00Z'");

    CheckedObject next =
        claim.with("/status/reservedFor/1", "{'resource':'pods','name':'o','uid':'o'}");

    assertThat(next.statusFaultsAfter(claim))
        .containsExactly(
            "status.reservedFor: Forbidden: new entries may not be added while"
                + " `deallocationRequested` or `deletionTimestamp` are set");
    assertThat(claim.statusFaultsAfter(claim)).isEmpty();
  }

  @Test
  void namespacePhaseMustAgreeWithDeletionTimestamp() {
    CheckedObject deleted =
        ValidObjects.object("namespaces", "'status':{'phase':'Active'}")
            .with("/metadata/deletionTimestamp", "'2026-01-01T00:00:00Z'");

    assertThat(deleted.statusFaultsAfter(deleted))
        .containsExactly(
            "status.Phase: Invalid value: \"Active\": may only be 'Terminating' if"
                + " `deletionTimestamp` is not empty");
    assertThat(deleted.with("/status/phase", "'Terminating'").statusFaultsAfter(deleted)).isEmpty();
  }

  @Test
  void jobWithoutManualSelectorNeedsGeneratedLabels() {
    CheckedObject job = job().with("/spec/manualSelector", "false");
    String labels = "spec.template.metadata.labels";

    assertThat(job.faults())
        .containsExactly(
            labels + "[controller-uid]: Required value: must be 'u'",
            labels + "[job-name]: Required value: must be 'x'",
            labels + "[batch.kubernetes.io/controller-uid]: Required value: must be 'u'",
            labels + "[batch.kubernetes.io/job-name]: Required value: must be 'x'",
            "spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"a\"}}: `selector` not"
                + " auto-generated");
  }

  @Test
  void rejectsWrongLabelInAdditionToGeneratedOnes() {
    CheckedObject job =
        job()
            .with("/spec/manualSelector", "false")
            .with("/spec/selector/matchLabels", "{'batch.kubernetes.io/controller-uid':'u'}")
            .with(
                "/spec/template/metadata/labels",
                "{'controller-uid':'u','job-name':'x','batch.kubernetes.io/controller-uid':'u',"
                    + "'batch.kubernetes.io/job-name':'x'}");

    assertThat(job.faults()).isEmpty();
    assertThat(job.with("/spec/template/metadata/labels/job-name", "'other'").faults())
        .singleElement()
        .asString()
        .startsWith("spec.template.metadata.labels[job-name]: Invalid value: {")
        .endsWith("}: must be 'x'");
  }

  @Test
  void keepsTimeZoneInScheduleOfOldCronJob() {
    CheckedObject old = cronJob().with("/spec/schedule", "'TZ=UTC 0 0 * * *'");

    CheckedObject zonedTwice = old.with("/spec/timeZone", "'Europe/Paris'");

    assertThat(old.faultsAfter(old)).isEmpty();
    assertThat(zonedTwice.faultsAfter(old))
        .containsExactly(
            "spec.schedule: Invalid value: \"TZ=UTC 0 0 * * *\": cannot use both timeZone field and"
                + " TZ or CRON_TZ in schedule");
    assertThat(KindRules.of("cronjobs.batch").warnings(old.tree(), old.tree()))
        .containsExactly(
            "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see"
                + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more"
                + " details");
  }

  @Test
  void warnsAboutTemplateWhenDaemonSetGenerationChanges() {
    String generation = "/metadata/annotations/deprecated.daemonset.template.generation";
    CheckedObject old =
        ValidObjects.daemonSet()
            .with("/spec/template/spec/nodeSelector", "{'beta.kubernetes.io/arch':'x'}")
            .with(generation, "'1'");
    KindRules rules = KindRules.of("daemonsets.apps");

    List<String> warnings = rules.warnings(old.with(generation, "'2'").tree(), old.tree());

    assertThat(warnings)
        .containsExactly(
            "spec.template.spec.nodeSelector[beta.kubernetes.io/arch]: deprecated since v1.14; use"
                + " \"kubernetes.io/arch\" instead");
    assertThat(rules.warnings(old.tree(), old.tree())).isEmpty();
  }

  @Test
  void showsForbiddenChangeOfPodLineByLine() {
    assertThat(pod().with("/spec/schedulerName", "'mine'").faultsAfter(pod()))
        .singleElement()
        .asString()
        .startsWith("spec: Forbidden: pod updates may not change fields other than `spec.")
        .contains(
            "\n- \"schedulerName\": \"default-scheduler\",\n+ \"schedulerName\": \"mine\",\n");
  }

  @Test
  void limitsWarningsAboutOverlappingPaths() {
    String many = "{'path':'a'},".repeat(20_000) + "{'path':'a'}";
    CheckedObject pod =
        pod().with("/spec/volumes/0/configMap", "{'name':'c','items':[%s]}".formatted(many));

    assertThat(KindRules.of("pods").warnings(pod.tree(), null)).hasSize(100);
  }

  @Test
  void ownServiceMayHaveLoopbackAddresses() {
    CheckedObject endpoints =
        ValidObjects.endpoints()
            .with("/subsets/0/addresses/0/ip", "'127.0.0.1'")
            .with("/metadata/name", "'kubernetes'");

    assertThat(endpoints.with("/metadata/namespace", "'default'").faults()).isEmpty();
    assertThat(endpoints.faults()).hasSize(1);
  }
}
