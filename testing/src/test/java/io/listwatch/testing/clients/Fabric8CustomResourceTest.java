package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Custom resources through the fabric8 client. */
@ListwatchTest(tls = true)
final class Fabric8CustomResourceTest {
  private static final ResourceDefinitionContext NOTES =
      new ResourceDefinitionContext.Builder()
          .withGroup(Notes.GROUP)
          .withVersion(Notes.VERSION)
          .withKind(Notes.KIND)
          .withPlural(Notes.PLURAL)
          .withNamespaced(true)
          .build();

  private final KubernetesClient client;
  private String namespace = "";

  Fabric8CustomResourceTest(TestServer server) {
    this.client = Fabric8.client(server);
  }

  @BeforeEach
  void define() {
    namespace = Fabric8.namespace(client);
    Fabric8.define(
        client, Serialization.unmarshal(Notes.DEFINITION, CustomResourceDefinition.class));
  }

  @AfterEach
  void closeClient() {
    client.close();
  }

  @Test
  void createsReadsEditsAndDeletesTypedObjects() {
    Note created = client.resource(note("milk")).create();
    var operation = client.resources(Note.class).inNamespace(namespace).withName("milk");

    Note edited =
        operation.edit(
            each -> {
              each.getSpec().priority = 2;
              return each;
            });

    assertThat(created.getMetadata().getGeneration()).isEqualTo(1);
    assertThat(edited.getMetadata().getGeneration()).isEqualTo(2);
    assertThat(operation.get().getSpec().priority).isEqualTo(2);
    assertThat(operation.get().getSpec().text).isEqualTo("buy milk");

    operation.delete();

    assertThat(operation.get()).isNull();
  }

  @Test
  void genericObjectsEqualTypedObjects() {
    client
        .genericKubernetesResources(NOTES)
        .inNamespace(namespace)
        .resource(
            new GenericKubernetesResourceBuilder()
                .withApiVersion(Notes.GROUP + "/" + Notes.VERSION)
                .withKind(Notes.KIND)
                .withNewMetadata()
                .withName("eggs")
                .endMetadata()
                .addToAdditionalProperties("spec", Map.of("text", "buy eggs", "priority", 7))
                .build())
        .create();

    Note typed = client.resources(Note.class).inNamespace(namespace).withName("eggs").get();
    GenericKubernetesResource generic =
        client.genericKubernetesResources(NOTES).inNamespace(namespace).withName("eggs").get();
    assertThat(typed.getSpec().text).isEqualTo("buy eggs");
    assertThat(typed.getSpec().priority).isEqualTo(7);
    assertThat(generic.<String>get("spec", "text")).isEqualTo("buy eggs");
    assertThat(generic.getMetadata()).isEqualTo(typed.getMetadata());
  }

  @Test
  void statusIsWrittenThroughItsSubresourceOnly() {
    Note note = client.resource(note("milk")).create();
    note.setStatus(new Note.State());
    note.getStatus().read = true;

    Note updated = client.resource(note).update();
    Note reported = client.resource(note).updateStatus();

    assertThat(updated.getStatus()).isNull();
    assertThat(reported.getStatus().read).isTrue();
    assertThat(reported.getMetadata().getGeneration()).isEqualTo(1);
  }

  @Test
  void informerSeesCustomObjects() {
    try (var informer = client.resources(Note.class).inNamespace(namespace).inform()) {
      client.resource(note("milk")).create();

      await().until(() -> informer.getStore().list().size() == 1);
      assertThat(informer.getStore().list().get(0).getSpec().text).isEqualTo("buy milk");
    }
  }

  @Test
  void kindIsInDiscovery() {
    assertThat(client.supports(Note.class)).isTrue();
    assertThat(client.getApiGroup(Notes.GROUP).getPreferredVersion().getVersion())
        .isEqualTo(Notes.VERSION);
  }

  @Test
  void undefinedKindIsNotFound() {
    var other =
        new ResourceDefinitionContext.Builder()
            .withGroup("none.example.com")
            .withVersion("v1")
            .withKind("None")
            .withPlural("nones")
            .withNamespaced(true)
            .build();

    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(() -> client.genericKubernetesResources(other).inNamespace(namespace).list())
        .satisfies(failure -> assertThat(failure.getCode()).isEqualTo(404));
  }

  private Note note(String name) {
    var note = new Note();
    note.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    note.setSpec(new Note.Spec());
    note.getSpec().text = "buy " + name;
    return note;
  }
}
