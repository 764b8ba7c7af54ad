package io.listwatch.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists through the fabric8 client. */
@ListwatchTest(tls = true)
final class Fabric8ListTest {
  private final KubernetesClient client;
  private String namespace = "";

  Fabric8ListTest(TestServer server) {
    this.client = Fabric8.client(server);
  }

  @BeforeEach
  void fill() {
    namespace = Fabric8.namespace(client);
    create("a", Map.of("tier", "front", "env", "test"));
    create("b", Map.of("tier", "front", "env", "live"));
    create("c", Map.of("tier", "back", "env", "live"));
    create("d", Map.of());
  }

  @AfterEach
  void closeClient() {
    client.close();
  }

  @Test
  void listAndItemsHaveTheirKind() {
    ConfigMapList list = client.configMaps().inNamespace(namespace).list();

    assertThat(list.getKind()).isEqualTo("ConfigMapList");
    assertThat(list.getMetadata().getResourceVersion()).isNotEmpty();
    assertThat(list.getItems())
        .allSatisfy(each -> assertThat(each.getKind()).isEqualTo("ConfigMap"));
    assertThat(names(list)).containsExactly("a", "b", "c", "d");
  }

  @Test
  void selectsByLabels() {
    var all = client.configMaps().inNamespace(namespace);

    assertThat(names(all.withLabel("tier", "front").list())).containsExactly("a", "b");
    assertThat(names(all.withLabel("tier").list())).containsExactly("a", "b", "c");
    assertThat(names(all.withoutLabel("tier").list())).containsExactly("d");
    assertThat(names(all.withLabelIn("env", "live", "none").list())).containsExactly("b", "c");
    assertThat(names(all.withLabelNotIn("env", "live").list())).containsExactly("a", "d");
    assertThat(names(all.withLabels(Map.of("tier", "front", "env", "live")).list()))
        .containsExactly("b");
  }

  @Test
  void selectsByFields() {
    var all = client.configMaps().inNamespace(namespace);

    assertThat(names(all.withField("metadata.name", "c").list())).containsExactly("c");
    assertThat(names(all.withoutField("metadata.name", "c").list())).containsExactly("a", "b", "d");
  }

  @Test
  void rejectsUnknownFieldInSelector() {
    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(
            () -> client.configMaps().inNamespace(namespace).withField("data.k", "1").list())
        .satisfies(failure -> assertThat(failure.getCode()).isEqualTo(400));
  }

  @Test
  void pagesOfAListHaveTheSameVersion() {
    ConfigMapList first = page(null);
    create("after", Map.of());

    ConfigMapList second = page(first.getMetadata().getContinue());

    assertThat(names(first)).containsExactly("a", "b", "c");
    assertThat(first.getMetadata().getRemainingItemCount()).isEqualTo(1);
    assertThat(names(second)).containsExactly("d");
    assertThat(second.getMetadata().getContinue()).isNullOrEmpty();
    assertThat(second.getMetadata().getResourceVersion())
        .isEqualTo(first.getMetadata().getResourceVersion());
  }

  @Test
  void deletesCollectionBySelector() {
    client.configMaps().inNamespace(namespace).withLabel("tier", "front").delete();

    assertThat(names(client.configMaps().inNamespace(namespace).list())).containsExactly("c", "d");
  }

  @Test
  void listsOneNamespaceOrAll() {
    String other = Fabric8.namespace(client);
    client.resource(Fabric8.configMap(other, "elsewhere", Map.of())).create();

    assertThat(names(client.configMaps().inNamespace(other).list())).containsExactly("elsewhere");
    assertThat(names(client.configMaps().inAnyNamespace().list()))
        .contains("a", "b", "c", "d", "elsewhere");
  }

  private ConfigMapList page(@Nullable String next) {
    return client
        .configMaps()
        .inNamespace(namespace)
        .list(new ListOptionsBuilder().withLimit(3L).withContinue(next).build());
  }

  private void create(String name, Map<String, String> labels) {
    ConfigMap object =
        new ConfigMapBuilder(Fabric8.configMap(namespace, name, Map.of("k", name)))
            .editMetadata()
            .withLabels(labels)
            .endMetadata()
            .build();
    client.resource(object).create();
  }

  private static List<String> names(ConfigMapList list) {
    return list.getItems().stream().map(each -> each.getMetadata().getName()).toList();
  }
}
