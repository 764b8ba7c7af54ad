package io.listwatch.client.http;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Credential;
import io.listwatch.client.config.OutgoingRequest;
import io.listwatch.client.config.RequestObserver;
import io.listwatch.model.ApiException;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to one server, with retries if the server asks for them or a connection breaks.
 *
 * <p>Thread-safe. A call blocks its caller's thread; an interrupt ends it. Closing ends all
 * requests in progress.
 */
public final class HttpTransport implements Transport, AutoCloseable {
  /** Delay before the retry of a request whose connection broke. */
  private static final Duration AFTER_BREAK = Duration.ofSeconds(1);

  /**
   * Maximum time that a request waits for another one to connect, so that a hanging connection
   * attempt does not block all requests.
   */
  private static final Duration MAX_TURN_WAIT = Duration.ofSeconds(2);

  private final ClientConfig config;
  private final Timers timers;
  private final HttpThreads threads = new HttpThreads();
  private final Connections connections;
  private final Pacing pacing;
  private final Pause pause;
  private final TransportMeters meters;
  private final AtomicInteger openWatches = new AtomicInteger();
  private final Set<ResponseBody> open = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;

  public HttpTransport(ClientConfig config, Timers timers) {
    this.config = config;
    this.timers = timers;
    this.connections = new Connections(config, threads, timers);
    this.pacing = new Pacing(config, timers);
    this.pause = new Pause(timers);
    this.meters = new TransportMeters(config.metrics(), host(config.server()), openWatches::get);
  }

  private static String host(URI server) {
    return server.getPort() < 0 ? server.getHost() : server.getHost() + ":" + server.getPort();
  }

  @Override
  public ApiResponse send(ApiRequest request) throws InterruptedException {
    long start = timers.nanoTime();
    try {
      return attempts(request, start);
    } finally {
      if (!request.isWatch()) {
        meters.called(request, timers.nanoTime() - start);
      }
    }
  }

  private ApiResponse attempts(ApiRequest request, long start) throws InterruptedException {
    long deadline = start + request.timeout(config.callTimeout()).toNanos();
    int max = request.retried() ? config.maxRetries() : 0;
    int retries = 0;
    boolean free = request.isWatch();
    while (true) {
      Attempt attempt = attempt(request, retries, free, deadline);
      if (attempt.response != null) {
        return attempt.response;
      }
      Duration delay = attempt.retryAfter;
      if (retries == max || delay == null || !fits(delay, deadline)) {
        throw attempt.failure();
      }
      sleep(delay);
      meters.retried(request);
      free = false;
      retries++;
    }
  }

  private boolean fits(Duration delay, long deadline) {
    return timers.nanoTime() + delay.toNanos() - deadline < 0;
  }

  private void sleep(Duration delay) throws InterruptedException {
    if (!delay.isZero() && !pause.sleep(delay)) {
      throw closedFailure();
    }
  }

  private static UnavailableException closedFailure() {
    return new UnavailableException("the client is closed");
  }

  private Attempt attempt(ApiRequest request, int retries, boolean free, long deadline)
      throws InterruptedException {
    Duration delay = pacing.delay(free);
    if (!fits(delay, deadline)) {
      throw new UnavailableException(
          "the client's rate limit or backoff allows no call before its timeout");
    }
    if (!delay.isZero()) {
      meters.heldBack(request, delay.toNanos());
      sleep(delay);
    }
    Credential credential = config.credentials().current();
    try {
      ApiResponse response = observed(request, retries, credential, deadline);
      return judge(request, response, credential);
    } catch (IOException e) {
      var failure = new UnavailableException(request + ": " + describe(e), e);
      boolean safe = request.method().equals("GET") && !request.isWatch();
      return new Attempt(null, failure, safe && hadBegun(e) ? AFTER_BREAK : null);
    }
  }

  private static String describe(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.toString();
  }

  /** True if an existing connection broke; a failure to connect is not retried. */
  private static boolean hadBegun(IOException e) {
    return !(e instanceof ConnectException)
        && !(e instanceof HttpTimeoutException)
        && !(e instanceof SSLException);
  }

  private Attempt judge(ApiRequest request, ApiResponse response, Credential credential)
      throws InterruptedException {
    int code = response.code();
    Warnings.of(response.headers()).forEach(config.warnings()::warn);
    pacing.answered(code);
    boolean watch = request.isWatch();
    if (watch ? code == 200 : code >= 200 && code <= 206) {
      return new Attempt(response, null, null);
    }
    if (code == 401) {
      config.credentials().rejected(credential);
    }
    int seconds = FailureReader.retryAfterSeconds(response);
    FailureReader.Failure failure = FailureReader.read(request, response);
    boolean askedToRetry = seconds >= 0 && mayRetry(request, code, failure.fromApiServer());
    return new Attempt(
        null, failure.exception(), askedToRetry ? Duration.ofSeconds(seconds) : null);
  }

  /**
   * Returns whether to follow a {@code Retry-After}. A POST or PATCH that is carried out twice may
   * create two objects or append twice, so it is retried only after a response which says that
   * nothing was done: any 429, and an API server's 503. A proxy may send a 503 because it has lost
   * its connection to the server, which may have carried out the request.
   */
  private static boolean mayRetry(ApiRequest request, int code, boolean fromApiServer) {
    return switch (request.method()) {
      case "POST", "PATCH" -> code == 429 || (code == 503 && fromApiServer);
      default -> code == 429 || code >= 500;
    };
  }

  private ApiResponse observed(
      ApiRequest request, int retries, Credential credential, long deadline)
      throws IOException, InterruptedException {
    var outgoing = new OutgoingRequest(request.method(), request.at(config.server()), retries);
    RequestObserver.Observed observed = config.observer().sending(outgoing);
    ApiResponse response;
    try {
      response = exchange(request, outgoing, credential, deadline);
    } catch (IOException | InterruptedException | RuntimeException | Error failure) {
      observed.failed(failure);
      throw failure;
    }
    observed.responded(response.code());
    return response;
  }

  private ApiResponse exchange(
      ApiRequest request, OutgoingRequest outgoing, Credential credential, long deadline)
      throws IOException, InterruptedException {
    boolean watch = request.isWatch();
    HttpClientPool.Slot slot = connections.acquire(credential, watch);
    var body =
        new ResponseBody(
            timers, () -> readTimeout(request, deadline), over -> leave(over, watch, slot));
    int code = TransportMeters.NO_RESPONSE;
    try {
      open(body, watch);
      HttpRequest message = httpRequest(request, outgoing, credential);
      awaitTurn(slot);
      var answer = slot.client().sendAsync(message, info -> body);
      HttpResponse<ResponseBody> response = await(request, answer, slot, deadline);
      slot.responded();
      code = response.statusCode();
      return new ApiResponse(code, response.headers(), body);
    } catch (IOException e) {
      slot.broken();
      throw e;
    } finally {
      meters.attempted(request, code);
      // If the response arrives later, it finds its body closed and is cancelled.
      if (code == TransportMeters.NO_RESPONSE) {
        body.close();
      }
    }
  }

  private void awaitTurn(HttpClientPool.Slot slot) throws IOException, InterruptedException {
    CompletableFuture<Void> turn = slot.turn();
    if (turn.isDone()) {
      return;
    }
    Timers.Timer limit = timers.schedule(MAX_TURN_WAIT, () -> turn.complete(null));
    try {
      turn.get();
    } catch (ExecutionException e) {
      throw new IOException(e);
    } finally {
      limit.cancel();
    }
  }

  private void open(ResponseBody body, boolean watch) {
    open.add(body);
    if (watch) {
      openWatches.incrementAndGet();
    }
    // close() sets the flag before it iterates over the open bodies, so at least one of the two
    // closes this one.
    if (closed) {
      throw closedFailure();
    }
  }

  private void leave(ResponseBody over, boolean watch, HttpClientPool.Slot slot) {
    if (open.remove(over) && watch) {
      openWatches.decrementAndGet();
    }
    if (over.silent()) {
      slot.silent();
    }
    if (over.broken()) {
      slot.broken();
    }
    slot.close();
  }

  private @Nullable Duration readTimeout(ApiRequest request, long deadline) {
    return switch (request.reading()) {
      case WHOLE -> Duration.ofNanos(Math.max(0, deadline - timers.nanoTime()));
      case STREAM -> request.timeout(config.callTimeout());
      case WATCH, STREAMING_LIST -> null;
    };
  }

  private HttpResponse<ResponseBody> await(
      ApiRequest request,
      CompletableFuture<HttpResponse<ResponseBody>> answer,
      HttpClientPool.Slot slot,
      long deadline)
      throws IOException, InterruptedException {
    Duration left = Duration.ofNanos(deadline - timers.nanoTime());
    Timers.Timer limit = timers.schedule(left, () -> answer.cancel(true));
    try {
      return answer.get();
    } catch (CancellationException late) {
      slot.silent();
      throw tooLate(request, late);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CancellationException late) {
        slot.silent();
        throw tooLate(request, late);
      }
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (InterruptedException e) {
      answer.cancel(true);
      throw e;
    } finally {
      limit.cancel();
    }
  }

  private UnavailableException tooLate(ApiRequest request, CancellationException late) {
    Duration limit = request.timeout(config.callTimeout());
    return new UnavailableException(request + ": no response within " + limit, late);
  }

  private HttpRequest httpRequest(
      ApiRequest request, OutgoingRequest outgoing, Credential credential) {
    byte[] body = request.body();
    var publisher =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofByteArray(body);
    var builder = HttpRequest.newBuilder(outgoing.uri()).method(request.method(), publisher);
    addAll(builder, request.headers());
    addAll(builder, outgoing.headers());
    builder.header("User-Agent", config.userAgent());
    if (config.compression() && request.reading() != ApiRequest.Reading.WATCH) {
      builder.header("Accept-Encoding", "gzip");
    }
    if (credential.authorization() != null) {
      builder.header("Authorization", credential.authorization());
    }
    addAll(builder, config.impersonation().headers());
    return builder.build();
  }

  /**
   * @param headers names and values in turn
   */
  private static void addAll(HttpRequest.Builder builder, List<String> headers) {
    for (int i = 0; i < headers.size(); i += 2) {
      builder.header(headers.get(i), headers.get(i + 1));
    }
  }

  /** Returns the timers for timeouts and retries. */
  public Timers timers() {
    return timers;
  }

  /** For tests that check which connections are used. */
  Connections connections() {
    return connections;
  }

  /** Returns the number of responses being read. */
  public int exchanges() {
    return open.size();
  }

  @Override
  public void close() {
    closed = true;
    pause.close();
    open.forEach(ResponseBody::close);
    connections.close();
    threads.shutdown();
    meters.close();
  }

  /**
   * The result of one attempt: a response, or a failure with the delay before a retry, if one may
   * help.
   */
  private record Attempt(
      @Nullable ApiResponse response,
      @Nullable ApiException thrown,
      @Nullable Duration retryAfter) {
    private ApiException failure() {
      return thrown == null ? closedFailure() : thrown;
    }
  }
}
