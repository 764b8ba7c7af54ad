package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The {@code ephemeralcontainers} and {@code resize} subresources of pods. */
final class PodPartsTest {
  private static final String POD =
      "{'metadata':{'name':'p'%s},'spec':{'containers':[{'name':'c','image':'%s',"
          + "'resources':{'requests':{'cpu':'%s'}}}]%s}}";
  private static final String LOOK = ",'ephemeralContainers':[{'name':'look','image':'%s'}]";

  private final VerbsFixture fixture = new VerbsFixture();
  private final ObjectsUnderTest pods = new ObjectsUnderTest(fixture, "", "pods");

  @BeforeEach
  void makePod() {
    new ObjectsUnderTest(fixture, "", "namespaces").create("{'metadata':{'name':'home'}}");
    pods.create(POD.formatted("", "i", "1", ""));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void ephemeralContainersSubresourceChangesNothingElse() {
    pods.update(
        "p",
        "ephemeralcontainers",
        POD.formatted(",'labels':{'a':'b'}", "other", "2", LOOK.formatted("i")));

    JsonValue pod = pods.get("p");
    assertThat(pod.at("/spec/ephemeralContainers/0/name").asText()).isEqualTo("look");
    assertThat(pod.at("/spec/ephemeralContainers/0/imagePullPolicy").asText()).isEqualTo("Always");
    assertThat(pod.at("/spec/containers/0/image").asText()).isEqualTo("i");
    assertThat(pod.at("/spec/containers/0/resources/requests/cpu").asText()).isEqualTo("1");
    assertThat(pod.at("/metadata/labels").isMissing()).isTrue();
    assertThat(pod.at("/metadata/generation").asInt()).isEqualTo(2);
  }

  @Test
  void ephemeralContainerIsImmutable() {
    pods.update("p", "ephemeralcontainers", POD.formatted("", "i", "1", LOOK.formatted("i")));

    assertThatThrownBy(
            () -> pods.update("p", "ephemeralcontainers", POD.formatted("", "i", "1", "")))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("existing ephemeral containers \"look\" may not be removed");
    assertThatThrownBy(
            () ->
                pods.update(
                    "p", "ephemeralcontainers", POD.formatted("", "i", "1", LOOK.formatted("j"))))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("existing ephemeral containers \"look\" may not be changed");
  }

  @Test
  void ephemeralContainerIsValidated() {
    assertThatThrownBy(
            () ->
                pods.update(
                    "p", "ephemeralcontainers", POD.formatted("", "i", "1", LOOK.formatted(""))))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("spec.ephemeralContainers[0].image: Required value");
  }

  @Test
  void resizeChangesOnlyResources() {
    pods.update("p", "resize", POD.formatted(",'labels':{'a':'b'}", "other", "2", ""));

    JsonValue pod = pods.get("p");
    assertThat(pod.at("/spec/containers/0/resources/requests/cpu").asText()).isEqualTo("2");
    assertThat(pod.at("/spec/containers/0/image").asText()).isEqualTo("i");
    assertThat(pod.at("/metadata/labels").isMissing()).isTrue();
    assertThat(pod.at("/metadata/generation").asInt()).isEqualTo(2);
  }

  @Test
  void resizeMustKeepQosClass() {
    String without = "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}";

    assertThatThrownBy(() -> pods.update("p", "resize", without))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining(
            "spec: Invalid value: \"Burstable\": Pod QOS Class may not change as a result of"
                + " resizing")
        .hasMessageContaining(
            "spec.containers[0].resources.requests: Forbidden: resource requests cannot be"
                + " removed");
  }
}
