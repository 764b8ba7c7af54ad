package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.listwatch.client.ApiClient;
import io.listwatch.model.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway.Init") // The extension injects the fields.
@ListwatchTest
final class ListwatchExtensionTest {
  private static TestServer shared;
  private static KubernetesClient ofClass;

  private final TestServer own;
  private TestServer field;
  private ApiClient ours;
  private io.kubernetes.client.openapi.ApiClient official;

  ListwatchExtensionTest(TestServer own) {
    this.own = own;
  }

  @BeforeAll
  static void remember(TestServer server) {
    shared = server;
  }

  @AfterAll
  static void isStillTheSame(TestServer server) {
    assertThat(server).isSameAs(shared);
  }

  @Test
  void injectsServerIntoMethodParameter(TestServer server) {
    assertThat(server).isSameAs(shared);
  }

  @Test
  void injectsServerIntoConstructorParameter() {
    assertThat(own).isSameAs(shared);
  }

  @Test
  void injectsServerIntoField() {
    assertThat(field).isSameAs(shared);
  }

  @Test
  void clientsOfEveryLibraryReachTheServer(KubernetesClient client) throws Exception {
    assertThat(client).isSameAs(ofClass);
    assertThat(client.namespaces().withName("default").get()).isNotNull();
    var namespaces = ResourceType.cluster("v1", "Namespace", "namespaces");
    assertThat(ours.resources(namespaces).get("default")).isPresent();
    assertThat(new CoreV1Api(official).readNamespace("default").execute().getMetadata())
        .isNotNull();
  }

  @Test
  void rejectsTypeThatIsNotAClient(TestServer server) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> server.client(String.class))
        .withMessageContaining("io.fabric8.kubernetes.client.KubernetesClient");
  }

  @Nested
  final class Inside {
    @Test
    void nestedClassSharesServerOfTheOuterClass(TestServer server) {
      assertThat(server).isSameAs(shared);
    }
  }
}
