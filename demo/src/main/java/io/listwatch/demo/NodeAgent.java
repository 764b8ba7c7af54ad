package io.listwatch.demo;

import io.listwatch.client.ApiClient;
import io.listwatch.client.DeleteOptions;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.informer.OptionsModifier;
import io.listwatch.json.JsonPath;
import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.Reflector;
import io.listwatch.selector.FieldSelector;
import io.listwatch.store.UndeltaStore;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Pretends to run the pods of one node. Like the kubelet, it gets its pods from a reflector that
 * writes into an {@link UndeltaStore}: after every change it receives the whole list and compares
 * it with the running pods.
 *
 * <p>Threads: a reader runs the reflector and a worker does everything else. Pushes and timers only
 * submit tasks to the worker.
 */
final class NodeAgent implements AutoCloseable {
  private static final JsonPath STARTED = JsonPath.of("status.containerStatuses[*].name");
  private static final JsonPath CONTAINER = JsonPath.of("spec.containers[*].name");
  private static final JsonPath IMAGE = JsonPath.of("spec.containers[*].image");

  private final ResourceClient<Resource> pods;
  private final Timers timers;
  private final Reflector reflector;
  private final Thread reader;
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(task -> daemon(task, "listwatch-agent"));

  /** The uids of pods whose processes have received the termination signal. Worker only. */
  private final Set<String> ending = new HashSet<>();

  NodeAgent(String node, ApiClient client, Timers timers) {
    this.timers = timers;
    pods = client.resources(Types.PODS).as("node-agent");
    var store = new UndeltaStore(list -> worker.execute(() -> sync(list)));
    reflector =
        Reflector.builder(client.listerWatcher(Types.PODS, null, onlyOf(node)), store)
            .type(Types.PODS)
            .build();
    reader = daemon(reflector, "listwatch-agent-reflector");
  }

  /** Selects the node's pods on the server, so that pods of other nodes are never sent. */
  private static OptionsModifier onlyOf(String node) {
    FieldSelector here = FieldSelector.parse("spec.nodeName=" + node);
    return new OptionsModifier() {
      @Override
      public ListOptions list(ListOptions options) {
        return options.where(here);
      }

      @Override
      public WatchOptions watch(WatchOptions options) {
        return options.where(here);
      }
    };
  }

  private static Thread daemon(Runnable body, String name) {
    var thread = new Thread(body, name);
    thread.setDaemon(true);
    return thread;
  }

  void start() {
    reader.start();
  }

  /** Moves every pod one step forward. Each written step causes another list. */
  private void sync(List<Resource> wanted) {
    ending.retainAll(wanted.stream().flatMap(pod -> pod.uid().stream()).toList());
    for (Resource pod : wanted) {
      try {
        step(pod);
      } catch (ApiException late) {
        // The pod was changed or deleted meanwhile. The next list has its new state.
      } catch (InterruptedException closing) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void step(Resource pod) throws InterruptedException {
    if (pod.terminating()) {
      end(pod);
    } else if (pod.texts(STARTED).isEmpty()) {
      report(pod, "Pending", "{\"waiting\":{\"reason\":\"ContainerCreating\"}}");
    } else if (!pod.texts(PodPaths.WAITING).isEmpty()) {
      String now = timers.now().truncatedTo(ChronoUnit.SECONDS).toString();
      report(pod, "Running", "{\"running\":{\"startedAt\":\"%s\"}}".formatted(now));
    }
  }

  /**
   * Terminates a pod. Its process ignores the signal, so it is killed after the grace period, and
   * then the pod is deleted.
   */
  private void end(Resource pod) {
    if (ending.add(pod.uid().orElseThrow())) {
      long grace = pod.text(PodPaths.GRACE).map(Long::parseLong).orElse(0L);
      timers.schedule(Duration.ofSeconds(grace), () -> worker.execute(() -> delete(pod)));
    }
  }

  private void delete(Resource pod) {
    try {
      pods.delete(
          pod.key(),
          DeleteOptions.DEFAULT.gracePeriod(Duration.ZERO).ifUid(pod.uid().orElseThrow()));
    } catch (ApiException failed) {
      ending.remove(pod.uid().orElseThrow()); // Retried with the next list.
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void report(Resource pod, String phase, String state) throws InterruptedException {
    List<String> names = pod.texts(CONTAINER);
    List<String> images = pod.texts(IMAGE);
    String containers =
        IntStream.range(0, names.size())
            .mapToObj(i -> container(names.get(i), images.get(i), phase, state))
            .collect(Collectors.joining(","));
    String status =
        "{\"status\":{\"phase\":\"%s\",\"containerStatuses\":[%s]}}".formatted(phase, containers);
    pods.subresource("status").patch(pod.key(), Patch.merge(status));
  }

  private static String container(String name, String image, String phase, String state) {
    return """
    {"name":"%s","image":"%s","imageID":"","ready":%s,"restartCount":0,"state":%s}\
    """
        .formatted(name, image, phase.equals("Running"), state);
  }

  @Override
  public void close() {
    reflector.close();
    worker.shutdownNow();
  }
}
