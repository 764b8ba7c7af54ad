package io.listwatch.bench.compare;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.listwatch.bench.Settings;
import io.listwatch.fabric8.LeanItemStore;
import io.listwatch.fabric8.ListwatchInformers;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An operator of namespaces, with their ConfigMaps as secondary resources, that measures itself:
 * the child process of {@link OperatorBenchmark}.
 */
final class OperatorProgram {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Polling interval, long enough that polling costs nothing compared with the measured work. */
  private static final long LOOK_MILLIS = 5;

  private OperatorProgram() {}

  public static void main(String[] arguments) throws Exception {
    var settings = new Settings(arguments);
    int objects = settings.number("objects", 0);
    var variant = OperatorVariant.valueOf(settings.text("variant", ""));
    openClassPath();
    long live = ProcessMeter.liveBytes();
    long cpu = ProcessMeter.cpuNanos();
    long start = System.nanoTime();
    KubernetesClient client = client(new Target(URI.create(settings.text("server", ""))), variant);
    var namespaces = new Namespaces(client, variant);
    Operator operator = new Operator(options -> options.withKubernetesClient(client));
    var unused = operator.register(namespaces);
    operator.start();
    awaitSeen(namespaces.seen, objects);
    print(Figure.SYNC_CPU, (ProcessMeter.cpuNanos() - cpu) / 1e9);
    print(Figure.SYNC_TIME, (System.nanoTime() - start) / 1e9);
    print(Figure.PEAK, ProcessMeter.peakBytes() / 1e6);
    print(Figure.RETAINED, (double) (ProcessMeter.liveBytes() - live) / objects);
    System.out.println("synced");
    // Exits explicitly: the operator has threads that keep running.
    System.exit(0);
  }

  /** Opens every jar in advance: the JVM's memory for them must not count for one variant. */
  private static void openClassPath() {
    var unused = OperatorProgram.class.getResource("/no-such-resource");
  }

  private static KubernetesClient client(Target target, OperatorVariant variant) {
    KubernetesClient client = Fabric8Informing.connect(target);
    return variant == OperatorVariant.WRAPPED ? ListwatchInformers.wrap(client) : client;
  }

  private static void awaitSeen(AtomicInteger seen, int count) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (seen.get() < count) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("seen: %s (expected: %d)".formatted(seen, count));
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static void print(Figure figure, double value) {
    System.out.println(figure + "=" + value);
  }

  /** Reconciles nothing. Counts the ConfigMaps that the SDK has passed to it. */
  private static final class Namespaces implements Reconciler<Namespace> {
    private final KubernetesClient client;
    private final OperatorVariant variant;
    private final AtomicInteger seen = new AtomicInteger();

    Namespaces(KubernetesClient client, OperatorVariant variant) {
      this.client = client;
      this.variant = variant;
    }

    @Override
    public List<EventSource<?, Namespace>> prepareEventSources(
        EventSourceContext<Namespace> context) {
      var maps =
          InformerEventSourceConfiguration.from(ConfigMap.class, Namespace.class)
              .withNamespaces(Set.of("default"))
              .withSecondaryToPrimaryMapper(
                  map -> Set.of(new ResourceID(map.getMetadata().getNamespace())))
              .withOnAddFilter(map -> seen.incrementAndGet() > 0);
      if (variant == OperatorVariant.ITEM_STORE) {
        maps.withItemStore(LeanItemStore.of(client, ConfigMap.class));
      }
      return List.of(new InformerEventSource<>(maps.build(), context));
    }

    @Override
    public UpdateControl<Namespace> reconcile(Namespace namespace, Context<Namespace> context) {
      return UpdateControl.noUpdate();
    }
  }
}
