package io.listwatch.server.registry.admission.webhook;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.resource.FollowerStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The webhooks of all mutating, or all validating, configurations, in the order in which they are
 * called: by the name of the configuration, then as listed in it.
 *
 * <p>Threads: the reflector's thread writes; any thread reads, and adds webhooks inside this JVM.
 */
public final class WebhookConfigurations extends FollowerStore {
  private final Map<String, List<Webhook>> byName = new ConcurrentSkipListMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Webhook> local = new CopyOnWriteArrayList<>();
  private volatile List<Webhook> all = List.of();

  /**
   * Adds a webhook inside this JVM, after all others. Closing the result removes it.
   *
   * @param webhook the fields of the webhook, as in a configuration
   */
  public Registration add(JsonValue webhook, LocalWebhook function) {
    Webhook added = Webhook.of(function, webhook);
    local.add(added);
    publish();
    return () -> {
      local.remove(added);
      publish();
    };
  }

  /** A webhook inside this JVM. */
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  List<Webhook> all() {
    return all;
  }

  @Override
  protected void put(Resource object) {
    byName.put(object.key().name(), Webhook.of(JsonTrees.read(object.toByteArray())));
    publish();
  }

  @Override
  protected void remove(ResourceKey key) {
    byName.remove(key.name());
    publish();
  }

  private void publish() {
    lock.lock();
    try {
      all = Stream.concat(byName.values().stream().flatMap(List::stream), local.stream()).toList();
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected Set<ResourceKey> keys() {
    return byName.keySet().stream().map(ResourceKey::of).collect(Collectors.toSet());
  }
}
