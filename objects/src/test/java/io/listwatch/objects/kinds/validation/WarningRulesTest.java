package io.listwatch.objects.kinds.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WarningRulesTest {
  private static JsonObject tree(String json) {
    return (JsonObject) JsonTrees.read(json.replace('\'', '"'));
  }

  private static JsonObject deployment(int generation, String spec) {
    return tree(
        "{'metadata':{'name':'d','generation':%d},'spec':{'template':{'spec':%s}}}"
            .formatted(generation, spec));
  }

  private static List<String> ofPod(String spec) {
    return KindRules.of("pods")
        .warnings(tree("{'metadata':{'name':'p'},'spec':%s}".formatted(spec)), null);
  }

  @Test
  void aVariableThatHidesAnotherIsTold() {
    String env =
        "{'containers':[{'env':[{'name':'A','value':'1'},{'name':'A','value':'2'},"
            + "{'name':'A','value':'$(A)3'},{'name':'A','value':'$(A)'}]}]}";

    assertThat(ofPod(env))
        .containsExactly(
            "spec.containers[0].env[1]: hides previous definition of \"A\", which may be dropped"
                + " when using apply",
            "spec.containers[0].env[3]: hides previous definition of \"A\", which may be dropped"
                + " when using apply");
  }

  @Test
  void ofAReplicationControllerTheOldTemplateIsLookedAt() {
    String hides = "{'containers':[{'env':[{'name':'A'},{'name':'A'}]}]}";
    JsonObject old = deployment(1, hides);

    assertThat(KindRules.of("replicationcontrollers").warnings(deployment(2, "{}"), old))
        .containsExactly(
            "spec.template.spec.containers[0].env[1]: hides previous definition of \"A\", which may"
                + " be dropped when using apply");
    assertThat(
            KindRules.of("replicationcontrollers")
                .warnings(deployment(3, hides), deployment(2, "{}")))
        .isEmpty();
    assertThat(KindRules.of("replicationcontrollers").warnings(deployment(1, "{}"), old)).isEmpty();
  }

  @Test
  void portsThatMeetAreTold() {
    String ports =
        "{'initContainers':[{'ports':[{'containerPort':80,'protocol':'TCP','name':'web'}]}],"
            + "'containers':[{'ports':[{'containerPort':80,'protocol':'TCP'},"
            + "{'containerPort':80,'protocol':'TCP','hostPort':80},"
            + "{'containerPort':80,'protocol':'UDP'},"
            + "{'containerPort':81,'protocol':'TCP','name':'web'}]}]}";

    assertThat(ofPod(ports))
        .containsExactly(
            "spec.containers[0].ports[0]: duplicate port definition with"
                + " spec.initContainers[0].ports[0]",
            "spec.containers[0].ports[1]: overlapping port definition with"
                + " spec.initContainers[0].ports[0]",
            "spec.containers[0].ports[3]: duplicate port name \"web\" with"
                + " spec.initContainers[0].ports[0], services and probes that select ports by name"
                + " will use spec.initContainers[0].ports[0]");
  }

  @Test
  void oldNamesOfLabelsAndVolumesAreTold() {
    String old =
        "{'nodeSelector':{'beta.kubernetes.io/os':'linux','disk':'ssd'},"
            + "'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':"
            + "{'nodeSelectorTerms':[{'matchExpressions':[{'key':'beta.kubernetes.io/arch'}]}]}}},"
            + "'volumes':[{'name':'v','gitRepo':{'repository':'r'}}]}";

    assertThat(ofPod(old))
        .containsExactly(
            "spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use"
                + " \"kubernetes.io/os\" instead",
            "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"
                + ".nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/arch is"
                + " deprecated since v1.14; use \"kubernetes.io/arch\" instead",
            "spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+");
  }

  @Test
  void whatMatchesNothingIsTold() {
    String nothing =
        "{'topologySpreadConstraints':[{'topologyKey':'k'}],"
            + "'affinity':{'podAntiAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':"
            + "[{'podAffinityTerm':{'topologyKey':'k'}}]}}}";

    assertThat(ofPod(nothing))
        .containsExactly(
            "spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in"
                + " matching no pod",
            "spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector:"
                + " a null labelSelector results in matching no pod");
  }

  @Test
  void oddAmountsAndRepetitionsAreTold() {
    String odd =
        "{'terminationGracePeriodSeconds':-1,"
            + "'imagePullSecrets':[{'name':'a'},{'name':'a'}],"
            + "'containers':[{'resources':{'limits':{'memory':'500m','cpu':'500m'}}}]}";

    assertThat(ofPod(odd))
        .containsExactly(
            "spec.imagePullSecrets[1].name: duplicate name \"a\"",
            "spec.containers[0].resources.limits[memory]: fractional byte value \"500m\" is"
                + " invalid, must be an integer",
            "spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will"
                + " be treated as 1");
  }

  @Test
  void templatesAreLookedAtWheneverTheirOwnersChange() {
    JsonObject old = deployment(1, "{}");
    String odd = "{'nodeSelector':{'app.kubernetes.io/created-by':'me'}}";
    String told =
        "spec.template.spec.nodeSelector[app.kubernetes.io/created-by]: deprecated since v1.9";

    assertThat(KindRules.of("deployments.apps").warnings(deployment(1, odd), null))
        .containsExactly(told);
    assertThat(KindRules.of("deployments.apps").warnings(deployment(2, odd), old))
        .containsExactly(told);
    assertThat(KindRules.of("deployments.apps").warnings(deployment(1, odd), old)).isEmpty();
  }

  @Test
  void namesThatMakeNoHostnamesAreTold() {
    JsonObject named = tree("{'metadata':{'name':'a.b'}}");

    assertThat(KindRules.of("jobs.batch").warnings(named, null))
        .containsExactly(
            "metadata.name: this is used in Pod names and hostnames, which can result in surprising"
                + " behavior; a DNS label is recommended: [must not contain dots]");
    assertThat(KindRules.of("configmaps").warnings(named, null)).isEmpty();
  }

  @Test
  void manyIndexesAreTold() {
    String spec =
        "{'spec':{'completionMode':'Indexed','completions':100001,'parallelism':%d,'template':{}}}";

    assertThat(KindRules.of("jobs.batch").warnings(named(spec.formatted(10_001)), null))
        .containsExactly(
            "spec: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism"
                + " higher than 10^4, Kubernetes might not be able to track completedIndexes when a"
                + " big number of indexes fail");
    assertThat(KindRules.of("jobs.batch").warnings(named(spec.formatted(10_000)), null)).isEmpty();
  }

  @Test
  void aScheduleWithATimeZoneIsToldOnceItIsChanged() {
    JsonObject old = named("{'spec':{'schedule':'TZ=UTC 0 0 * * *'}}");

    assertThat(KindRules.of("cronjobs.batch").warnings(old, old))
        .containsExactly(
            "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see"
                + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more"
                + " details");
  }

  @Test
  void aHistoryWithoutEndIsTold() {
    JsonObject set =
        named(
            "{'spec':{'revisionHistoryLimit':-1,'volumeClaimTemplates':"
                + "[{'spec':{'resources':{'requests':{'storage':'500m'}}}}]}}");
    String endless =
        "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0"
            + " is recommended";

    assertThat(KindRules.of("statefulsets.apps").warnings(set, null))
        .containsExactly(
            "spec.volumeClaimTemplates[0].resources.requests[storage]: fractional byte value"
                + " \"500m\" is invalid, must be an integer",
            endless);
    assertThat(KindRules.of("statefulsets.apps").warnings(set, set))
        .containsExactly(
            "spec.volumeClaimTemplates[0].Spec.resources.requests[storage]: fractional byte value"
                + " \"500m\" is invalid, must be an integer",
            endless);
  }

  @Test
  void aQuotaThatAllowsToAskForMoreThanToUseIsTold() {
    JsonObject quota =
        tree(
            "{'spec':{'hard':{'cpu':'2','limits.cpu':'1','requests.memory':'1Gi',"
                + "'limits.memory':'2Gi'}}}");

    assertThat(KindRules.of("resourcequotas").warnings(quota, null))
        .containsExactly("ResourceQuota cpu (2) should be less than limits.cpu (1)");
    assertThat(KindRules.of("resourcequotas").warnings(quota, quota)).isEmpty();
  }

  @Test
  void whatNodesAndTheirRuntimesHadOnceIsTold() {
    JsonObject node =
        tree("{'spec':{'configSource':{},'externalID':'x','podCIDRs':['FD00::/64']}}");
    JsonObject runtime = tree("{'scheduling':{'nodeSelector':{'beta.kubernetes.io/os':'linux'}}}");
    JsonObject slice = tree("{'spec':{'driver':'GPU.example.com'}}");

    assertThat(KindRules.of("nodes").warnings(node, node))
        .containsExactly(
            "spec.configSource: the feature is removed",
            "spec.externalID: this field is deprecated, and is unused by Kubernetes",
            "spec.podCIDRs[0]: IPv6 CIDR value \"FD00::/64\" should be in RFC 5952 canonical format"
                + " (\"fd00::/64\")");
    assertThat(KindRules.of("runtimeclasses.node.k8s.io").warnings(runtime, null))
        .containsExactly(
            "scheduling.nodeSelector: deprecated since v1.14; use \"kubernetes.io/os\" instead");
    assertThat(KindRules.of("resourceslices.resource.k8s.io").warnings(slice, null))
        .containsExactly(
            "spec.driver: driver names should be lowercase; \"GPU.example.com\" contains uppercase"
                + " characters");
  }

  private static JsonObject named(String json) {
    JsonObject object = tree(json);
    object.putObject("metadata").put("name", "n");
    return object;
  }

  @Test
  void whatIsUsualIsNotMentioned() {
    for (CheckedObject usual :
        List.of(
            ValidObjects.pod(),
            ValidObjects.deployment(),
            ValidObjects.job(),
            ValidObjects.claim())) {
      assertThat(KindRules.of(usual.type().toString()).warnings(usual.tree(), null)).isEmpty();
    }
  }
}
