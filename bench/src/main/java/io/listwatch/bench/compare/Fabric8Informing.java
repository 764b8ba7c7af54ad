package io.listwatch.bench.compare;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The fabric8 client, over the JDK's HTTP client. It has an index by namespace by default. */
final class Fabric8Informing implements InformingClient {
  static final String NAME = "fabric8";

  private static final long LOOK_NANOS = 5_000_000;

  private final Target target;
  private final Row row;
  private final Tally tally = new Tally();
  private @Nullable KubernetesClient client;
  private @Nullable SharedIndexInformer<Pod> informer;

  Fabric8Informing(Target target, Row row) {
    this.target = target;
    this.row = row;
  }

  @Override
  public void start() {
    client = connect(target);
    informer = client.pods().inAnyNamespace().runnableInformer(0);
    informer.addIndexers(Map.of("node", pod -> List.of(pod.getSpec().getNodeName())));
    informer.addEventHandler(new Handler());
    var unused = informer.start();
  }

  static KubernetesClient connect(Target target) {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder()
                .withAutoConfigure(false)
                .withMasterUrl(target.address().toString())
                .withOauthToken(target.token())
                .withTrustCerts(true)
                .withDisableHostnameVerification(true)
                .build())
        .build();
  }

  @Override
  public boolean hasSynced() {
    return informer != null && informer.hasSynced();
  }

  @Override
  public long handled() {
    return tally.handled();
  }

  @Override
  public int list() {
    List<Pod> pods = informer == null ? List.of() : informer.getStore().list();
    pods.forEach(this::look);
    return pods.size();
  }

  /** Waits for the watch to open first: the client fails if it is closed while opening it. */
  @Override
  public void close() {
    if (informer != null && client != null) {
      while (informer.isRunning() && !informer.isWatching()) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
      informer.stop();
      client.close();
    }
  }

  private void look(Pod pod) {
    tally.look(pod.getSpec().getNodeName());
  }

  private final class Handler implements ResourceEventHandler<Pod> {
    @Override
    public void onAdd(Pod pod) {
      if (row == Row.DECODE) {
        look(pod);
      }
      tally.tell();
    }

    @Override
    public void onUpdate(Pod previous, Pod current) {
      if (row == Row.DECODE) {
        look(previous);
        look(current);
      }
      tally.tell();
    }

    @Override
    public void onDelete(Pod pod, boolean finalStateUnknown) {
      tally.tell();
    }
  }
}
