package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.ValidObjects.autoscaler;
import static io.listwatch.objects.kinds.validation.ValidObjects.budget;
import static io.listwatch.objects.kinds.validation.ValidObjects.claim;
import static io.listwatch.objects.kinds.validation.ValidObjects.configMap;
import static io.listwatch.objects.kinds.validation.ValidObjects.limitRange;
import static io.listwatch.objects.kinds.validation.ValidObjects.object;
import static io.listwatch.objects.kinds.validation.ValidObjects.quota;
import static io.listwatch.objects.kinds.validation.ValidObjects.role;
import static io.listwatch.objects.kinds.validation.ValidObjects.roleBinding;
import static io.listwatch.objects.kinds.validation.ValidObjects.secret;
import static io.listwatch.objects.kinds.validation.ValidObjects.volume;
import static io.listwatch.objects.kinds.validation.ValidObjects.webhooks;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The kinds that are neither workloads nor about networks. */
final class OtherRulesTest {
  @Test
  void whatIsScaledIsInAGroup() {
    assertThat(autoscaler().with("/spec/scaleTargetRef/apiVersion", "'v1'").faults())
        .containsExactly(
            "spec.scaleTargetRef.apiVersion: Invalid value: \"v1\": apiVersion must specify API"
                + " group");
    assertThat(
            autoscaler()
                .with("/spec/scaleTargetRef/apiVersion", "'v1'")
                .with("/spec/scaleTargetRef/kind", "'ReplicationController'")
                .faults())
        .isEmpty();
  }

  @Test
  void whatIsToWakeFromNothingMeasuresSomethingElseThanItsPods() {
    assertThat(autoscaler().with("/spec/minReplicas", "0").with("/spec/metrics", "[]").faults())
        .containsExactly(
            "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
            "spec.metrics: Forbidden: must specify at least one Object or External metric to"
                + " support scaling to zero replicas");
    assertThat(
            autoscaler()
                .with("/spec/minReplicas", "0")
                .with(
                    "/spec/metrics",
                    "[{'type':'External','external':{'metric':{'name':'q'},"
                        + "'target':{'type':'Value','value':'1'}}}]")
                .faults())
        .containsExactly("spec.minReplicas: Invalid value: 0: must be greater than or equal to 1");
  }

  @Test
  void theOldVersionIsToldOfItsTargetAsTheNewOneHasIt() {
    assertThat(autoscaler().with("/spec/targetCPUUtilizationPercentage", "0").faults())
        .containsExactly(
            "spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater"
                + " than 0");
  }

  @Test
  void aKeyWithNothingInItIsNone() {
    CheckedObject key = secret().with("/type", "'kubernetes.io/ssh-auth'");

    assertThat(key.with("/data/ssh-privatekey", "''").faults())
        .containsExactly("data[ssh-privatekey]: Required value");
    assertThat(key.with("/data/ssh-privatekey", "'eA=='").faults()).isEmpty();
  }

  @Test
  void keysCanBeFileNames() {
    assertThat(configMap().with("/data/..x", "'1'").faults())
        .containsExactly("data[..x]: Invalid value: \"..x\": must not start with '..'");
    assertThat(configMap().with("/data/b", "'1'").faults())
        .containsExactly("data[b]: Invalid value: \"b\": duplicate of key present in binaryData");
  }

  @Test
  void thereIsABoundToWhatIsHeld() {
    String much = "'" + "x".repeat(1024 * 1024) + "'";

    assertThat(configMap().with("/data/k", much).faults())
        .containsExactly("[]: Too long: may not be more than 1048576 bytes");
    assertThat(secret().with("/data/k", "'" + "AAAA".repeat(350_000) + "'").faults())
        .containsExactly("data: Too long: may not be more than 1048576 bytes");
  }

  @Test
  void whatIsImmutableStays() {
    CheckedObject fixed = configMap().with("/immutable", "true");

    assertThat(fixed.with("/data/k", "'w'").with("/immutable", "false").faultsAfter(fixed))
        .containsExactly(
            "immutable: Forbidden: field is immutable when `immutable` is set",
            "data: Forbidden: field is immutable when `immutable` is set");
    assertThat(secret().with("/type", "'other'").faultsAfter(secret()))
        .containsExactly("type: Invalid value: \"other\": field is immutable");
  }

  @Test
  void typesOfSecretsSayWhatIsInThem() {
    assertThat(secret().with("/type", "'kubernetes.io/tls'").faults())
        .containsExactly("data[tls.crt]: Required value", "data[tls.key]: Required value");
    assertThat(secret().with("/type", "'kubernetes.io/service-account-token'").faults())
        .containsExactly(
            "metadata.annotations[kubernetes.io/service-account.name]: Required value");
  }

  @Test
  void claimsAskForSomething() {
    assertThat(claim().with("/spec/accessModes", "[]").faults())
        .containsExactly("spec.accessModes: Required value: at least 1 access mode is required");
    assertThat(claim().with("/spec/resources", "{}").faults())
        .containsExactly("spec.resources[storage]: Required value");
    assertThat(claim().with("/spec/resources/requests/storage", "'0'").faults())
        .containsExactly(
            "spec.resources[storage]: Invalid value: \"0\": must be greater than zero");
  }

  @Test
  void claimsThatAreBoundMayGrow() {
    CheckedObject bound = claim().with("/status", "{'phase':'Bound','capacity':{'storage':'1Gi'}}");

    assertThat(bound.with("/spec/resources/requests/storage", "'2Gi'").faultsAfter(bound))
        .isEmpty();
    assertThat(bound.with("/spec/resources/requests/storage", "'1Mi'").faultsAfter(bound))
        .containsExactly(
            "spec.resources.requests.storage: Forbidden: field can not be less than"
                + " status.capacity");
    assertThat(bound.with("/spec/storageClassName", "'slow'").faultsAfter(bound))
        .containsExactly(
            """
            spec: Forbidden: spec is immutable after creation except resources.requests and \
            volumeAttributesClassName for bound claims
            @@ -10,7 +10,7 @@
               }
              },
              "VolumeName": "",
            - "StorageClassName": "fast",
            + "StorageClassName": "slow",
              "VolumeMode": "Filesystem",
              "DataSource": null,
              "DataSourceRef": null,
            """);
  }

  @Test
  void volumesHaveOneSourceForEver() {
    assertThat(volume().without("/spec/hostPath").faults())
        .containsExactly("spec: Required value: must specify a volume type");
    assertThat(volume().with("/spec/hostPath/path", "'/else'").faultsAfter(volume()))
        .singleElement()
        .asString()
        .startsWith("spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is");
  }

  @Test
  void rolesAreAboutSomething() {
    assertThat(role().with("/rules/0", "{}").faults())
        .containsExactly(
            "rules[0].verbs: Required value: verbs must contain at least one value",
            "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
            "rules[0].resources: Required value: resource rules must supply at least one resource");
    assertThat(role().with("/rules/0", "{'verbs':['get'],'nonResourceURLs':['/x']}").faults())
        .containsExactly(
            "rules[0].nonResourceURLs: Invalid value: [\"/x\"]: namespaced rules cannot apply to"
                + " non-resource URLs");
  }

  @Test
  void bindingsKeepTheirRole() {
    assertThat(roleBinding().with("/roleRef/name", "'other'").faultsAfter(roleBinding()))
        .containsExactly(
            "roleRef: Invalid value: {\"APIGroup\":\"rbac.authorization.k8s.io\",\"Kind\":\"Role\","
                + "\"Name\":\"other\"}: cannot change roleRef");
    assertThat(roleBinding().with("/subjects/0/kind", "'Robot'").faults())
        .containsExactly(
            "subjects[0].kind: Unsupported value: \"Robot\": supported values: \"ServiceAccount\","
                + " \"User\", \"Group\"");
  }

  @Test
  void autoscalersHaveBoundsAndMetrics() {
    assertThat(autoscaler().with("/spec/minReplicas", "5").faults())
        .containsExactly(
            "spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`");
    assertThat(autoscaler().with("/spec/metrics/0/type", "'Pods'").faults())
        .containsExactly(
            "spec.metrics[0].pods: Required value: must populate information for the given metric"
                + " source");
  }

  @Test
  void budgetsSayOneThing() {
    assertThat(budget().with("/spec/maxUnavailable", "'200%'").faults())
        .hasSize(2)
        .last()
        .isEqualTo("spec.maxUnavailable: Invalid value: \"200%\": must not be greater than 100%");
  }

  @Test
  void quotasAndRangesAreAboutResources() {
    assertThat(quota().with("/spec/hard/pods", "'1500m'").faults())
        .containsExactly("spec.hard[pods]: Invalid value: \"1500m\": must be an integer");
    assertThat(quota().with("/spec/scopes", "[]").faultsAfter(quota()))
        .containsExactly("spec.scopes: Invalid value: []: field is immutable");
    assertThat(limitRange().with("/spec/limits/0/min/cpu", "'3'").faults())
        .contains(
            "spec.limits[0].min[cpu]: Invalid value: \"3\": min value 3 is greater than max value"
                + " 2");
  }

  @Test
  void classesKeepWhatTheyMean() {
    CheckedObject priority = object("priorityclasses.scheduling.k8s.io", "'value':1");
    CheckedObject storage = object("storageclasses.storage.k8s.io", "'provisioner':'a.example/p'");

    assertThat(priority.with("/value", "2").faultsAfter(priority))
        .containsExactly("value: Forbidden: may not be changed in an update.");
    assertThat(storage.with("/provisioner", "'b.example/p'").faultsAfter(storage))
        .containsExactly("provisioner: Invalid value: \"b.example/p\": field is immutable");
    assertThat(storage.with("/provisioner", "''").faultsAfter(storage))
        .containsExactly(
            "provisioner: Required value", "provisioner: Invalid value: \"\": field is immutable");
    assertThat(object("priorityclasses.scheduling.k8s.io", "'value':1000000001").faults())
        .containsExactly(
            "value: Forbidden: maximum allowed value of a user defined priority is 1000000000");
  }

  @Test
  void nodesHaveEveryTaintOnce() {
    CheckedObject node =
        object(
            "nodes",
            "'spec':{'taints':[{'key':'k','effect':'NoExecute'},{'key':'k','effect':'NoExecute'}]}");

    assertThat(node.faults())
        .containsExactly(
            "metadata.taints[1]: Duplicate value: {\"Key\":\"k\",\"Value\":\"\",\"Effect\":"
                + "\"NoExecute\",\"TimeAdded\":null}: taints must be unique by key and effect"
                + " pair");
  }

  @Test
  void placesOfStorageAreNamedOnce() {
    String term = "{'matchLabelExpressions':[{'key':'zone','values':['a']}]}";
    CheckedObject storage =
        object(
            "storageclasses.storage.k8s.io",
            "'provisioner':'p','allowedTopologies':[%s]".formatted(term));

    assertThat(storage.faults()).isEmpty();
    assertThat(storage.with("/allowedTopologies/1", term).faults())
        .containsExactly("allowedTopologies[1].matchLabelExpressions: Duplicate value: \"\"");
    assertThat(storage.with("/allowedTopologies/0", "{}").faults())
        .containsExactly("allowedTopologies[0].matchLabelExpressions: Duplicate value: \"\"");
    assertThat(storage.with("/allowedTopologies/0/matchLabelExpressions/0/values", "[]").faults())
        .containsExactly("allowedTopologies[0].matchLabelExpressions[0].values: Required value");
  }

  @Test
  void whatARuntimeNeedsIsAnAmountOfSomething() {
    assertThat(
            object("runtimeclasses.node.k8s.io", "'handler':'h','overhead':{'podFixed':{'x':'1'}}")
                .faults())
        .contains(
            "overhead.limits[x]: Invalid value: \"x\": must be a standard resource type or fully"
                + " qualified");
  }

  @Test
  void webhooksSayWhomTheyAsk() {
    assertThat(webhooks().with("/webhooks/0/clientConfig", "{}").faults())
        .containsExactly(
            "webhooks[0].clientConfig: Required value: exactly one of url or service is required");
    assertThat(webhooks().with("/webhooks/0/name", "'short'").faults())
        .containsExactly(
            "webhooks[0].name: Invalid value: \"short\": should be a domain with at least three"
                + " segments separated by dots");
    assertThat(webhooks().with("/webhooks/0/clientConfig", "{'url':'http://h?q'}").faults())
        .containsExactly(
            "webhooks[0].clientConfig.url: Invalid value: \"http\": 'https' is the only allowed URL"
                + " scheme; desired format: https://host[/path]",
            "webhooks[0].clientConfig.url: Invalid value: \"q\": query parameters are not permitted"
                + " in the URL");
    assertThat(webhooks().with("/webhooks/0/clientConfig/service/path", "'a'").faults())
        .contains(
            "webhooks[0].clientConfig.service.path: Invalid value: \"a\": must start with a '/'");
    assertThat(webhooks().with("/webhooks/0/matchConditions", "[{'name':'n'}]").faults())
        .containsExactly("webhooks[0].matchConditions[0].expression: Required value");
  }

  @Test
  void kindsWithoutRulesAreNotLookedAt() {
    assertThat(object("serviceaccounts", "'secrets':7").faults()).isEmpty();
  }
}
