package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.informer.Informer;
import io.listwatch.informer.LegalHistory;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.reflector.BackoffPolicy;
import io.listwatch.reflector.ReflectorPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs random writes, disconnects and restarts against a real server. In the end, the informer's
 * cache equals the server's state, and its handlers have seen a legal history of the writes.
 *
 * <p>{@code -Dlistwatch.faults.runs=1000} tries more seeds, {@code -Dlistwatch.faults.seed=7}
 * repeats one that failed.
 */
final class ListwatchRandomFaultsTest {
  private static final int RUNS = Integer.getInteger("listwatch.faults.runs", 2);
  private static final int STEPS = 60;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Watches last a second or two, so that they are replaced all the time. */
  private static final ReflectorPolicy SHORT_WATCHES =
      ReflectorPolicy.CLIENT.with(
          policy ->
              policy
                  .backoff(BackoffPolicy.constant(Duration.ofMillis(20)))
                  .watchTimeout(Duration.ofSeconds(1)));

  /** The name and version of an added object, or of an update's new object. */
  private static final Pattern SEEN = Pattern.compile("(?:^add|to) (\\S+@\\d+) ");

  @Test
  @Timeout(3600)
  void cacheConvergesAndHandlersSeeOnlyWrittenObjects() throws Exception {
    Long given = Long.getLong("listwatch.faults.seed");
    for (int run = 0; run < (given == null ? RUNS : 1); run++) {
      long seed = given == null ? run : given;
      try (var world = new World(new Random(seed))) {
        world.play();
      } catch (Throwable failure) {
        throw new AssertionError("with -Dlistwatch.faults.seed=" + seed, failure);
      }
    }
  }

  /** A server, an unreliable connection to it, an informer, and a log of the writes. */
  private static final class World implements AutoCloseable {
    private final Random random;
    private final RestartableServer server = new RestartableServer();
    private final Relay relay = new Relay(server.address().getPort());
    private final ApiClient writer = server.client();
    private final ApiClient reader = ApiClient.of(ClientConfig.of(relay.address()));
    private final ResourceClient<Resource> objects =
        writer.resources(Listwatch.CONFIG_MAPS).inNamespace("default");
    private final Informer<Resource> informer =
        reader
            .informers(builder -> builder.options(options -> options.policy(SHORT_WATCHES)))
            .informer(
                Selection.of(Listwatch.CONFIG_MAPS).inNamespace("default"), ObjectCodec.raw());
    private final List<LegalHistory<Resource>> histories = new ArrayList<>();
    private final Set<String> written = new HashSet<>();
    private final Set<String> existing = new HashSet<>();
    private final List<String> steps = new ArrayList<>();

    private World(Random random) throws Exception {
      this.random = random;
      addHandler();
      informer.start();
    }

    private void addHandler() {
      var history = new LegalHistory<Resource>();
      histories.add(history.of(informer.addHandler(history)));
    }

    private void play() throws Exception {
      try {
        for (int i = 0; i < STEPS; i++) {
          step();
        }
        relay.slow(false);
        check();
      } catch (Throwable failure) {
        throw new AssertionError("after " + steps, failure);
      }
    }

    private void step() throws Exception {
      int dice = random.nextInt(100);
      if (dice < 75) {
        write("object-" + random.nextInt(8));
      } else if (dice < 85) {
        steps.add("cut");
        relay.cut();
      } else if (dice < 89) {
        steps.add("slow or not");
        relay.slow(random.nextBoolean());
      } else if (dice < 92) {
        steps.add("another handler");
        addHandler();
      } else if (dice < 94) {
        steps.add("restart");
        server.restart();
      } else if (dice < 96) {
        steps.add("forget");
        server.restartCompacted();
      } else {
        steps.add("catch up");
        awaitEqual();
      }
    }

    private void write(String name) throws Exception {
      if (!existing.contains(name)) {
        steps.add("create " + name);
        wrote(objects.create(Listwatch.configMap(name, "0")));
        existing.add(name);
      } else if (random.nextInt(4) == 0) {
        steps.add("delete " + name);
        objects.delete(name);
        existing.remove(name);
      } else {
        steps.add("change " + name);
        wrote(
            objects.patch(
                name, Patch.merge("{\"data\":{\"text\":\"%d\"}}".formatted(random.nextInt()))));
      }
    }

    private void wrote(Resource object) {
      written.add(object.key().name() + "@" + object.version());
    }

    private void check() throws Exception {
      Map<ResourceKey, Resource> there = awaitEqual();
      for (LegalHistory<Resource> history : histories) {
        await()
            .atMost(PATIENCE)
            .untilAsserted(() -> assertThat(history.objects()).isEqualTo(there));
        history.assertLegalAndEndsAs(there);
        assertThat(seen(history)).isSubsetOf(written);
      }
      assertThat(seen(histories.get(0))).isNotEmpty();
      assertThat(informer.health().reflector().unreadable()).isZero();
      await().atMost(PATIENCE).until(() -> informer.health().healthy());
    }

    private static Set<String> seen(LegalHistory<Resource> history) {
      var seen = new HashSet<String>();
      for (String event : history.events()) {
        SEEN.matcher(event).results().forEach(found -> seen.add(found.group(1)));
      }
      return seen;
    }

    /** Waits until the cache equals the server's state, and returns that state. */
    private Map<ResourceKey, Resource> awaitEqual() throws InterruptedException {
      Map<ResourceKey, Resource> there = new TreeMap<>();
      for (Resource each :
          writer.listerWatcher(Listwatch.CONFIG_MAPS, "default").list(ListOptions.ALL).items()) {
        there.put(each.key(), each.withoutManagedFields().compact());
      }
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(held()).isEqualTo(there));
      return there;
    }

    private Map<ResourceKey, Resource> held() {
      var held = new TreeMap<ResourceKey, Resource>();
      informer.list().forEach(view -> held.put(view.key(), view.resource()));
      return held;
    }

    @Override
    public void close() throws IOException {
      reader.close();
      writer.close();
      relay.close();
      server.close();
    }
  }
}
