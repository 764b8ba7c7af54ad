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
 * Makes the converters of definitions, and owns the threads that they wait on.
 *
 * <p>Threads: one makes and forgets them. Any may close it.
 */
final class Conversions implements AutoCloseable {
  private final Metrics metrics;
  private final Timers timers;
  private final WebhookThreads io = new WebhookThreads();

  /** Of the webhooks in use, by the name of the definition. */
  private final ConcurrentMap<String, ConversionThreads> threads = new ConcurrentHashMap<>();

  Conversions(Metrics metrics, Timers timers) {
    this.metrics = metrics;
    this.timers = timers;
  }

  /**
   * What stands between the versions of a definition from now on.
   *
   * @throws IllegalArgumentException if it names a webhook that cannot be one
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
    return new ConversionWebhook(door(config), VersionSchemas.of(definition), waiting, meters);
  }

  /** There is no network of a cluster here, and so no way to a service. */
  private ConversionWebhook.Door door(JsonValue config) {
    if (!config.hasNonNull("url")) {
      String name = config.path("service").path("name").asText();
      return shut(
          "service %s: this server reaches webhooks by url only".formatted(Quotation.of(name)));
    }
    try {
      SSLContext tls = TrustedAuthorities.tls(config.path("caBundle").asText());
      return new WebhookClient(URI.create(config.path("url").asText()), tls, io, timers)::ask;
    } catch (IllegalArgumentException noAuthority) {
      // Definitions come with something in that place until somebody puts a certificate there.
      return shut(String.valueOf(noAuthority.getMessage()));
    }
  }

  private static ConversionWebhook.Door shut(String why) {
    return question -> {
      throw new WebhookException(why);
    };
  }

  /** Lets what is under way come to its end. */
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
