package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Default storage classes, ingress classes and priority classes. */
final class DefaultClassesTest {
  private static final String SPEC =
      "'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}";

  private final VerbsFixture fixture = new VerbsFixture();
  private final ObjectsUnderTest claims =
      new ObjectsUnderTest(fixture, "", "persistentvolumeclaims");
  private final ObjectsUnderTest storageClasses =
      new ObjectsUnderTest(fixture, "storage.k8s.io", "storageclasses");
  private final ObjectsUnderTest ingresses =
      new ObjectsUnderTest(fixture, "networking.k8s.io", "ingresses");
  private final ObjectsUnderTest ingressClasses =
      new ObjectsUnderTest(fixture, "networking.k8s.io", "ingressclasses");
  private final ObjectsUnderTest priorityClasses =
      new ObjectsUnderTest(fixture, "scheduling.k8s.io", "priorityclasses");

  @BeforeEach
  void namespace() {
    ObjectsUnderTest.createNamespace(fixture);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void storageClass(String name, String mark) {
    storageClasses.create(
        "{'metadata':{'name':'%s','annotations':{'%s':'true'}},'provisioner':'x.io/p'}"
            .formatted(name, mark));
  }

  private static String claim(String name, String more) {
    return "{'metadata':{'name':'%s'},'spec':{%s%s}}".formatted(name, SPEC, more);
  }

  private String classOfClaim(String more) {
    return claims.create(claim("c", more)).at("/spec").path("storageClassName").asText("none");
  }

  @Test
  void claimGetsNoClassWithoutDefault() {
    storageClass("plain", "example.com/is-default-class");

    assertThat(classOfClaim("")).isEqualTo("none");
  }

  @Test
  void claimGetsNewestDefaultClassThenFirstByName() {
    storageClass("a-old", "storageclass.kubernetes.io/is-default-class");
    fixture.timers.advance(Duration.ofSeconds(5));
    storageClass("z", "storageclass.beta.kubernetes.io/is-default-class");
    storageClass("y", "storageclass.kubernetes.io/is-default-class");

    assertThat(classOfClaim("")).isEqualTo("y");
  }

  @Test
  void claimKeepsItsClassEvenIfEmpty() {
    storageClass("usual", "storageclass.kubernetes.io/is-default-class");

    assertThat(classOfClaim(",'storageClassName':''")).isEmpty();
    String old =
        "{'metadata':{'name':'old','annotations':{'volume.beta.kubernetes.io/storage-class':'x'}},"
            + "'spec':{%s}}";
    assertThat(claims.create(old.formatted(SPEC)).at("/spec").has("storageClassName")).isFalse();
  }

  @Test
  void claimCreatedByApplyGetsDefaultClass() {
    storageClass("usual", "storageclass.kubernetes.io/is-default-class");
    String intent =
        claim("c", "")
            .replace("{'metadata'", "{'apiVersion':'v1','kind':'PersistentVolumeClaim','metadata'");

    assertThat(
            ObjectsUnderTest.tree(claims.apply("c", intent).object())
                .at("/spec/storageClassName")
                .asText())
        .isEqualTo("usual");
  }

  private void ingressClass(String name) {
    ingressClasses.create(
        ("{'metadata':{'name':'%s','annotations':"
                + "{'ingressclass.kubernetes.io/is-default-class':'true'}},"
                + "'spec':{'controller':'x.io/c'}}")
            .formatted(name));
  }

  private String classOfIngress(String annotations, String more) {
    String backend = "'defaultBackend':{'service':{'name':'s','port':{'number':80}}}";
    return ingresses
        .create(
            "{'metadata':{'generateName':'i-','annotations':{%s}},'spec':{%s%s}}"
                .formatted(annotations, backend, more))
        .path("spec")
        .path("ingressClassName")
        .asText("none");
  }

  @Test
  void ingressGetsNewestDefaultClassUnlessItHasOne() {
    assertThat(classOfIngress("", "")).isEqualTo("none");
    ingressClass("a");
    fixture.timers.advance(Duration.ofSeconds(5));
    ingressClass("b");

    assertThat(classOfIngress("", "")).isEqualTo("b");
    assertThat(classOfIngress("", ",'ingressClassName':'own'")).isEqualTo("own");
    assertThat(classOfIngress("'kubernetes.io/ingress.class':'own'", "")).isEqualTo("none");
  }

  @Test
  void rejectsSecondGlobalDefaultPriorityClass() {
    priorityClasses.create("{'metadata':{'name':'all'},'value':1,'globalDefault':true}");
    priorityClasses.create("{'metadata':{'name':'b'},'value':2}");
    String why = "PriorityClass all is already marked as default. Only one default can exist";

    assertThatThrownBy(
            () ->
                priorityClasses.create("{'metadata':{'name':'c'},'value':3,'globalDefault':true}"))
        .hasMessage("Forbidden: priorityclasses.scheduling.k8s.io \"c\" is forbidden: " + why);
    assertThatThrownBy(() -> priorityClasses.merge("b", "{'globalDefault':true}"))
        .hasMessage("Forbidden: priorityclasses.scheduling.k8s.io \"b\" is forbidden: " + why);
    assertThatThrownBy(() -> priorityClasses.merge("b", "{'globalDefault':true,'value':9}"))
        .hasMessageContaining("may not be changed in an update");
  }

  @Test
  void priorityClassGenerationStaysOne() {
    priorityClasses.create("{'metadata':{'name':'a'},'value':1}");

    priorityClasses.merge("a", "{'description':'other'}");

    assertThat(priorityClasses.get("a").at("/metadata/generation").asInt()).isEqualTo(1);
  }

  @Test
  void globalDefaultPriorityClassCanBeReplaced() {
    priorityClasses.create("{'metadata':{'name':'all'},'value':1,'globalDefault':true}");
    priorityClasses.create("{'metadata':{'name':'b'},'value':2}");

    priorityClasses.merge("all", "{'description':'for all','globalDefault':true}");
    priorityClasses.merge("all", "{'globalDefault':false}");
    priorityClasses.merge("b", "{'globalDefault':true}");

    assertThat(priorityClasses.get("b").path("globalDefault").asBoolean()).isTrue();
  }
}
