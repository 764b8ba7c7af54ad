package io.listwatch.fabric8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.listwatch.model.ResourceVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class EventHandlerTest {
  private final List<String> calls = new ArrayList<>();

  /**
   * Once, handlers were not notified of relists. The Java Operator SDK 5.5 does not reconcile after
   * its own writes, except in a relist, where its write may hide the change of another writer.
   */
  @Test
  void relistIsBetweenOnBeforeListAndOnList() {
    assumeTrue(hasListCallbacks(), "this version of fabric8 has no onBeforeList");
    EventHandler<ConfigMap> handler = handler(false);

    handler.onRelistBegin(ResourceVersion.of("5"));
    handler.onRelistEnd(ResourceVersion.of("7"));

    assertThat(calls).containsExactly("before 5", "list 7 false");
  }

  @Test
  void relistOfEmptyCollectionRemainsEmpty() {
    assumeTrue(hasListCallbacks(), "this version of fabric8 has no onBeforeList");
    EventHandler<ConfigMap> handler = handler(true);

    handler.onRelistBegin(ResourceVersion.of("5"));
    handler.onRelistEnd(ResourceVersion.of("7"));

    assertThat(calls).containsExactly("before 5", "list 7 true");
  }

  private static boolean hasListCallbacks() {
    return Stream.of(ResourceEventHandler.class.getMethods())
        .anyMatch(method -> method.getName().equals("onBeforeList"));
  }

  private EventHandler<ConfigMap> handler(boolean empty) {
    var lifecycle = new InformerLifecycle(new Failures(request()));
    return new EventHandler<>(new Calls(), lifecycle, () -> empty);
  }

  private static HttpRequest request() {
    var config = new ConfigBuilder().withAutoConfigure(false).build();
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
      return client.getHttpClient().newHttpRequestBuilder().uri("http://127.0.0.1/").build();
    }
  }

  /** Records the calls about lists. */
  private final class Calls implements ResourceEventHandler<ConfigMap> {
    @Override
    public void onAdd(ConfigMap object) {}

    @Override
    public void onUpdate(ConfigMap before, ConfigMap after) {}

    @Override
    public void onDelete(ConfigMap object, boolean deletedFinalStateUnknown) {}

    @SuppressWarnings("MissingOverride") // The oldest supported version does not have it.
    public void onBeforeList(String lastSyncResourceVersion) {
      calls.add("before " + lastSyncResourceVersion);
    }

    @SuppressWarnings("MissingOverride") // The oldest supported version does not have it.
    public void onList(String resourceVersion, boolean remainedEmpty) {
      calls.add("list " + resourceVersion + " " + remainedEmpty);
    }
  }
}
