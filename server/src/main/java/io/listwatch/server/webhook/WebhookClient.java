package io.listwatch.server.webhook;

import io.listwatch.selector.Quotation;
import io.listwatch.time.Timers;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP client for one webhook: it POSTs JSON and gets JSON back, within 30 seconds. It neither
 * retries nor follows redirects.
 *
 * <p>Threads: any thread may call and blocks until the response is there; the caller bounds the
 * number of concurrent calls. The first call opens the connection.
 */
public final class WebhookClient {
  /** The timeout that kube-apiserver gives a webhook. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final String TOO_LATE = "context deadline exceeded";
  private static final int MAX_ANSWER = 32 * 1024 * 1024;

  /** Length of the part of an error response that is shown in the message. */
  private static final int SHOWN = 1_024;

  private final URI url;
  private final HttpClient http;
  private final Timers timers;

  /**
   * Creates a client without connecting.
   *
   * @param io runs the tasks of the HTTP client, none of which blocks
   */
  public WebhookClient(URI url, SSLContext tls, Executor io, Timers timers) {
    this.url = URI.create(url + "?timeout=" + TIMEOUT.toSeconds() + "s");
    this.timers = timers;
    this.http =
        HttpClient.newBuilder()
            .sslContext(tls)
            .executor(io)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /** Sends a request and blocks until the response is there. */
  public byte[] ask(byte[] question) throws WebhookException {
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .POST(BodyPublishers.ofByteArray(question))
            .build();
    CompletableFuture<HttpResponse<byte[]>> exchange =
        http.sendAsync(request, head -> new BoundedBody(MAX_ANSWER));
    var tooLate = new AtomicBoolean();
    Timers.Timer limit =
        timers.schedule(
            TIMEOUT,
            () -> {
              tooLate.set(true);
              exchange.cancel(true);
            });
    try {
      return accepted(exchange.get());
    } catch (InterruptedException e) {
      exchange.cancel(true);
      Thread.currentThread().interrupt();
      throw unreached("the server is stopping", e);
    } catch (CancellationException e) {
      throw unreached(tooLate.get() ? TOO_LATE : "context canceled", e);
    } catch (ExecutionException e) {
      throw unreached(tooLate.get() ? TOO_LATE : reason(e), e);
    } finally {
      limit.cancel();
    }
  }

  private static byte[] accepted(HttpResponse<byte[]> response) throws WebhookException {
    int status = response.statusCode();
    if (status / 100 == 2) {
      return response.body();
    }
    if (status == 404) {
      throw new WebhookException("the server could not find the requested resource");
    }
    byte[] body = response.body();
    String shown = new String(body, 0, Math.min(body.length, SHOWN), StandardCharsets.UTF_8);
    throw new WebhookException(
        "an error on the server (%s) has prevented the request from succeeding (%d)"
            .formatted(Quotation.of(shown.isBlank() ? "unknown" : shown.strip()), status));
  }

  private WebhookException unreached(String why, Throwable cause) {
    return new WebhookException("Post %s: %s".formatted(Quotation.of(url.toString()), why), cause);
  }

  private static String reason(ExecutionException failure) {
    Throwable cause = failure.getCause();
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof ConnectException) {
      return "connect: connection refused";
    }
    return cause == null ? failure.toString() : message(cause);
  }

  private static String message(Throwable cause) {
    @Nullable String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
