package io.listwatch.server.registry.custom;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.custom.CustomResourceDefinition;
import io.listwatch.objects.custom.VersionSchemas;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.webhook.TrustedAuthorities;
import io.listwatch.server.webhook.WebhookClient;
import io.listwatch.server.webhook.WebhookException;
import io.listwatch.server.webhook.WebhookThreads;
import io.listwatch.time.Timers;
import java.net.URI;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.net.ssl.SSLContext;

/**
 * Creates the converters of CRDs, and owns the threads on which they wait.
 *
 * <p>Threads: one thread creates and forgets converters. Any thread may close it.
 */
final class Conversions implements AutoCloseable {
  private final Metrics metrics;
  private final Timers timers;
  private final WebhookThreads io = new WebhookThreads();

  /** The threads of the webhooks in use, by the name of the CRD. */
  private final ConcurrentMap<String, ConversionThreads> threads = new ConcurrentHashMap<>();

  Conversions(Metrics metrics, Timers timers) {
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

  /** Webhooks behind a Service always fail: this server has no cluster network. */
  private ConversionWebhook.Endpoint endpoint(JsonValue config) {
    if (!config.hasNonNull("url")) {
      String name = config.path("service").path("name").asText();
      return unavailable(
          "service %s: this server reaches webhooks by url only".formatted(Quotation.of(name)));
    }
    try {
      SSLContext tls = TrustedAuthorities.tls(config.path("caBundle").asText());
      return new WebhookClient(URI.create(config.path("url").asText()), tls, io, timers)::ask;
    } catch (IllegalArgumentException noAuthority) {
      // CRDs often have a placeholder as caBundle until a controller injects the certificate.
      return unavailable(String.valueOf(noAuthority.getMessage()));
    }
  }

  private static ConversionWebhook.Endpoint unavailable(String why) {
    return request -> {
      throw new WebhookException(why);
    };
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
    io.close();
  }
}
