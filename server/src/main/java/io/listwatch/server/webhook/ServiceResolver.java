package io.listwatch.server.webhook;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Finds an address at which the webhook behind a Service can be reached. */
@FunctionalInterface
public interface ServiceResolver {
  /** Finds no Service. */
  ServiceResolver NONE =
      service ->
          CompletableFuture.failedFuture(
              new WebhookException("service \"" + service.name() + "\" not found"));

  /** Returns a stage that fails with a {@link WebhookException} if there is no address. */
  CompletionStage<InetSocketAddress> resolve(WebhookTarget.Service service);
}
