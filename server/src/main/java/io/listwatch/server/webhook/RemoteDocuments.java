package io.listwatch.server.webhook;

import io.listwatch.selector.Quotation;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Fetches documents over HTTPS, bounded in bytes and time. It neither retries nor follows
 * redirects.
 *
 * <p>Threads: any thread may call; no call blocks. It has I/O threads of its own, which also
 * execute the short tasks that interpret documents.
 */
public final class RemoteDocuments implements Executor, AutoCloseable {
  private final String caBundle;
  private final Duration timeout;
  private final int maxDocument;
  private final ResponseBudget budget;
  private final WebhookThreads threads = new WebhookThreads();

  /**
   * Clients by the name that the certificate must have. Few, because the caller configures them.
   */
  private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

  /**
   * @param caBundle PEM in base64; empty for the machine's trusted authorities
   */
  public RemoteDocuments(String caBundle, Duration timeout, int maxDocument) {
    this.caBundle = caBundle;
    this.timeout = timeout;
    this.maxDocument = maxDocument;
    this.budget = new ResponseBudget(4L * maxDocument);
  }

  /** Returns a stage with the document, which fails with a {@link WebhookException}. */
  public CompletionStage<byte[]> get(URI url) {
    var body = new BoundedBody(maxDocument, budget);
    HttpRequest request =
        HttpRequest.newBuilder(url).timeout(timeout).header("Accept", "application/json").build();
    CompletableFuture<HttpResponse<byte[]>> sent;
    try {
      HttpClient client = clients.computeIfAbsent(url.getHost(), this::client);
      sent = client.sendAsync(request, head -> body);
    } catch (RejectedExecutionException | IllegalArgumentException unusable) {
      return CompletableFuture.failedFuture(
          new WebhookException(String.valueOf(unusable.getMessage()), unusable));
    }
    return sent.handle(
        (response, failure) -> {
          body.release();
          if (response == null) {
            throw new CompletionException(failed(url, failure));
          }
          if (response.statusCode() != 200) {
            throw new CompletionException(
                new WebhookException(
                    "Get %s: status %d"
                        .formatted(Quotation.of(url.toString()), response.statusCode())));
          }
          return response.body();
        });
  }

  private HttpClient client(String host) {
    return HttpClient.newBuilder()
        .sslContext(TrustedAuthorities.tls(caBundle, host))
        .executor(threads)
        .connectTimeout(timeout)
        .followRedirects(HttpClient.Redirect.NEVER)
        .build();
  }

  private static WebhookException failed(URI url, Throwable failure) {
    Throwable cause = CallFailure.cause(failure);
    return new WebhookException(
        "Get %s: %s".formatted(Quotation.of(url.toString()), CallFailure.reason(cause, url)),
        cause);
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(task);
  }

  @Override
  public void close() {
    threads.close();
  }
}
