package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.ApiextensionsV1Api;
import io.kubernetes.client.openapi.apis.CustomObjectsApi;
import io.kubernetes.client.openapi.models.V1CustomResourceDefinition;
import io.kubernetes.client.util.PatchUtils;
import io.kubernetes.client.util.Yaml;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.options.UpdateOptions;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Custom resources through the official client. */
@ListwatchTest(tls = true)
final class OfficialCustomObjectsTest {
  private final ApiClient client;
  private final CustomObjectsApi objects;
  private String namespace = "";

  OfficialCustomObjectsTest(TestServer server) throws IOException {
    this.client = Official.client(server);
    this.objects = new CustomObjectsApi(client);
  }

  @BeforeEach
  void define() throws ApiException {
    namespace = Official.namespace(client);
    var definitions = new ApiextensionsV1Api(client);
    var definition = Yaml.loadAs(Notes.DEFINITION, V1CustomResourceDefinition.class);
    String name = definition.getMetadata().getName();
    if (definitions.listCustomResourceDefinition().execute().getItems().isEmpty()) {
      definitions.createCustomResourceDefinition(definition).execute();
    }
    await()
        .ignoreExceptions()
        .until(
            () ->
                definitions
                    .readCustomResourceDefinition(name)
                    .execute()
                    .getStatus()
                    .getConditions()
                    .stream()
                    .anyMatch(
                        each ->
                            each.getType().equals("Established")
                                && each.getStatus().equals("True")));
    // The Established condition is written before the paths are served, as in kube-apiserver.
    await().ignoreExceptions().until(() -> list() != null);
  }

  @Test
  void createsPatchesListsAndDeletesObjectsAsMaps() throws ApiException {
    objects
        .createNamespacedCustomObject(
            Notes.GROUP, Notes.VERSION, namespace, Notes.PLURAL, note("milk"))
        .execute();

    Object patched =
        PatchUtils.patch(
            Object.class,
            () ->
                objects
                    .patchNamespacedCustomObject(
                        Notes.GROUP,
                        Notes.VERSION,
                        namespace,
                        Notes.PLURAL,
                        "milk",
                        new V1Patch("{\"spec\":{\"priority\":2.5}}"))
                    .buildCall(null),
            V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
            client);

    assertThat(at(patched, "spec", "priority")).isEqualTo(2.5);
    assertThat(at(patched, "spec", "text")).isEqualTo("buy milk");
    assertThat((List<?>) at(list(), "items")).hasSize(1);

    objects
        .deleteNamespacedCustomObject(Notes.GROUP, Notes.VERSION, namespace, Notes.PLURAL, "milk")
        .execute();

    assertThat((List<?>) at(list(), "items")).isEmpty();
  }

  private Object list() throws ApiException {
    return objects
        .listNamespacedCustomObject(Notes.GROUP, Notes.VERSION, namespace, Notes.PLURAL)
        .execute();
  }

  @Test
  void dynamicClientReadsAndReplaces() throws ApiException {
    objects
        .createNamespacedCustomObject(
            Notes.GROUP, Notes.VERSION, namespace, Notes.PLURAL, note("milk"))
        .execute();
    var notes = new DynamicKubernetesApi(Notes.GROUP, Notes.VERSION, Notes.PLURAL, client);

    var read = notes.get(namespace, "milk").throwsApiException().getObject();
    read.getRaw().getAsJsonObject("spec").addProperty("priority", 3);
    var replaced = notes.update(read, new UpdateOptions()).throwsApiException().getObject();

    assertThat(replaced.getMetadata().getGeneration()).isEqualTo(2);
    assertThat(replaced.getRaw().getAsJsonObject("spec").get("priority").getAsInt()).isEqualTo(3);
    assertThat(notes.list(namespace).throwsApiException().getObject().getItems()).hasSize(1);
  }

  private static Map<String, Object> note(String name) {
    return Map.of(
        "apiVersion",
        Notes.GROUP + "/" + Notes.VERSION,
        "kind",
        Notes.KIND,
        "metadata",
        Map.of("name", name),
        "spec",
        Map.of("text", "buy " + name));
  }

  private static Object at(Object tree, String... path) {
    Object found = tree;
    for (String each : path) {
      found = ((Map<?, ?>) found).get(each);
    }
    return found;
  }
}
