package io.listwatch.server.kubelet;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.selector.Quotation;
import io.listwatch.time.Timers;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads the logs of containers from the kubelets of their nodes, as kube-apiserver does. Neither
 * retries nor follows redirects, and sends no credentials.
 *
 * <p>Thread-safe; {@link #log} does not block. The lock is a leaf. The first call creates the HTTP
 * client.
 */
public final class KubeletClient implements AutoCloseable {
  /** The maximum number of logs that are read at a time; further requests are rejected. */
  static final int MAX_LOGS = 100;

  /** The maximum time to connect and to receive the start of a response. */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final int MAX_PARTIAL = 206;

  private final KubeletNetworks networks;
  private final Timers timers;
  private final Semaphore logs = new Semaphore(MAX_LOGS);
  private final KubeletThreads threads = new KubeletThreads();
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private @Nullable HttpClient client;

  /** Creates a client without a connection. */
  public KubeletClient(KubeletNetworks networks, Timers timers) {
    this.networks = networks;
    this.timers = timers;
  }

  /**
   * Requests the log of a container.
   *
   * @param query as the kubelet reads it, encoded
   * @return the log, which the caller closes; fails with an {@link ApiException} if the kubelet
   *     cannot be reached or rejects the request
   */
  public CompletionStage<KubeletLog> log(
      Resource node, ResourceKey pod, String container, String query) {
    URI url = url(KubeletAddress.of(node, networks), pod, container, query);
    if (!logs.tryAcquire()) {
      throw Status.of(
              StatusReason.TOO_MANY_REQUESTS,
              "%d logs are being read from nodes, please try again later".formatted(MAX_LOGS))
          .withRetryAfter(1)
          .toException();
    }
    return headers(url)
        .thenCompose(received -> body(received, pod))
        .whenComplete(
            (log, failure) -> {
              if (failure != null) {
                logs.release();
              }
            });
  }

  private static URI url(InetSocketAddress at, ResourceKey pod, String container, String query) {
    String host = at.getAddress().getHostAddress();
    return URI.create(
        "https://%s:%d/containerLogs/%s/%s/%s%s"
            .formatted(
                host.indexOf(':') < 0 ? host : "[" + host + "]",
                at.getPort(),
                pod.namespace(),
                pod.name(),
                container,
                query.isEmpty() ? "" : "?" + query));
  }

  private CompletionStage<HttpResponse<Flow.Publisher<List<ByteBuffer>>>> headers(URI url) {
    CompletableFuture<HttpResponse<Flow.Publisher<List<ByteBuffer>>>> sent = send(url);
    Timers.Timer limit = timers.schedule(TIMEOUT, () -> sent.cancel(true));
    return sent.handle(
        (response, failure) -> {
          limit.cancel();
          if (failure != null) {
            throw failure(url, failure);
          }
          return response;
        });
  }

  private CompletableFuture<HttpResponse<Flow.Publisher<List<ByteBuffer>>>> send(URI url) {
    try {
      return client().sendAsync(HttpRequest.newBuilder(url).build(), BodyHandlers.ofPublisher());
    } catch (RejectedExecutionException closed) {
      return CompletableFuture.failedFuture(closed);
    }
  }

  private HttpClient client() {
    lock.lock();
    try {
      HttpClient current = client;
      if (current == null) {
        current =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(AnyCertificate.tls())
                .executor(threads)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        client = current;
      }
      return current;
    } finally {
      lock.unlock();
    }
  }

  /** Describes a failure with the messages of Go's HTTP client. */
  private static ApiException failure(URI url, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    String reason =
        cause instanceof CancellationException
            ? "net/http: timeout awaiting response headers"
            : cause instanceof ConnectException
                ? "dial tcp %s: connect: connection refused".formatted(url.getAuthority())
                : String.valueOf(cause.getMessage());
    return KubeletAddress.failure("Get %s: %s".formatted(Quotation.of(url.toString()), reason));
  }

  private CompletionStage<KubeletLog> body(
      HttpResponse<Flow.Publisher<List<ByteBuffer>>> response, ResourceKey pod) {
    int code = response.statusCode();
    return code / 100 == 2 && code <= MAX_PARTIAL
        ? CompletableFuture.completedStage(new KubeletLog(response.body(), logs::release))
        : ErrorText.of(response.body(), timers, TIMEOUT)
            .thenApply(
                text -> {
                  throw KubeletErrors.of(code, text, pod.name());
                });
  }

  @Override
  public void close() {
    threads.close();
  }
}
