package io.listwatch.server.webhook;

import static java.util.Objects.requireNonNull;

import io.listwatch.selector.Quotation;
import io.listwatch.time.Timers;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP client for one webhook: it POSTs JSON and gets JSON back. It neither retries nor follows
 * redirects.
 *
 * <p>The calls have the {@linkplain TraceContext#current trace context} of the caller's thread.
 *
 * <p>Threads: any thread may call. {@link #call} never blocks. The first call opens the connection.
 */
public final class WebhookClient {
  /** The timeout that kube-apiserver gives a webhook. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final String TOO_LATE = "context deadline exceeded";
  static final int MAX_RESPONSE = 32 * 1024 * 1024;

  private final WebhookTarget target;
  private final WebhookConnections connections;

  /** Creates a client without connecting. */
  public WebhookClient(WebhookTarget target, WebhookConnections connections) {
    this.target = target;
    this.connections = connections;
  }

  /**
   * Sends a request, blocks until the response is there, and reads it.
   *
   * @param reading reads the response, whose bytes take part of the budget until it returns
   */
  public <T, E extends Exception> T ask(byte[] question, Reading<T, E> reading)
      throws WebhookException, E {
    var body = new BoundedBody(MAX_RESPONSE, connections.budget());
    try {
      return reading.read(send(question, TIMEOUT, "", body).get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WebhookException("the server is stopping", e);
    } catch (ExecutionException e) {
      throw (WebhookException) e.getCause();
    } finally {
      body.release();
    }
  }

  /**
   * Sends a request.
   *
   * @param timeout in whole seconds, which is also sent in the query
   * @param agent the User-Agent
   * @param readers run {@code reading}
   * @param reading reads the response, whose bytes take part of the budget until it returns
   * @return a stage that fails with a {@link WebhookException}, or as {@code reading} does
   */
  public <T> CompletionStage<T> call(
      byte[] question,
      Duration timeout,
      String agent,
      Executor readers,
      Reading<T, WebhookException> reading) {
    var body = new BoundedBody(MAX_RESPONSE, connections.budget());
    return send(question, timeout, agent, body)
        .thenApplyAsync(
            response -> {
              try {
                return reading.read(response);
              } catch (WebhookException e) {
                throw new CompletionException(e);
              }
            },
            readers)
        .whenComplete((done, failure) -> body.release());
  }

  private CompletableFuture<byte[]> send(
      byte[] question, Duration timeout, String agent, BoundedBody body) {
    if (!connections.begin()) {
      return CompletableFuture.failedFuture(
          new WebhookException(
              "more than %d calls of webhooks are in progress"
                  .formatted(WebhookConnections.MAX_CALLS)));
    }
    if (!body.take(question.length)) {
      connections.end();
      return CompletableFuture.failedFuture(
          new WebhookException("the calls of all webhooks take too much memory"));
    }
    var result = new CompletableFuture<byte[]>();
    var exchange = new Exchange(timeout, TraceContext.current());
    CompletionStage<?> unused =
        exchange
            .start(question, agent, body)
            .whenComplete(
                (response, failure) -> {
                  connections.end();
                  exchange.complete(result, response, failure);
                });
    return result;
  }

  /** Reads a response. */
  @FunctionalInterface
  public interface Reading<T, E extends Exception> {
    T read(byte[] response) throws E;
  }

  /** One request and its response. */
  private final class Exchange {
    private final Duration timeout;
    private final TraceContext trace;
    private final URI shown;
    private final AtomicBoolean tooLate = new AtomicBoolean();

    /** Null until the request is sent. */
    private volatile @Nullable CompletableFuture<?> sent;

    Exchange(Duration timeout, TraceContext trace) {
      this.timeout = timeout;
      this.trace = trace;
      String url = target.url().toString();
      char separator = target.url().getRawQuery() == null ? '?' : '&';
      this.shown = URI.create(url + separator + "timeout=" + timeout.toSeconds() + "s");
    }

    CompletableFuture<HttpResponse<byte[]>> start(byte[] question, String agent, BoundedBody body) {
      CompletableFuture<HttpResponse<byte[]>> response =
          address().thenCompose(url -> send(url, question, agent, body)).toCompletableFuture();
      Timers.Timer limit =
          connections
              .timers()
              .schedule(
                  timeout,
                  () -> {
                    tooLate.set(true);
                    CompletableFuture<?> exchange = sent;
                    if (exchange != null) {
                      exchange.cancel(true);
                    }
                    response.completeExceptionally(new CancellationException());
                  });
      return response.whenComplete((done, failure) -> limit.cancel());
    }

    /** Returns the URL to dial: for a service, with the address of an endpoint as host. */
    private CompletionStage<URI> address() {
      WebhookTarget.Service service = target.service();
      return service == null
          ? CompletableFuture.completedFuture(shown)
          : connections.resolver().resolve(service).thenApply(this::at);
    }

    private URI at(InetSocketAddress address) {
      String host = address.getHostString();
      return URI.create(
          "https://%s:%d%s?%s"
              .formatted(
                  host.indexOf(':') >= 0 ? "[" + host + "]" : host,
                  address.getPort(),
                  shown.getRawPath(),
                  shown.getRawQuery()));
    }

    private CompletionStage<HttpResponse<byte[]>> send(
        URI url, byte[] question, String agent, BoundedBody body) {
      try {
        HttpRequest.Builder request =
            HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("Accept", agent.isEmpty() ? "application/json" : "application/json, */*")
                .POST(BodyPublishers.ofByteArray(question));
        if (!agent.isEmpty()) {
          request.header("User-Agent", agent);
        }
        trace.addTo(request);
        CompletableFuture<HttpResponse<byte[]>> exchange =
            connections.client(target).sendAsync(request.build(), head -> body);
        sent = exchange;
        return exchange;
      } catch (IllegalArgumentException unusable) {
        return CompletableFuture.failedFuture(
            new WebhookException(String.valueOf(unusable.getMessage()), unusable));
      } catch (RejectedExecutionException closed) {
        return CompletableFuture.failedFuture(
            new WebhookException("the server is stopping", closed));
      }
    }

    void complete(
        CompletableFuture<byte[]> result,
        @Nullable HttpResponse<byte[]> response,
        @Nullable Throwable failure) {
      if (response == null) {
        Throwable cause = CallFailure.cause(requireNonNull(failure));
        result.completeExceptionally(tooLate.get() ? unreached(TOO_LATE, cause) : failed(cause));
        return;
      }
      WebhookException problem = CallFailure.of(response);
      if (problem == null) {
        result.complete(response.body());
      } else {
        result.completeExceptionally(problem);
      }
    }

    private WebhookException failed(Throwable cause) {
      return cause instanceof WebhookException known && target.service() == null
          ? known
          : unreached(CallFailure.reason(cause, shown), cause);
    }

    private WebhookException unreached(String why, Throwable cause) {
      return new WebhookException(
          "Post %s: %s".formatted(Quotation.of(shown.toString()), why), cause);
    }
  }
}
