package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import io.listwatch.server.registry.write.WriteOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pods that are assigned to a node, on create or by a binding. */
final class PodPlacementTest {
  private final VerbsFixture fixture = VerbsFixture.withDefaults();
  private final ObjectsUnderTest pods = new ObjectsUnderTest(fixture, "", "pods");

  @BeforeEach
  void placeForPods() {
    ObjectsUnderTest.createNamespace(fixture);
    new ObjectsUnderTest(fixture, "", "nodes")
        .create(
            "{'metadata':{'name':'n','labels':{'topology.kubernetes.io/zone':'z1',"
                + "'topology.kubernetes.io/region':'r1','disk':'fast'}}}");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonValue create(String labels, String more) {
    return pods.create(
        ("{'metadata':{'name':'p','labels':{%s}},"
                + "'spec':{'containers':[{'name':'m','image':'a:1'}]%s}}")
            .formatted(labels, more));
  }

  private void bind(String node, String metadata) {
    pods.act(
        "p",
        "binding",
        "{'metadata':{'name':'p'%s},'target':{'kind':'Node','name':'%s'}}"
            .formatted(metadata, node));
  }

  @Test
  void podWithNodeNameGetsTopologyLabels() {
    JsonValue labels =
        create("'a':'b','topology.kubernetes.io/zone':'wrong'", ",'nodeName':'n'")
            .at("/metadata/labels");

    assertThat(labels)
        .isEqualTo(
            ObjectsUnderTest.tree(
                "{'a':'b','topology.kubernetes.io/zone':'z1',"
                    + "'topology.kubernetes.io/region':'r1'}"));
  }

  @Test
  void boundPodGetsTopologyLabels() {
    create("'a':'b'", "");

    bind("n", ",'labels':{'c':'d'}");

    assertThat(pods.get("p").at("/metadata/labels"))
        .isEqualTo(
            ObjectsUnderTest.tree(
                "{'a':'b','c':'d','topology.kubernetes.io/zone':'z1',"
                    + "'topology.kubernetes.io/region':'r1'}"));
  }

  @Test
  void podBoundToMissingNodeGetsNoTopologyLabels() {
    create("'a':'b'", "");

    bind("elsewhere", "");

    assertThat(pods.get("p").at("/metadata/labels")).hasSize(1);
    assertThat(pods.get("p").at("/spec/nodeName").asText()).isEqualTo("elsewhere");
  }

  @Test
  void podWithSchedulingGatesCannotBeBound() {
    create("", ",'schedulingGates':[{'name':'g'}]");

    assertThatThrownBy(() -> bind("n", ""))
        .hasMessage(
            "Conflict: Operation cannot be fulfilled on pods/binding \"p\": pod p has non-empty"
                + " .spec.schedulingGates");
  }

  @Test
  void bindingRemovesNominatedNodeName() {
    create("", "");
    pods.update("p", "status", "{'metadata':{'name':'p'},'status':{'nominatedNodeName':'m'}}");

    bind("n", "");

    assertThat(pods.get("p").path("status").has("nominatedNodeName")).isFalse();
  }

  @Test
  void resizeOfScheduledPodWarnsThatCapacityIsNotChecked() {
    for (String node : List.of("", ",'nodeName':'n'")) {
      JsonValue pod =
          pods.create(
              ("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'m','image':'a:1',"
                      + "'resources':{'requests':{'cpu':'1'}}}]%s}}")
                  .formatted(node));
      String larger = pod.toString().replace("\"cpu\":\"1\"", "\"cpu\":\"2\"");

      var told = new CopyOnWriteArrayList<String>();
      WriteOptions options = ObjectsUnderTest.PLAIN.warning(told::addIfAbsent);

      pods.update("p", "resize", pod.toString(), options);
      assertThat(told).isEmpty();
      pods.update("p", "resize", larger, options);
      assertThat(told).hasSize(node.isEmpty() ? 0 : 1);
      pods.delete("p", ObjectsUnderTest.grace(0));
    }
  }

  @Test
  void ephemeralContainersCauseNoCapacityWarning() {
    JsonValue pod = create("", ",'nodeName':'n'");
    var told = new CopyOnWriteArrayList<String>();
    ((JsonObject) pod.path("spec"))
        .putArray("ephemeralContainers")
        .addObject()
        .put("name", "look")
        .put("image", "a:1");

    pods.update(
        "p", "ephemeralcontainers", pod.toString(), ObjectsUnderTest.PLAIN.warning(told::add));

    assertThat(told).isEmpty();
    assertThat(pods.get("p").at("/spec/ephemeralContainers")).hasSize(1);
  }
}
