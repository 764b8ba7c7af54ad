package io.listwatch.server.registry.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ApiException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.server.registry.Definitions;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import io.listwatch.server.registry.delete.DeleteResult;
import io.listwatch.server.registry.write.WriteResult;
import io.listwatch.server.resource.ResourceStorage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour of the verbs that the recorded requests do not cover. */
final class ResourceVerbsTest {
  private static final String PODS =
      "'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},"
          + "'spec':{'containers':[{'name':'c','image':'i'}]}}";

  private static final ResourceType WIDGET =
      ResourceType.namespaced("example.com/v1", "Widget", "widgets");
  private static final ResourceType NEWER_WIDGET =
      ResourceType.namespaced("example.com/v2", "Widget", "widgets");

  private final VerbsFixture fixture =
      new VerbsFixture(
          Definitions.custom(WIDGET, WIDGET), Definitions.custom(NEWER_WIDGET, WIDGET));
  private final ObjectsUnderTest maps = new ObjectsUnderTest(fixture, "", "configmaps");

  @BeforeEach
  void makeNamespace() {
    new ObjectsUnderTest(fixture, "", "namespaces").create("{'metadata':{'name':'home'}}");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void triesEightGeneratedNames() {
    var calls = new int[1];
    RandomGenerator stuck =
        () -> {
          calls[0]++;
          return 0L;
        };
    var verbs =
        ResourceVerbs.over(this::storage)
            .identities(new Identities(stuck))
            .workers(Runnable::run)
            .build();
    var definition = fixture.definition("", "configmaps");
    String wish = "{'metadata':{'generateName':'x-'}}";
    ObjectsUnderTest.await(
        verbs.create(definition, "home", ObjectsUnderTest.submitted(wish), ObjectsUnderTest.PLAIN));
    int once = calls[0];

    assertThatThrownBy(
            () ->
                ObjectsUnderTest.await(
                    verbs.create(
                        definition,
                        "home",
                        ObjectsUnderTest.submitted(wish),
                        ObjectsUnderTest.PLAIN)))
        .isInstanceOfSatisfying(
            AlreadyExistsException.class,
            e -> {
              assertThat(e.status().message())
                  .isEqualTo(
                      "configmaps \"x-bbbbb\" already exists, the server was not able to generate"
                          + " a unique name for the object");
              assertThat(e.status().details().retryAfterSeconds()).isEqualTo(1);
            });
    assertThat(calls[0]).isEqualTo(9 * once);
  }

  private ResourceStorage storage(ResourceDefinition definition) {
    return fixture.storages.apply(definition);
  }

  @Test
  void dryRunStoresNothing() {
    WriteResult made = maps.create("{'metadata':{'name':'a'}}", ObjectsUnderTest.DRY);

    assertThat(made.object().version().isUnset()).isTrue();
    assertThat(made.object().uid()).isPresent();
    assertThatThrownBy(() -> maps.get("a")).isInstanceOf(NotFoundException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "abc"})
  void dryRunKeepsSubmittedVersion(String version) {
    String sent = "{'metadata':{'name':'a','resourceVersion':'%s'}}".formatted(version);

    WriteResult made = maps.create(sent, ObjectsUnderTest.DRY);

    assertThat(made.object().version().toString()).isEqualTo(version);
  }

  @Test
  void dryRunReportsExistingObject() {
    maps.create("{'metadata':{'name':'a'}}");

    assertThatThrownBy(() -> maps.create("{'metadata':{'name':'a'}}", ObjectsUnderTest.DRY))
        .isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void dropsDuplicateOwnerReferencesWithWarning() {
    String owner = "{'apiVersion':'v1','kind':'Node','name':'n','uid':'u'}";

    var told = new CopyOnWriteArrayList<String>();

    WriteResult made =
        maps.create(
            "{'metadata':{'name':'a','ownerReferences':[" + owner + "," + owner + "]}}",
            ObjectsUnderTest.PLAIN.warning(told::add));

    assertThat(ObjectsUnderTest.tree(made.object()).at("/metadata/ownerReferences")).hasSize(1);
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).endsWith("duplicate UID(s) observed: u");
  }

  @Test
  void rejectsEventAsOwner() {
    assertThatThrownBy(
            () ->
                maps.create(
                    "{'metadata':{'name':'a','ownerReferences':[{'apiVersion':'v1',"
                        + "'kind':'Event','name':'e','uid':'u'}]}}"))
        .hasMessageContaining("/v1, Kind=Event is disallowed from being an owner");
  }

  @Test
  void rejectsObjectOfAnotherKind() {
    assertThatThrownBy(
            () -> maps.create("{'apiVersion':'v1','kind':'Secret','metadata':{'name':'a'}}"))
        .hasMessageContaining(
            "Secret in version \"v1\" cannot be handled as a ConfigMap: converting (v1.Secret) to"
                + " (core.ConfigMap): unknown conversion");
    assertThatThrownBy(
            () -> maps.create("{'apiVersion':'v1','kind':'Nope','metadata':{'name':'a'}}"))
        .hasMessageContaining("no kind \"Nope\" is registered for version \"v1\"");
  }

  @Test
  void rejectsPutWithoutName() {
    assertThatThrownBy(() -> maps.update("a", "", "{'metadata':{}}"))
        .hasMessageContaining("(a based on URL) was undeterminable: name must be provided");
  }

  @Test
  void rejectsAnnotationsAboveTotalSizeLimit() {
    String half = "x".repeat(140_000);

    assertThatThrownBy(
            () ->
                maps.create(
                    "{'metadata':{'name':'a','annotations':{'a':'%s','b':'%s'}}}"
                        .formatted(half, half)))
        .hasMessageContaining("metadata.annotations: Too long: may not be more than 262144 bytes");
  }

  @Test
  void reportsInvalidLabelsInOrder() {
    assertThatThrownBy(
            () -> maps.create("{'metadata':{'name':'a','labels':{'b/':'ok','a':'not ok'}}}"))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.status().details().causes()).hasSize(3));
  }

  @Test
  void orphanPolicySetsFinalizer() {
    maps.create("{'metadata':{'name':'a'}}");

    DeleteResult marked = maps.delete("a", ObjectsUnderTest.propagating(PropagationPolicy.ORPHAN));

    assertThat(marked.gone()).isFalse();
    assertThat(maps.get("a").at("/metadata/finalizers/0").asText()).isEqualTo("orphan");
    assertThat(maps.delete("a", ObjectsUnderTest.propagating(PropagationPolicy.BACKGROUND)).gone())
        .isTrue();
  }

  @Test
  void jobsOrphanDependentsByDefault() {
    var jobs = new ObjectsUnderTest(fixture, "batch", "jobs");
    jobs.create(
        "{'metadata':{'name':'j'},'spec':{'template':{'spec':{'restartPolicy':'Never',"
            + "'containers':[{'name':'c','image':'i'}]}}}}");

    jobs.delete("j");

    JsonValue job = jobs.get("j");
    assertThat(job.at("/metadata/finalizers/0").asText()).isEqualTo("orphan");
    assertThat(job.at("/metadata/generation").asLong()).isEqualTo(2);
  }

  @Test
  void generationCountsSpecAndAnnotationChangesOfDeployment() {
    var deployments = new ObjectsUnderTest(fixture, "apps", "deployments");
    deployments.create("{'metadata':{'name':'d'},'spec':{'replicas':1," + PODS + "}}");

    deployments.merge("d", "{'metadata':{'labels':{'a':'b'}}}");
    deployments.merge("d", "{'status':{'replicas':7}}");
    assertThat(deployments.get("d").at("/metadata/generation").asLong()).isEqualTo(1);
    assertThat(deployments.get("d").at("/status/replicas").isMissing()).isTrue();

    deployments.merge("d", "{'spec':{'replicas':2}}");
    assertThat(deployments.get("d").at("/metadata/generation").asLong()).isEqualTo(2);

    deployments.merge("d", "{'metadata':{'annotations':{'a':'b'}}}");
    assertThat(deployments.get("d").at("/metadata/generation").asLong()).isEqualTo(3);
  }

  @Test
  void statusSubresourceChangesOnlyStatus() {
    var deployments = new ObjectsUnderTest(fixture, "apps", "deployments");
    deployments.create(
        "{'metadata':{'name':'d','labels':{'a':'b'}},'spec':{'replicas':1," + PODS + "}}");

    deployments.update(
        "d",
        "status",
        "{'metadata':{'name':'d','labels':{'c':'d'}},'spec':{'replicas':9},"
            + "'status':{'replicas':3}}");

    JsonValue deployment = deployments.get("d");
    assertThat(deployment.at("/spec/replicas").asLong()).isEqualTo(1);
    assertThat(deployment.at("/status/replicas").asLong()).isEqualTo(3);
    assertThat(deployment.at("/metadata/labels/a").asText()).isEqualTo("b");
    assertThat(deployment.at("/metadata/generation").asLong()).isEqualTo(1);
  }

  @Test
  void secretGetsTypeAndEncodesStringData() {
    var secrets = new ObjectsUnderTest(fixture, "", "secrets");

    JsonValue secret = secrets.create("{'metadata':{'name':'s'},'stringData':{'k':'v'}}");

    assertThat(secret.path("type").asText()).isEqualTo("Opaque");
    assertThat(secret.at("/data/k").asText()).isEqualTo("dg==");
    assertThat(secret.has("stringData")).isFalse();
  }

  @Test
  void objectIsServedInEveryVersion() {
    ResourceDefinition newer = fixture.registry.find("example.com", "v2", "widgets").orElseThrow();
    ResourceDefinition older = fixture.registry.find("example.com", "v1", "widgets").orElseThrow();
    String json =
        "{'apiVersion':'example.com/v2','kind':'Widget','metadata':{'name':'w'},'spec':{'a':1}}";

    WriteResult made =
        ObjectsUnderTest.await(
            fixture.verbs.create(
                newer, "home", ObjectsUnderTest.submitted(json), ObjectsUnderTest.PLAIN));

    ResourceKey key = ResourceKey.of("home", "w");
    assertThat(made.object().apiVersion()).isEqualTo("example.com/v2");
    assertThat(
            ObjectsUnderTest.await(fixture.verbs.get(older, key, VersionMatch.mostRecent()))
                .apiVersion())
        .isEqualTo("example.com/v1");
    assertThat(ObjectsUnderTest.await(fixture.verbs.get(newer, key, VersionMatch.mostRecent())))
        .isEqualTo(made.object());
  }

  @Test
  void bindingsResourceBindsPod() {
    var pods = new ObjectsUnderTest(fixture, "", "pods");
    pods.create("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}");

    new ObjectsUnderTest(fixture, "", "bindings")
        .create("{'metadata':{'name':'p'},'target':{'name':'n'}}");

    assertThat(pods.get("p").at("/spec/nodeName").asText()).isEqualTo("n");
  }

  @Test
  void patchesApplyToCurrentObject() {
    maps.create("{'metadata':{'name':'a'},'data':{'n':'0'}}");

    for (String each : List.of("a", "b", "c")) {
      maps.merge("a", "{'data':{'%s':'1'}}".formatted(each));
    }

    assertThat(maps.get("a").path("data")).hasSize(4);
  }

  @Test
  void dropsUnknownFieldsOfPatchWithWarning() {
    maps.create("{'metadata':{'name':'a'}}");

    var told = new CopyOnWriteArrayList<String>();

    maps.merge(
        "a", "{'metadata':{'nada':2},'nope':1}", ObjectsUnderTest.PLAIN.warning(told::addIfAbsent));

    assertThat(told).containsExactly("unknown field \"metadata.nada\"", "unknown field \"nope\"");
    assertThat(maps.get("a").has("nope")).isFalse();
  }

  @Test
  void strictPatchErrorContainsPatchedObject() {
    maps.create("{'metadata':{'name':'a'}}");

    assertThatThrownBy(() -> maps.merge("a", "{'nope':1}", ObjectsUnderTest.STRICT))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(422);
              assertThat(e.status().message())
                  .startsWith(" \"\" is invalid: patch: Invalid value: \"{")
                  .endsWith("}\": strict decoding error: unknown field \"nope\"");
            });
    assertThatThrownBy(() -> maps.merge("a", "{'data':{'k':'1','k':'2'}}", ObjectsUnderTest.STRICT))
        .hasMessageContaining("strict decoding error: duplicate field \"data.k\"");
  }
}
