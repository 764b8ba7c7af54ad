package io.listwatch.server.registry.delete;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.NotFoundException;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The deletion of pods, through the verbs. */
final class PodDeletionTest {
  private static final String RUNNING =
      "{'metadata':{'name':'p'},'spec':{'nodeName':'n','terminationGracePeriodSeconds':30,"
          + "'containers':[{'name':'c','image':'i'}]}}";

  private final VerbsFixture fixture = new VerbsFixture();
  private final ObjectsUnderTest pods = new ObjectsUnderTest(fixture, "", "pods");

  @BeforeEach
  void makeNamespace() {
    new ObjectsUnderTest(fixture, "", "namespaces").create("{'metadata':{'name':'home'}}");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void runningPodBecomesTerminating() {
    pods.create(RUNNING);

    DeleteResult removed = pods.delete("p");

    assertThat(removed.gone()).isFalse();
    assertThat(removed.returnsObject()).isTrue();
    JsonValue metadata = pods.get("p").path("metadata");
    assertThat(metadata.path("deletionGracePeriodSeconds").asLong()).isEqualTo(30);
    assertThat(metadata.path("deletionTimestamp").asText()).isEqualTo("2024-08-24T08:06:22Z");
    assertThat(metadata.path("generation").asLong()).isEqualTo(2);
  }

  @Test
  void gracePeriodMayBecomeShorterButNotLonger() {
    pods.create(RUNNING);
    pods.delete("p");
    String version = pods.get("p").at("/metadata/resourceVersion").asText();

    pods.delete("p", ObjectsUnderTest.grace(60));
    assertThat(pods.get("p").at("/metadata/resourceVersion").asText()).isEqualTo(version);

    pods.delete("p", ObjectsUnderTest.grace(10));
    JsonValue metadata = pods.get("p").path("metadata");
    assertThat(metadata.path("deletionGracePeriodSeconds").asLong()).isEqualTo(10);
    assertThat(metadata.path("deletionTimestamp").asText()).isEqualTo("2024-08-24T08:06:02Z");
    assertThat(metadata.path("generation").asLong()).isEqualTo(2);
  }

  @Test
  void shorterGracePeriodNeverEndsInThePast() {
    pods.create(RUNNING);
    pods.delete("p");
    fixture.timers.advance(Duration.ofSeconds(20));

    pods.delete("p", ObjectsUnderTest.grace(5));

    assertThat(pods.get("p").at("/metadata/deletionTimestamp").asText())
        .isEqualTo("2024-08-24T08:06:12Z");
  }

  @Test
  void gracePeriodOfZeroRemovesARunningPod() {
    pods.create(RUNNING);
    pods.delete("p");

    DeleteResult removed = pods.delete("p", ObjectsUnderTest.grace(0));

    assertThat(removed.gone()).isTrue();
    assertThat(removed.returnsObject()).isTrue();
    JsonValue last = ObjectsUnderTest.tree(removed.object());
    assertThat(last.at("/metadata/deletionGracePeriodSeconds")).isEqualTo(JsonValue.of(0));
    assertThatThrownBy(() -> pods.get("p")).isInstanceOf(NotFoundException.class);
  }

  @Test
  void unscheduledPodIsRemovedAtOnce() {
    pods.create(
        "{'metadata':{'name':'p'},'spec':{'terminationGracePeriodSeconds':30,"
            + "'containers':[{'name':'c','image':'i'}]}}");

    assertThat(pods.delete("p").gone()).isTrue();

    assertThatThrownBy(() -> pods.get("p")).isInstanceOf(NotFoundException.class);
  }

  @Test
  void succeededPodIsRemovedAtOnce() {
    pods.create(RUNNING);
    pods.update("p", "status", "{'metadata':{'name':'p'},'status':{'phase':'Succeeded'}}");

    assertThat(pods.delete("p").gone()).isTrue();
  }

  @Test
  void finalizerKeepsPodWithoutGracePeriod() {
    pods.create(
        "{'metadata':{'name':'p','finalizers':['example.com/hold']},"
            + "'spec':{'containers':[{'name':'c','image':'i'}]}}");

    assertThat(pods.delete("p").gone()).isFalse();
    assertThat(pods.get("p").at("/metadata/deletionGracePeriodSeconds")).isEqualTo(JsonValue.of(0));

    pods.merge("p", "{'metadata':{'finalizers':null}}");
    assertThatThrownBy(() -> pods.get("p")).isInstanceOf(NotFoundException.class);
  }

  @Test
  void evictionDeletesWithItsGracePeriod() {
    pods.create(RUNNING);

    pods.act("p", "eviction", "{'metadata':{'name':'p'},'deleteOptions':{'gracePeriodSeconds':3}}");

    assertThat(pods.get("p").at("/metadata/deletionGracePeriodSeconds").asLong()).isEqualTo(3);
  }

  @Test
  void podCanBeBoundOnlyOnce() {
    pods.create("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}");
    String binding = "{'metadata':{'name':'p'},'target':{'kind':'Node','name':'n1'}}";

    pods.act("p", "binding", binding);

    JsonValue pod = pods.get("p");
    assertThat(pod.at("/spec/nodeName").asText()).isEqualTo("n1");
    assertThat(pod.at("/status/conditions/0/type").asText()).isEqualTo("PodScheduled");
    assertThatThrownBy(() -> pods.act("p", "binding", binding))
        .hasMessageContaining("pod p is already assigned to node \"n1\"");
  }

  @Test
  void unknownSubresourcesAreRejected() {
    pods.create("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}");

    assertThatThrownBy(() -> pods.act("p", "exec", "{}")).hasMessageContaining("not implemented");
    assertThatThrownBy(() -> pods.act("p", "nonsense", "{}"))
        .hasMessageContaining("the server could not find the requested resource");
  }
}
