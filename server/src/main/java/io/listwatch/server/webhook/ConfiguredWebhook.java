package io.listwatch.server.webhook;

import io.listwatch.selector.Quotation;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * An HTTP client for a webhook of the server's own configuration. It POSTs JSON; it neither retries
 * nor follows redirects.
 *
 * <p>Threads: any thread may call; no call blocks. It has I/O threads of its own, which also
 * execute short tasks of its caller.
 */
public final class ConfiguredWebhook implements Executor, AutoCloseable {
  private static final String AGENT = "kube-apiserver";

  private final WebhookKubeconfig config;
  private final Duration timeout;
  private final int maxResponse;
  private final ResponseBudget budget;
  private final WebhookThreads threads = new WebhookThreads();
  private final HttpClient client;

  /**
   * Creates a client without connecting.
   *
   * @param timeout of a call
   * @param maxResponse the maximum length of a response
   */
  public ConfiguredWebhook(WebhookKubeconfig config, Duration timeout, int maxResponse) {
    this.config = config;
    this.timeout = timeout;
    this.maxResponse = maxResponse;
    this.budget = new ResponseBudget(64L * maxResponse);
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .executor(threads)
            .connectTimeout(timeout)
            .followRedirects(HttpClient.Redirect.NEVER);
    if ("https".equals(config.url().getScheme())) {
      builder.sslContext(
          TrustedAuthorities.tls(config.caBundle(), config.serverName(), config.client()));
    }
    this.client = builder.build();
  }

  /**
   * Sends a request, with the trace context of the calling thread.
   *
   * @return a stage with the response's body, which fails with a {@link WebhookException}
   */
  public CompletionStage<byte[]> post(byte[] question) {
    URI url = config.url();
    var body = new BoundedBody(maxResponse, budget);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .timeout(timeout)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, */*")
            .header("User-Agent", AGENT)
            .POST(BodyPublishers.ofByteArray(question));
    if (!config.authorization().isEmpty()) {
      request.header("Authorization", config.authorization());
    }
    TraceContext.current().addTo(request);
    CompletableFuture<HttpResponse<byte[]>> sent;
    try {
      sent = client.sendAsync(request.build(), head -> body);
    } catch (RejectedExecutionException closed) {
      return CompletableFuture.failedFuture(new WebhookException("the server is stopping", closed));
    }
    return sent.handle(
        (response, failure) -> {
          body.release();
          if (response == null) {
            throw new CompletionException(unreached(failure));
          }
          WebhookException problem =
              response.statusCode() / 100 == 2 ? null : CallFailure.of(response);
          if (problem != null) {
            throw new CompletionException(problem);
          }
          return response.body();
        });
  }

  private WebhookException unreached(Throwable failure) {
    Throwable cause = CallFailure.cause(failure);
    return new WebhookException(
        "Post %s: %s"
            .formatted(
                Quotation.of(config.url().toString()), CallFailure.reason(cause, config.url())),
        cause);
  }

  /** Drops the task if the webhook is closed. */
  @Override
  public void execute(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException closed) {
      // Closed: no caller waits any more.
    }
  }

  @Override
  public void close() {
    threads.close();
  }
}
