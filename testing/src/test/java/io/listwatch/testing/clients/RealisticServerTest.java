package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.client.ResourceClient;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.BackoffPolicy;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.testing.Fault;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Our informer on a server that makes no more guarantees than a real one, with fifty seeds. */
@ListwatchTest(tls = true)
@Timeout(240)
final class RealisticServerTest {
  private static final int SEEDS = 50;
  private static final int WRITES = 12;

  private final TestServer server;
  private final ApiClient client;
  private final InformerFactory streaming;
  private final InformerFactory listing;

  RealisticServerTest(TestServer server) {
    this.server = server;
    this.client = Listwatch.client(server);
    this.streaming = informers(true);
    this.listing = informers(false);
  }

  private InformerFactory informers(boolean stream) {
    ReflectorPolicy policy =
        ReflectorPolicy.CLIENT.with(
            changes ->
                changes.streaming(stream).backoff(BackoffPolicy.constant(Duration.ofMillis(10))));
    return client.informers(builder -> builder.options(options -> options.policy(policy)));
  }

  @AfterEach
  void close() {
    server.faults().clear();
    client.close();
  }

  @Test
  void informerConvergesUnderEverySeed() throws Exception {
    List<Run> runs = new ArrayList<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      runs.add(new Run(seed));
    }
    for (int i = 0; i < WRITES; i++) {
      for (Run run : runs) {
        run.write();
      }
    }

    for (Run run : runs) {
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> assertThat(run.seen()).as("with seed %s", run.seed).isEqualTo(run.written));
    }
    assertThat(runs.stream().mapToLong(run -> run.informer.health().reflector().reconnects()).sum())
        .as("short watches")
        .isGreaterThan(SEEDS / 5);
    assertThat(runs.stream().mapToLong(run -> run.informer.health().reflector().lists()).sum())
        .as("the first lists, and those after an early 410")
        .isGreaterThan(SEEDS);
  }

  /** One namespace with its seed and its expected objects. */
  private final class Run {
    final int seed;
    final Informer<Resource> informer;
    final Map<ResourceKey, ResourceVersion> written = new HashMap<>();
    private final String namespace;
    private final ResourceClient<Resource> maps;
    private final Random random;

    Run(int seed) throws InterruptedException {
      this.seed = seed;
      random = new Random(seed);
      namespace = Listwatch.namespace(client);
      maps = client.resources(Listwatch.CONFIG_MAPS).inNamespace(namespace);
      Fault unused = server.faults().realistic(seed, namespace);
      write();
      informer =
          (seed % 2 == 0 ? streaming : listing)
              .informer(
                  Selection.of(Listwatch.CONFIG_MAPS).inNamespace(namespace), ObjectCodec.raw())
              .start();
    }

    void write() throws InterruptedException {
      String name = "m" + random.nextInt(5);
      ResourceKey key = ResourceKey.of(namespace, name);
      Resource object = Listwatch.configMap(name, "" + random.nextInt());
      if (!written.containsKey(key)) {
        written.put(key, maps.create(object).version());
      } else if (random.nextInt(3) == 0) {
        maps.delete(name);
        written.remove(key);
      } else {
        written.put(key, maps.update(object).version());
      }
    }

    Map<ResourceKey, ResourceVersion> seen() {
      var seen = new HashMap<ResourceKey, ResourceVersion>();
      informer.list().forEach(each -> seen.put(each.key(), each.version()));
      return seen;
    }
  }
}
