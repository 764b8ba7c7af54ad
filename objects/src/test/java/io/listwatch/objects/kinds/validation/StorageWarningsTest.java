package io.listwatch.objects.kinds.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StorageWarningsTest {
  private static JsonObject tree(String json) {
    return (JsonObject) JsonTrees.read(json.replace('\'', '"'));
  }

  private static List<String> of(String resource, String json) {
    return KindRules.of(resource).warnings(tree(json), null);
  }

  private static List<String> ofVolumes(String volumes) {
    return of("pods", "{'metadata':{'name':'p'},'spec':{'volumes':[%s]}}".formatted(volumes));
  }

  @Test
  void oldWaysOfVolumesAreTold() {
    String volume =
        "{'metadata':{'annotations':{'volume.beta.kubernetes.io/mount-options':'ro'}},"
            + "'spec':{'persistentVolumeReclaimPolicy':'Recycle','rbd':{},'storageos':{},"
            + "'nodeAffinity':{'required':{'nodeSelectorTerms':[{'matchExpressions':"
            + "[{'key':'failure-domain.beta.kubernetes.io/zone'}]}]}}}}";

    assertThat(of("persistentvolumes", volume))
        .containsExactly(
            "metadata.annotations[volume.beta.kubernetes.io/mount-options]: deprecated since v1.31;"
                + " use \"mountOptions\" attribute instead",
            "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead,"
                + " the recommended approach is to use dynamic provisioning.",
            "spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key:"
                + " failure-domain.beta.kubernetes.io/zone is deprecated since v1.17; use"
                + " \"topology.kubernetes.io/zone\" instead",
            "spec.storageOS: deprecated in v1.22, non-functional in v1.25+",
            "spec.rbd: deprecated in v1.28, non-functional in v1.31+");
  }

  @Test
  void claimsToPartsOfBytesAndOldClassesAreTold() {
    String claim =
        "{'metadata':{'annotations':{'volume.beta.kubernetes.io/storage-class':'c'}},"
            + "'spec':{'resources':{'requests':{'storage':'1500m'},'limits':{'storage':'2Gi'}}}}";

    assertThat(of("persistentvolumeclaims", claim))
        .containsExactly(
            "metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8;"
                + " use \"storageClassName\" attribute instead",
            "spec.resources.requests[storage]: fractional byte value \"1500m\" is invalid, must be"
                + " an integer");
    assertThat(
            ofVolumes(
                "{'name':'e','ephemeral':{'volumeClaimTemplate':{'spec':{'resources':"
                    + "{'limits':{'storage':'1m'}}}}}}"))
        .containsExactly(
            "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.limits[storage]:"
                + " fractional byte value \"1m\" is invalid, must be an integer");
  }

  @Test
  void oldLabelsOfPlacesAreTold() {
    assertThat(
            of(
                "storageclasses.storage.k8s.io",
                "{'allowedTopologies':[{'matchLabelExpressions':"
                    + "[{'key':'beta.kubernetes.io/arch'}]}]}"))
        .containsExactly(
            "allowedTopologies[0].matchLabelExpressions[0].key: deprecated since v1.14; use"
                + " \"kubernetes.io/arch\" instead");
    assertThat(
            of(
                "csistoragecapacities.storage.k8s.io",
                "{'nodeTopology':{'matchLabels':{'beta.kubernetes.io/os':'linux'}}}"))
        .containsExactly(
            "nodeTopology.matchLabels.beta.kubernetes.io/os: deprecated since v1.14; use"
                + " \"kubernetes.io/os\" instead");
  }

  @Test
  void aDriverThatGetsTokensInTheOpenIsToldWhenItAsksForThem() {
    JsonObject driver = tree("{'spec':{'tokenRequests':[{'audience':'a'}]}}");
    JsonObject careful =
        tree("{'spec':{'tokenRequests':[{'audience':'a'}],'serviceAccountTokenInSecrets':true}}");
    String told =
        "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true"
            + " to prevent possible logging of tokens in volume attributes";

    assertThat(KindRules.of("csidrivers.storage.k8s.io").warnings(driver, null))
        .containsExactly(told);
    assertThat(KindRules.of("csidrivers.storage.k8s.io").warnings(driver, driver)).isEmpty();
    assertThat(KindRules.of("csidrivers.storage.k8s.io").warnings(careful, null)).isEmpty();
  }

  @Test
  void filesOfOneSourceThatMeetAreTold() {
    String volumes =
        "{'name':'v','configMap':{'name':'c','items':[{'path':'a/b'},{'path':'a'},{'path':'ab'},"
            + "{'path':'a/b/'}]}},"
            + "{'name':'w','secret':{'secretName':'s','items':[{'path':'x'},{'path':'x'}]}},"
            + "{'name':'d','downwardAPI':{'items':[{'path':'x'},{'path':'x/y'}]}}";

    assertThat(ofVolumes(volumes))
        .containsExactly(
            "volume \"v\" (ConfigMap \"c\"): overlapping paths: \"a\" with \"a/b\"",
            "volume \"v\" (ConfigMap \"c\"): overlapping paths: \"a/b\" with \"a/b\"",
            "volume \"v\" (ConfigMap \"c\"): overlapping paths: \"a/b\" with \"a\"",
            "volume \"w\" (Secret \"s\"): overlapping paths: \"x\" with \"x\"",
            "volume \"d\" (DownwardAPI): overlapping paths: \"x/y\" with \"x\"");
  }

  @Test
  void filesOfSeveralSourcesThatMeetAreTold() {
    String volume =
        "{'name':'v','projected':{'sources':[{},"
            + "{'configMap':{'name':'c','items':[{'path':'a'}]}},"
            + "{'secret':{'name':'s','items':[{'path':'a/b'}]}},"
            + "{'serviceAccountToken':{'path':'token'}},"
            + "{'downwardAPI':{'items':[{'path':'token'}]}},"
            + "{'clusterTrustBundle':{'signerName':'e/s','path':'token'}}]}}";

    assertThat(ofVolumes(volume))
        .containsExactly(
            "volume \"v\" (Projected) has no sources provided",
            "volume \"v\" (Projected): overlapping paths: \"a/b\" (Secret \"s\") with \"a\""
                + " (ConfigMap \"c\")",
            "volume \"v\" (Projected): overlapping paths: \"token\" (DownwardAPI) with \"token\""
                + " (ServiceAccountToken)",
            "volume \"v\" (Projected): overlapping paths: \"token\" (ClusterTrustBundle \"e/s\")"
                + " with \"token\" (ServiceAccountToken)",
            "volume \"v\" (Projected): overlapping paths: \"token\" (ClusterTrustBundle \"e/s\")"
                + " with \"token\" (DownwardAPI)");
  }

  @Test
  void whoeverSendsVeryManyPathsIsNotToldAboutAll() {
    String many = "{'path':'a'},".repeat(20_000) + "{'path':'a'}";
    String volume = "{'name':'v','configMap':{'name':'c','items':[%s]}}".formatted(many);

    assertThat(ofVolumes(volume)).hasSize(100);
  }
}
