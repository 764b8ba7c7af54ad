package io.listwatch.server.webhook;

import io.listwatch.objects.json.JsonValue;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The address of a webhook: the {@code clientConfig} of its configuration.
 *
 * @param url as error messages show it; for a service, its host is {@code name.namespace.svc}
 * @param service null for a webhook that is reached by its URL
 * @param caBundle PEM in base64; empty for the machine's trusted authorities
 */
public record WebhookTarget(URI url, @Nullable Service service, String caBundle) {
  private static final int HTTPS = 443;

  /** Returns the target of a webhook that is reached by its URL. */
  public static WebhookTarget of(URI url, String caBundle) {
    return new WebhookTarget(url, null, caBundle);
  }

  /**
   * Reads a {@code clientConfig}.
   *
   * @throws IllegalArgumentException if its URL is malformed
   */
  public static WebhookTarget of(JsonValue clientConfig) {
    String bundle = clientConfig.path("caBundle").asText();
    if (clientConfig.hasNonNull("url")) {
      return of(URI.create(clientConfig.path("url").asText()), bundle);
    }
    JsonValue service = clientConfig.path("service");
    int port = service.hasNonNull("port") ? (int) service.path("port").longValue() : HTTPS;
    var found =
        new Service(service.path("namespace").asText(), service.path("name").asText(), port);
    String path = service.path("path").asText();
    URI url =
        URI.create(
            "https://%s:%d%s%s"
                .formatted(found.host(), port, path.startsWith("/") ? "" : "/", path));
    return new WebhookTarget(url, found, bundle);
  }

  /** Returns the name that the webhook's certificate must have. */
  String serverName() {
    return service == null ? url.getHost() : service.host();
  }

  /** A Service in front of a webhook. */
  public record Service(String namespace, String name, int port) {
    String host() {
      return name + "." + namespace + ".svc";
    }
  }
}
