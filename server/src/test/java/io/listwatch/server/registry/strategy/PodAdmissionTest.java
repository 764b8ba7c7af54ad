package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PodAdmissionTest {
  private final VerbsFixture fixture = VerbsFixture.withDefaults();
  private final ObjectsUnderTest pods = new ObjectsUnderTest(fixture, "", "pods");
  private final ObjectsUnderTest accounts = new ObjectsUnderTest(fixture, "", "serviceaccounts");
  private final ObjectsUnderTest classes =
      new ObjectsUnderTest(fixture, "scheduling.k8s.io", "priorityclasses");

  private final ObjectsUnderTest runtimeClasses =
      new ObjectsUnderTest(fixture, "node.k8s.io", "runtimeclasses");

  @BeforeEach
  void namespace() {
    ObjectsUnderTest.createNamespace(fixture);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonValue create(String more) {
    return pods.create(
        "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'m','image':'a:1'}]%s}}"
            .formatted(more));
  }

  @Test
  void podWithoutServiceAccountGetsDefault() {
    JsonValue spec = create("").path("spec");

    assertThat(spec.path("serviceAccountName").asText()).isEqualTo("default");
    assertThat(spec.path("serviceAccount").asText()).isEqualTo("default");
    assertThat(spec.has("volumes")).isFalse();
    assertThat(spec.path("priority").asInt()).isZero();
    assertThat(spec.path("tolerations")).hasSize(2);
  }

  @Test
  void podGetsTokenVolumeAndPullSecretsOfServiceAccount() {
    accounts.delete("default");
    accounts.create("{'metadata':{'name':'default'},'imagePullSecrets':[{'name':'x'}]}");

    JsonValue spec = create("").path("spec");

    String volume = spec.at("/volumes/0/name").asText();
    assertThat(volume).matches("kube-api-access-[a-z0-9]{5}");
    assertThat(spec.at("/containers/0/volumeMounts/0/name").asText()).isEqualTo(volume);
    assertThat(spec.path("imagePullSecrets")).hasToString("[{\"name\":\"x\"}]");
  }

  @Test
  void mountsNoTokenIfAutomountIsOff() {
    accounts.create("{'metadata':{'name':'other'}}");

    assertThat(create("").path("spec").has("volumes")).isFalse();
    pods.delete("p");
    String refusing = ",'serviceAccountName':'other','automountServiceAccountToken':false";
    assertThat(create(refusing).path("spec").has("volumes")).isFalse();
  }

  @Test
  void rejectsMissingServiceAccount() {
    assertThatThrownBy(() -> create(",'serviceAccountName':'nobody'"))
        .hasMessage(
            "Forbidden: pods \"p\" is forbidden: error looking up service account %s/nobody:"
                + " serviceaccount \"nobody\" not found",
            ObjectsUnderTest.NAMESPACE);
  }

  @Test
  void waitsForDefaultServiceAccount() throws Exception {
    accounts.delete("default");
    CompletableFuture<JsonValue> created = CompletableFuture.supplyAsync(() -> create(""));
    fixture.timers.awaitPending(1);

    accounts.create("{'metadata':{'name':'default'}}");
    fixture.timers.advance(Duration.ofMillis(150));

    assertThat(created.join().at("/spec/volumes/0/name").asText()).startsWith("kube-api-access-");
  }

  @Test
  void rejectsPodWhenDefaultServiceAccountStaysMissing() throws Exception {
    accounts.delete("default");
    CompletableFuture<JsonValue> created = CompletableFuture.supplyAsync(() -> create(""));

    for (int i = 0; i < 9; i++) {
      fixture.timers.awaitPending(1);
      fixture.timers.advance(Duration.ofMillis(150));
    }

    assertThatThrownBy(created::join)
        .hasMessageContaining(
            "error looking up service account %s/default: serviceaccount \"default\" not found",
            ObjectsUnderTest.NAMESPACE);
  }

  @Test
  void podWithTokenVolumeGetsNoSecondOne() {
    accounts.create("{'metadata':{'name':'other'}}");

    JsonValue spec =
        create(
                ",'serviceAccountName':'other',"
                    + "'volumes':[{'name':'kube-api-access-mine','emptyDir':{}}]")
            .path("spec");

    assertThat(spec.path("volumes")).hasSize(1);
    assertThat(spec.at("/containers/0/volumeMounts/0/name").asText())
        .isEqualTo("kube-api-access-mine");
  }

  @Test
  void rejectsMissingRuntimeClass() {
    assertThatThrownBy(() -> create(",'runtimeClassName':'gvisor'"))
        .hasMessage(
            "Forbidden: pods \"p\" is forbidden: pod rejected: RuntimeClass \"gvisor\" not found");

    runtimeClasses.create("{'metadata':{'name':'gvisor'},'handler':'runsc'}");

    assertThat(create(",'runtimeClassName':'gvisor'").at("/spec/runtimeClassName").asText())
        .isEqualTo("gvisor");
  }

  @Test
  void podGetsPriorityOfItsClass() {
    classes.create("{'metadata':{'name':'high'},'value':7,'preemptionPolicy':'Never'}");

    JsonValue spec = create(",'priorityClassName':'high'").path("spec");

    assertThat(spec.path("priority").asInt()).isEqualTo(7);
    assertThat(spec.path("preemptionPolicy").asText()).isEqualTo("Never");
    assertThatThrownBy(() -> create(",'priorityClassName':'low'"))
        .hasMessage("Forbidden: pods \"p\" is forbidden: no PriorityClass with name low was found");
  }

  @Test
  void podWithoutPriorityClassGetsGlobalDefault() {
    classes.create("{'metadata':{'name':'all'},'value':3,'globalDefault':true}");

    JsonValue spec = create("").path("spec");

    assertThat(spec.path("priority").asInt()).isEqualTo(3);
    assertThat(spec.path("priorityClassName").asText()).isEqualTo("all");
  }

  @Test
  void defaultTolerationsAreNotAddedIfPodToleratesEverything() {
    JsonValue spec =
        create(",'tolerations':[{'operator':'Exists'}],'schedulingGates':[{'name':'g'}]");

    assertThat(spec.at("/spec/tolerations")).hasSize(1);
    assertThat(spec.at("/status/conditions/0/reason").asText()).isEqualTo("SchedulingGated");
    assertThat(spec.at("/status/conditions/0/lastTransitionTime"))
        .isEqualTo(spec.at("/metadata/creationTimestamp"));
  }

  private void runtimeClass(String more) {
    runtimeClasses.create("{'metadata':{'name':'vm'},'handler':'kata'%s}".formatted(more));
  }

  @Test
  void podGetsOverheadOfRuntimeClass() {
    runtimeClass(",'overhead':{'podFixed':{'cpu':'250m','memory':'64Mi'}}");
    String inVm = ",'runtimeClassName':'vm'";

    assertThat(create(inVm).at("/spec/overhead"))
        .isEqualTo(ObjectsUnderTest.tree("{'cpu':'250m','memory':'64Mi'}"));
    pods.delete("p");
    assertThat(create(inVm + ",'overhead':{'cpu':'0.25','memory':'64Mi'}").at("/spec/overhead"))
        .hasSize(2);
    pods.delete("p");
    assertThatThrownBy(() -> create(inVm + ",'overhead':{'cpu':'1'}"))
        .hasMessage(
            "Forbidden: pods \"p\" is forbidden: pod rejected: Pod's Overhead doesn't match"
                + " RuntimeClass's defined Overhead");
  }

  @Test
  void rejectsOverheadWithoutRuntimeClassOverhead() {
    runtimeClass("");
    String why =
        "Forbidden: pods \"p\" is forbidden: pod rejected: Pod Overhead set without corresponding"
            + " RuntimeClass defined Overhead";

    assertThatThrownBy(() -> create(",'overhead':{'cpu':'1'}")).hasMessage(why);
    assertThatThrownBy(() -> create(",'runtimeClassName':'vm','overhead':{'cpu':'1'}"))
        .hasMessage(why);
  }

  @Test
  void podGetsNodeSelectorAndTolerationsOfRuntimeClass() {
    runtimeClass(
        ",'scheduling':{'nodeSelector':{'kind':'vm'},'tolerations':["
            + "{'key':'vm','operator':'Exists'},{'key':'own','operator':'Equal','value':'1'}]}");
    String own =
        ",'runtimeClassName':'vm','nodeSelector':{'disk':'fast'},'tolerations':["
            + "{'key':'vm','operator':'Exists','effect':'NoSchedule'},"
            + "{'key':'own','operator':'Exists'}]";

    JsonValue spec = create(own).path("spec");

    assertThat(spec.path("nodeSelector"))
        .isEqualTo(ObjectsUnderTest.tree("{'disk':'fast','kind':'vm'}"));
    assertThat(spec.path("tolerations").findValues("key").stream().map(JsonValue::asText).toList())
        .containsExactly(
            "own", "node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable", "vm");
    assertThatThrownBy(() -> create(",'runtimeClassName':'vm','nodeSelector':{'kind':'metal'}"))
        .hasMessage(
            "Forbidden: pods \"p\" is forbidden: conflict:"
                + " runtimeClass.scheduling.nodeSelector[kind] = vm; pod.spec.nodeSelector[kind] ="
                + " metal");
  }

  /** An invalid name is rejected by validation, or finds no object. */
  @Test
  void rejectsReferencesToInvalidNames() {
    assertThatThrownBy(() -> create(",'serviceAccountName':'a/b'"))
        .hasMessageContaining("serviceaccount \"a/b\" not found");
    assertThatThrownBy(() -> create(",'priorityClassName':'a/b'"))
        .hasMessageEndingWith("no PriorityClass with name a/b was found");
    assertThatThrownBy(() -> create(",'runtimeClassName':'a/b'"))
        .hasMessageEndingWith("RuntimeClass \"a/b\" not found");
    assertThatThrownBy(() -> create(",'nodeName':'a/b'"))
        .hasMessageContaining("spec.nodeName: Invalid value: \"a/b\"");
  }

  @Test
  void appliedPodGetsPriorityOfItsClass() {
    classes.create("{'metadata':{'name':'high'},'value':7}");
    String intent =
        "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p'},'spec':{'priorityClassName':'%s',"
            + "'containers':[{'name':'m','image':'a:1'}]}}";

    assertThat(
            ObjectsUnderTest.tree(pods.apply("p", intent.formatted("high")).object())
                .at("/spec/priority")
                .asInt())
        .isEqualTo(7);
    assertThatThrownBy(() -> pods.apply("q", intent.formatted("low").replace("'p'", "'q'")))
        .hasMessage("Forbidden: pods \"q\" is forbidden: no PriorityClass with name low was found");
  }

  @Test
  void updateMayOmitFieldsSetByAdmission() {
    JsonValue pod = create("");
    JsonObject again = (JsonObject) pod.deepCopy();
    again.withObject("spec").remove(List.of("priority", "preemptionPolicy", "tolerations"));

    pods.update("p", "", again.toString());

    assertThat(pods.get("p").path("spec")).isEqualTo(pod.path("spec"));
  }

  @Test
  void mirrorPodMayNotUseServiceAccountOrSecrets() {
    String mirror =
        "{'metadata':{'name':'p','annotations':{'kubernetes.io/config.mirror':'x'}},"
            + "'spec':{'nodeName':'n','containers':[{'name':'m','image':'a:1'%s}]%s}}";

    JsonValue spec = pods.create(mirror.formatted("", "")).path("spec");

    assertThat(spec.has("serviceAccountName")).isFalse();
    assertThat(spec.has("volumes")).isFalse();
    assertThatThrownBy(() -> pods.create(mirror.formatted("", ",'serviceAccountName':'default'")))
        .hasMessageEndingWith("a mirror pod may not reference service accounts");
    assertThatThrownBy(
            () -> pods.create(mirror.formatted(",'envFrom':[{'secretRef':{'name':'s'}}]", "")))
        .hasMessageEndingWith("a mirror pod may not reference secrets");
  }
}
