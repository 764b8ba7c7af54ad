package io.listwatch.bench.compare;

import io.fabric8.kubernetes.api.model.Pod;
import io.listwatch.client.ApiClient;
import io.listwatch.client.JacksonCodec;
import io.listwatch.informer.HandlerRegistration;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.InformerOptions;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.store.Index;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Our client, with fabric8's classes. */
final class ListwatchInforming implements InformingClient {
  static final String NAME = "listwatch";

  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");

  private final Target target;
  private final Row row;
  private final Path kept;
  private final Tally tally = new Tally();
  private @Nullable ApiClient client;
  private @Nullable Informer<Pod> informer;
  private @Nullable HandlerRegistration handler;

  ListwatchInforming(Target target, Row row, Path kept) {
    this.target = target;
    this.row = row;
    this.kept = kept;
  }

  @Override
  public void start() {
    client = target.client();
    InformerFactory factory = factory(client);
    informer = factory.informer(Selection.of(PODS), JacksonCodec.of(Pod.class));
    informer.addIndex(Index.path("node", "spec.nodeName"));
    handler = informer.addHandler(new Handler());
    factory.start();
  }

  private InformerFactory factory(ApiClient from) {
    Consumer<InformerFactory.Builder> options = builder -> builder.options(this::set);
    return row == Row.RESTARTED ? from.informers(kept, options) : from.informers(options);
  }

  private void set(InformerOptions.Builder options) {
    if (row == Row.REMEMBERED) {
      options.decodedWeight(Long.MAX_VALUE);
    } else if (row == Row.COMPRESSED) {
      options.policy(ReflectorPolicy.CLIENT.with(policy -> policy.streaming(false)));
    }
  }

  @Override
  public boolean hasSynced() {
    return informer != null && informer.hasSynced();
  }

  @Override
  public long handled() {
    return tally.handled() + (handler == null ? 0 : handler.merged());
  }

  @Override
  public int list() {
    int count = 0;
    if (informer != null) {
      for (View<Pod> each : informer.list()) {
        look(each);
        count++;
      }
    }
    return count;
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
  }

  private void look(View<Pod> pod) {
    tally.look(pod.get().getSpec().getNodeName());
  }

  private final class Handler implements ResourceHandler<Pod> {
    @Override
    public void onAdd(View<Pod> object, boolean initial) {
      if (row == Row.DECODE) {
        look(object);
      }
      tally.tell();
    }

    @Override
    public void onUpdate(View<Pod> previous, View<Pod> current) {
      if (row == Row.DECODE) {
        look(previous);
        look(current);
      }
      tally.tell();
    }
  }
}
