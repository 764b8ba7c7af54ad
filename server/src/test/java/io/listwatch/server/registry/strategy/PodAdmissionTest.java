package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PodAdmissionTest {
  private final VerbsFixture fixture = new VerbsFixture();
  private final ObjectsUnderTest pods = new ObjectsUnderTest(fixture, "", "pods");
  private final ObjectsUnderTest accounts = new ObjectsUnderTest(fixture, "", "serviceaccounts");
  private final ObjectsUnderTest classes =
      new ObjectsUnderTest(fixture, "scheduling.k8s.io", "priorityclasses");

  private final ObjectsUnderTest runtimeClasses =
      new ObjectsUnderTest(fixture, "node.k8s.io", "runtimeclasses");

  @BeforeEach
  void namespace() {
    new ObjectsUnderTest(fixture, "", "namespaces")
        .create("{'metadata':{'name':'%s'}}".formatted(ObjectsUnderTest.NAMESPACE));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonNode create(String more) {
    return pods.create(
        "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'m','image':'a:1'}]%s}}"
            .formatted(more));
  }

  @Test
  void aPodWithoutAnAccountActsAsTheUsualOne() {
    JsonNode spec = create("").path("spec");

    assertThat(spec.path("serviceAccountName").asText()).isEqualTo("default");
    assertThat(spec.path("serviceAccount").asText()).isEqualTo("default");
    assertThat(spec.has("volumes")).isFalse();
    assertThat(spec.path("priority").asInt()).isZero();
    assertThat(spec.path("tolerations")).hasSize(2);
  }

  @Test
  void aPodSeesTheTokenOfItsAccount() {
    accounts.create("{'metadata':{'name':'default'},'imagePullSecrets':[{'name':'x'}]}");

    JsonNode spec = create("").path("spec");

    String volume = spec.at("/volumes/0/name").asText();
    assertThat(volume).matches("kube-api-access-[a-z0-9]{5}");
    assertThat(spec.at("/containers/0/volumeMounts/0/name").asText()).isEqualTo(volume);
    assertThat(spec.path("imagePullSecrets")).hasToString("[{\"name\":\"x\"}]");
  }

  @Test
  void noTokenIsMountedWhereNoneIsWanted() {
    accounts.create("{'metadata':{'name':'default'},'automountServiceAccountToken':false}");
    accounts.create("{'metadata':{'name':'other'}}");

    assertThat(create("").path("spec").has("volumes")).isFalse();
    pods.delete("p");
    String refusing = ",'serviceAccountName':'other','automountServiceAccountToken':false";
    assertThat(create(refusing).path("spec").has("volumes")).isFalse();
  }

  @Test
  void anAccountThatIsNamedMustExist() {
    assertThatThrownBy(() -> create(",'serviceAccountName':'nobody'"))
        .hasMessage(
            "Forbidden: pods \"p\" is forbidden: error looking up service account %s/nobody:"
                + " serviceaccount \"nobody\" not found",
            ObjectsUnderTest.NAMESPACE);
  }

  @Test
  void aRuntimeClassThatIsNamedMustExist() {
    assertThatThrownBy(() -> create(",'runtimeClassName':'gvisor'"))
        .hasMessage(
            "Forbidden: pods \"p\" is forbidden: pod rejected: RuntimeClass \"gvisor\" not found");

    runtimeClasses.create("{'metadata':{'name':'gvisor'},'handler':'runsc'}");

    assertThat(create(",'runtimeClassName':'gvisor'").at("/spec/runtimeClassName").asText())
        .isEqualTo("gvisor");
  }

  @Test
  void aPodIsAsImportantAsItsClass() {
    classes.create("{'metadata':{'name':'high'},'value':7,'preemptionPolicy':'Never'}");

    JsonNode spec = create(",'priorityClassName':'high'").path("spec");

    assertThat(spec.path("priority").asInt()).isEqualTo(7);
    assertThat(spec.path("preemptionPolicy").asText()).isEqualTo("Never");
    assertThatThrownBy(() -> create(",'priorityClassName':'low'"))
        .hasMessage("Forbidden: pods \"p\" is forbidden: no PriorityClass with name low was found");
  }

  @Test
  void aClassForAllIsForThoseWithout() {
    classes.create("{'metadata':{'name':'all'},'value':3,'globalDefault':true}");

    JsonNode spec = create("").path("spec");

    assertThat(spec.path("priority").asInt()).isEqualTo(3);
    assertThat(spec.path("priorityClassName").asText()).isEqualTo("all");
  }

  @Test
  void patienceThatAPodHasIsNotRepeated() {
    JsonNode spec =
        create(",'tolerations':[{'operator':'Exists'}],'schedulingGates':[{'name':'g'}]");

    assertThat(spec.at("/spec/tolerations")).hasSize(1);
    assertThat(spec.at("/status/conditions/0/reason").asText()).isEqualTo("SchedulingGated");
  }
}
