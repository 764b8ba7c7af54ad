package io.listwatch.server.registry.custom;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.custom.CustomResourceDefinition;
import io.listwatch.objects.custom.VersionSchemas;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.webhook.WebhookClient;
import io.listwatch.server.webhook.WebhookConnections;
import io.listwatch.server.webhook.WebhookTarget;
import io.listwatch.time.Timers;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Creates the converters of CRDs, and owns the threads on which they wait.
 *
 * <p>Threads: one thread creates and removes converters. Any thread may close it.
 */
final class Conversions implements AutoCloseable {
  private final Metrics metrics;
  private final Timers timers;
  private final WebhookConnections connections;

  /** The threads of the webhooks in use, by the name of the CRD. */
  private final ConcurrentMap<String, ConversionThreads> threads = new ConcurrentHashMap<>();

  Conversions(WebhookConnections connections, Metrics metrics, Timers timers) {
    this.connections = connections;
    this.metrics = metrics;
    this.timers = timers;
  }

  /**
   * Creates the converter of a CRD and closes its previous one.
   *
   * @throws IllegalArgumentException if the CRD names an invalid webhook
   */
  VersionConverter of(CustomResourceDefinition definition) {
    forget(definition.name());
    if (definition.versions().size() <= 1) {
      return VersionConverter.SAME;
    }
    JsonValue conversion = definition.spec().path("conversion");
    return conversion.path("strategy").asText().equals("Webhook")
        ? webhook(definition, conversion.path("webhook").path("clientConfig"))
        : new PrunedVersions(VersionSchemas.of(definition));
  }

  private VersionConverter webhook(CustomResourceDefinition definition, JsonValue config) {
    var waiting = new ConversionThreads(definition.name());
    threads.put(definition.name(), waiting);
    var meters = new ConversionMeters(definition.name(), metrics, timers);
    return new ConversionWebhook(endpoint(config), VersionSchemas.of(definition), waiting, meters);
  }

  private ConversionWebhook.Endpoint endpoint(JsonValue config) {
    return new WebhookClient(WebhookTarget.of(config), connections)::ask;
  }

  /** Closes the threads of a CRD's converter; running calls finish. */
  void forget(String definition) {
    ConversionThreads before = threads.remove(definition);
    if (before != null) {
      before.close();
    }
  }

  @Override
  public void close() {
    threads.values().forEach(ConversionThreads::closeNow);
  }
}
