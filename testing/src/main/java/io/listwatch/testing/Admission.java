package io.listwatch.testing;

import io.listwatch.testing.seam.IsolatedServer;
import java.util.function.Consumer;

/**
 * Registers admission webhooks that are functions of the test:
 *
 * <pre>{@code
 * server.admission().validating("pods", review -> review.deny("no pods today"));
 * server.admission().mutating("configmaps", review ->
 *     review.patch("[{\"op\":\"add\",\"path\":\"/data/seen\",\"value\":\"yes\"}]"));
 * }</pre>
 *
 * <p>A resource is named by its plural ({@code pods}), if necessary with its group ({@code
 * deployments.apps}) or a subresource ({@code pods/status}). Webhooks run after those of the
 * server's configurations, in the order in which they were registered, until they are closed. On a
 * server that several tests share, they see only the requests in the test's own namespace.
 *
 * <p>Thread-safe.
 */
public final class Admission {
  private final IsolatedServer server;
  private final String namespace;

  /**
   * @param namespace that the webhooks are limited to; empty for all
   */
  Admission(IsolatedServer server, String namespace) {
    this.server = server;
    this.namespace = namespace;
  }

  /** Registers a webhook that may change objects by {@link AdmissionReview#patch}. */
  public AdmissionWebhook mutating(String resource, Consumer<AdmissionReview> webhook) {
    return register(true, resource, webhook);
  }

  /** Registers a webhook that may only deny writes. */
  public AdmissionWebhook validating(String resource, Consumer<AdmissionReview> webhook) {
    return register(false, resource, webhook);
  }

  private AdmissionWebhook register(
      boolean mutating, String resource, Consumer<AdmissionReview> webhook) {
    var registered = new AdmissionWebhook(webhook);
    registered.closing(server.admission(mutating, resource, namespace, registered::review));
    return registered;
  }
}
