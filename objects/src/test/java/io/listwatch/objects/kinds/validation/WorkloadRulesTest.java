package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.ValidObjects.daemonSet;
import static io.listwatch.objects.kinds.validation.ValidObjects.deployment;
import static io.listwatch.objects.kinds.validation.ValidObjects.replicaSet;
import static io.listwatch.objects.kinds.validation.ValidObjects.statefulSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class WorkloadRulesTest {
  private static final String OTHER_LABELS = "{'matchLabels':{'app':'b'}}";

  @Test
  void selectorsChooseTheirOwnPods() {
    for (CheckedObject each : List.of(deployment(), replicaSet(), daemonSet(), statefulSet())) {
      assertThat(each.with("/spec/selector", OTHER_LABELS).faults())
          .as(each.type().toString())
          .containsExactly(
              "spec.template.metadata.labels: Invalid value: {\"app\":\"a\"}: `selector` does not"
                  + " match template `labels`");
    }
  }

  @Test
  void selectorsAreForEver() {
    for (CheckedObject each : List.of(deployment(), replicaSet(), daemonSet())) {
      CheckedObject next =
          each.with("/spec/selector", OTHER_LABELS)
              .with("/spec/template/metadata/labels/app", "'b'");

      assertThat(next.faultsAfter(each))
          .as(each.type().toString())
          .containsExactly(
              "spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"b\"}}: field is"
                  + " immutable");
    }
  }

  @Test
  void selectorsAreToldInTheReferencesOrder() {
    CheckedObject wrong =
        deployment()
            .with(
                "/spec/selector",
                "{'matchExpressions':[{'values':['b'],'operator':'Near','key':'a'}],"
                    + "'matchLabels':{'z':'1','app':'a'}}");

    assertThat(wrong.faults())
        .containsExactly(
            "spec.selector.matchExpressions[0].operator: Invalid value: \"Near\": not a valid"
                + " selector operator",
            "spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"a\",\"z\":\"1\"},"
                + "\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Near\",\"values\":[\"b\"]}]}:"
                + " invalid label selector");
  }

  @Test
  void lastingPodsAreStartedAgainAlways() {
    assertThat(deployment().with("/spec/template/spec/restartPolicy", "'Never'").faults())
        .containsExactly(
            "spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values:"
                + " \"Always\"");
    assertThat(daemonSet().with("/spec/template/spec/activeDeadlineSeconds", "5").faults())
        .containsExactly(
            "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in"
                + " DaemonSet is not Supported");
  }

  @Test
  void deploymentsMakeProgressWhenTheyRoll() {
    assertThat(
            deployment()
                .with("/spec/strategy/rollingUpdate", "{'maxSurge':0,'maxUnavailable':'0%'}")
                .faults())
        .containsExactly(
            "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: \"0%\": may not be 0 when"
                + " `maxSurge` is 0");
    assertThat(deployment().with("/spec/strategy/type", "'Recreate'").faults())
        .containsExactly(
            "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is"
                + " 'Recreate'");
    assertThat(deployment().with("/spec/strategy", "{'type':'BigBang'}").faults())
        .containsExactly(
            "spec.strategy: Unsupported value: {\"Type\":\"BigBang\",\"RollingUpdate\":null}:"
                + " supported values: \"Recreate\", \"RollingUpdate\"");
    assertThat(deployment().with("/spec/minReadySeconds", "600").faults())
        .containsExactly(
            "spec.progressDeadlineSeconds: Invalid value: 600: must be greater than"
                + " minReadySeconds");
  }

  @Test
  void daemonSetsHaveEitherMoreOrFewer() {
    assertThat(daemonSet().with("/spec/updateStrategy/rollingUpdate/maxSurge", "1").faults())
        .containsExactly(
            "spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when"
                + " maxUnavailable is non-zero");
  }

  @Test
  void whatIsShownCouldStandInAWebPage() {
    assertThat(deployment().with("/spec/selector/matchLabels/app", "'a<&>'").faults())
        .contains(
            "spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"a\\u003c\\u0026\\u003e\"}}:"
                + " invalid label selector");
  }

  @Test
  void sharesThatAreNoneCountAllTheSame() {
    String rule =
        "Invalid value: \"5\": a valid percent string must be a numeric string followed by an"
            + " ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

    assertThat(daemonSet().with("/spec/updateStrategy/rollingUpdate/maxSurge", "'5'").faults())
        .containsExactly(
            "spec.updateStrategy.rollingUpdate.maxSurge: " + rule,
            "spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: \"5\": may not be set when"
                + " maxUnavailable is non-zero");
    assertThat(
            daemonSet().with("/spec/updateStrategy/rollingUpdate/maxUnavailable", "'5'").faults())
        .containsExactly("spec.updateStrategy.rollingUpdate.maxUnavailable: " + rule);
  }

  @Test
  void statefulPodsMayMountWhatIsClaimedForThem() {
    assertThat(
            statefulSet()
                .with(
                    "/spec/template/spec/containers/0/volumeMounts",
                    "[{'name':'big','mountPath':'/b'},{'name':'no','mountPath':'/n'}]")
                .faults())
        .containsExactly(
            "spec.template.spec.containers[0].volumeMounts[1].name: Not found: \"no\"");
  }

  @Test
  void littleOfAStatefulSetMayChange() {
    assertThat(statefulSet().with("/spec/replicas", "3").faultsAfter(statefulSet())).isEmpty();
    assertThat(statefulSet().with("/spec/serviceName", "'other'").faultsAfter(statefulSet()))
        .containsExactly(
            "spec: Forbidden: updates to statefulset spec for fields other than 'replicas',"
                + " 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit',"
                + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden");
  }

  @Test
  void countsInAStatusAddUp() {
    assertThat(
            deployment()
                .with("/status", "{'replicas':1,'readyReplicas':2,'availableReplicas':-1}")
                .statusFaultsAfter(deployment()))
        .containsExactly(
            "status.availableReplicas: Invalid value: -1: must be greater than or equal to 0",
            "status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas");
  }
}
