package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.verbs.ObjectsUnderTest.tree;
import static io.listwatch.server.registry.write.WriteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of error messages that clients parse. */
final class ErrorMessagesTest {
  private final WriteFixture fixture =
      new WriteFixture(VerbsFixture.custom("example.com/v1", "Widget"));

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @CsvSource({
    "'', pods, /registry/pods/home/a",
    "'', services, /registry/services/specs/home/a",
    "'', endpoints, /registry/services/endpoints/home/a",
    "'', nodes, /registry/minions/home/a",
    "'', replicationcontrollers, /registry/controllers/home/a",
    "apps, deployments, /registry/deployments/home/a",
    "networking.k8s.io, ingresses, /registry/ingress/home/a",
    "apiextensions.k8s.io, customresourcedefinitions,"
        + " /registry/apiextensions.k8s.io/customresourcedefinitions/home/a",
    "example.com, widgets, /registry/example.com/widgets/home/a",
  })
  void etcdKeyMatchesKubeApiserver(String group, String plural, String key) {
    assertThat(EtcdKeys.of(fixture.kind(group, plural).definition(), WriteFixture.KEY))
        .isEqualTo(key);
  }

  @Test
  void etcdKeyOfAClusterScopedObjectHasNoNamespace() {
    assertThat(EtcdKeys.of(fixture.kind("", "namespaces").definition(), ResourceKey.of("home")))
        .isEqualTo("/registry/namespaces/home");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // apiVersion | kind | expected apiVersion | expected kind | reason
        "v1 | Pod | v1 | Secret | converting (v1.Pod) to (core.Secret): unknown conversion",
        "apps/v1 | Deployment | batch/v1 | Job | converting (v1.Deployment) to (batch.Job): unknown"
            + " conversion",
        "v1 | Pod | rbac.authorization.k8s.io/v1 | Role | converting (v1.Pod) to (rbac.Role):"
            + " unknown conversion",
        "v1 | Pod | events.k8s.io/v1 | Event | converting (v1.Pod) to (core.Event): unknown"
            + " conversion",
        "v1 | Nope | v1 | Pod | no kind \"Nope\" is registered for version \"v1\" in scheme"
            + " \"here\"",
        "x.y/v2 | Pod | v1 | Pod | no kind \"Pod\" is registered for version \"x.y/v2\" in scheme"
            + " \"here\"",
      })
  void unexpectedKindIsUnconvertibleOrUnregistered(
      String apiVersion, String kind, String expectedVersion, String expected, String reason) {
    ResourceType type = ResourceType.namespaced(expectedVersion, expected, "any");

    assertThat(new UnexpectedKind(apiVersion, kind).reason(type, "here")).isEqualTo(reason);
  }

  @Test
  void unexpectedKindIsABadRequest() {
    ApiException error =
        new UnexpectedKind("apps/v1", "Deployment")
            .refusal(ResourceType.namespaced("v1", "Pod", "pods"));

    assertThat(error.status().code()).isEqualTo(400);
    assertThat(error.status().message())
        .isEqualTo(
            "Deployment in version \"v1\" cannot be handled as a Pod: converting (v1.Deployment) to"
                + " (core.Pod): unknown conversion");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // object | patch | shown
        "{'z':1,'a':2,'metadata':{}} | {} | {'a':2,'metadata':{},'z':1}",
        "{'spec':{'z':1,'a':2},'metadata':{}} | {} | {'metadata':{},'spec':{'z':1,'a':2}}",
        "{'spec':{'z':1,'a':2},'metadata':{}} | {'spec':{'q':1}} |"
            + " {'metadata':{},'spec':{'a':2,'z':1}}",
        "{'spec':{'z':1,'a':2},'metadata':{}} | {'spec':3} |"
            + " {'metadata':{},'spec':{'z':1,'a':2}}",
        "{'spec':[{'z':1,'a':2}],'metadata':{}} | {'spec':[{'q':1}]} |"
            + " {'metadata':{},'spec':[{'z':1,'a':2}]}",
        "{'metadata':{'resourceVersion':'7','name':'a','uid':'u','labels':{}}} | [] |"
            + " {'metadata':{'name':'a','uid':'u','resourceVersion':'7','labels':{}}}",
        "{'metadata':{'name':'b','labels':{'z':'1','a':'2'}}} | {'metadata':{'labels':{'z':'1'}}} |"
            + " {'metadata':{'labels':{'a':'2','z':'1'},'name':'b'}}",
      })
  void mergePatchSortsTheObjectsThatItChanges(String object, String patch, String shown) {
    JsonObject before = json(object);

    String text = PatchErrorText.ofMerge(before, tree(patch));

    assertThat(text.replace('"', '\'')).isEqualTo(shown);
    assertThat(before).isEqualTo(json(object));
  }
}
