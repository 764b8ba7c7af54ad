package it;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;

/** The ConfigMaps with the label {@code guest}. */
public class Guests implements AutoCloseable {
  private final KubernetesClient client;
  private final SharedIndexInformer<ConfigMap> informer;

  public Guests(KubernetesClient client) {
    this.client = client;
    this.informer = client.configMaps().withLabel("guest").inform();
  }

  public void invite(String name) {
    var map = new ConfigMapBuilder().withNewMetadata().withName(name);
    client.resource(map.addToLabels("guest", "yes").endMetadata().build()).create();
  }

  public List<String> names() {
    return informer.getStore().list().stream()
        .map(each -> each.getMetadata().getName())
        .sorted()
        .toList();
  }

  @Override
  public void close() {
    informer.close();
  }
}
