package io.listwatch.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Credential;
import io.listwatch.client.config.Credentials;
import io.listwatch.client.config.Impersonation;
import io.listwatch.client.config.RequestObserver;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ApiException;
import io.listwatch.model.ConflictException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.InternalErrorException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.ManualTimers;
import io.listwatch.time.Timers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Single requests to a scripted, misbehaving server. */
@Timeout(60)
final class HttpTransportTest {
  private static final String GONE =
      """
      {"kind":"Status","apiVersion":"v1","status":"Failure","message":"too old",
       "reason":"Expired","code":410}
      """;

  private static final String UNAVAILABLE =
      """
      {"kind":"Status","apiVersion":"v1","status":"Failure","message":"not now",
       "reason":"ServiceUnavailable","code":503}
      """;

  private final ScriptedServer server = new ScriptedServer();
  private final ManualTimers timers = new ManualTimers();
  private final List<AutoCloseable> opened = new ArrayList<>();

  HttpTransportTest() throws IOException {}

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
    server.close();
  }

  private HttpTransport transport(Timers clock, Consumer<ClientConfig.Builder> changes) {
    var config = ClientConfig.of(server.address()).with(changes);
    var transport = new HttpTransport(config, clock);
    opened.add(transport);
    return transport;
  }

  private HttpTransport transport() {
    return transport(timers, config -> {});
  }

  private static String text(ApiResponse response) throws InterruptedException {
    return new String(response.bytes(), UTF_8);
  }

  @Test
  void sendsAnyVerbToAnyPath() throws Exception {
    server.thenJson(201, "{\"ok\":true}");
    var transport =
        transport(
            timers,
            config ->
                config
                    .userAgent("me/1")
                    .token("secret")
                    .impersonation(new Impersonation("eve", "", List.of("a", "b"), Map.of())));

    ApiResponse response =
        transport.send(
            ApiRequest.of("PATCH", "/apis/x/y%3Az?a=b")
                .query("label selector", "a in (b,ü)")
                .body("application/merge-patch+json", "{}".getBytes(UTF_8)));

    assertThat(response.code()).isEqualTo(201);
    assertThat(text(response)).isEqualTo("{\"ok\":true}");
    ScriptedServer.Request request = server.take();
    assertThat(request.method()).isEqualTo("PATCH");
    assertThat(request.target())
        .isEqualTo("/apis/x/y%3Az?a=b&label%20selector=a%20in%20%28b%2C%C3%BC%29");
    assertThat(request.body()).isEqualTo("{}");
    assertThat(request.header("Content-Type")).isEqualTo("application/merge-patch+json");
    assertThat(request.header("Accept")).isEqualTo("application/json");
    assertThat(request.header("User-Agent")).isEqualTo("me/1");
    assertThat(request.header("Authorization")).isEqualTo("Bearer secret");
    assertThat(request.header("Impersonate-User")).isEqualTo("eve");
    assertThat(request.header("Impersonate-Group")).isEqualTo("b");
    assertThat(request.header("Accept-Encoding")).isEqualTo("gzip");
  }

  @Test
  void decompressesResponses() throws Exception {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write("plain".getBytes(UTF_8));
    }
    server.then((q, a) -> a.bytes(200, packed.toByteArray(), "Content-Encoding: gzip"));

    assertThat(text(transport().send(ApiRequest.get("/")))).isEqualTo("plain");
  }

  @Test
  void requestsNoCompressionIfDisabled() throws Exception {
    server.thenJson(200, "{}");

    text(transport(timers, config -> config.compression(false)).send(ApiRequest.get("/")));

    assertThat(server.take().header("Accept-Encoding")).isEmpty();
  }

  @Test
  void throwsTheExceptionOfAStatus() {
    server.thenJson(410, GONE);

    assertThatThrownBy(() -> transport().send(ApiRequest.get("/")))
        .isInstanceOf(ExpiredException.class)
        .hasMessage("Expired: too old");
  }

  @Test
  void derivesTheExceptionFromTheCodeWithoutAStatus() {
    assertFailure(404, "GET", NotFoundException.class);
    assertFailure(409, "POST", AlreadyExistsException.class);
    assertFailure(409, "PUT", ConflictException.class);
    assertFailure(410, "GET", ExpiredException.class);
    assertFailure(429, "GET", TooManyRequestsException.class);
    assertFailure(500, "GET", InternalErrorException.class);
    assertFailure(502, "GET", UnavailableException.class);
    assertFailure(503, "GET", UnavailableException.class);
    assertFailure(504, "GET", UnavailableException.class);
    assertFailure(302, "GET", ApiException.class);
  }

  @Test
  void hintsAtTheDefinitionOfAResourceThatIsNotServed() {
    assertThatThrownBy(() -> send404("/apis/example.com/v1/pages"))
        .isInstanceOf(NotFoundException.class)
        .hasMessage(
            "NotFound: GET /apis/example.com/v1/pages: the server responded with 404: 404 page not"
                + " found (the server does not serve this resource: does its"
                + " CustomResourceDefinition exist, and serve this version?)");
    assertThatThrownBy(() -> send404("/api/v1/secret")).hasMessageNotContaining("Definition");
  }

  private ApiResponse send404(String path) throws InterruptedException {
    byte[] body = "404 page not found\n".getBytes(UTF_8);
    server.then((q, a) -> a.bytes(404, body, "Content-Type: text/plain"));
    return transport().send(ApiRequest.get(path));
  }

  private void assertFailure(int code, String method, Class<? extends ApiException> type) {
    server.then((q, a) -> a.bytes(code, "oh, <no>".getBytes(UTF_8), "Content-Type: text/html"));
    assertThatThrownBy(() -> transport().send(ApiRequest.of(method, "/")))
        .isInstanceOf(type)
        .hasMessageContaining("oh, <no>")
        .satisfies(e -> assertThat(((ApiException) e).status().code()).isEqualTo(code));
  }

  @Test
  void retriesAfterRetryAfter() throws Exception {
    server
        .then((q, a) -> a.json(429, "{}", "Retry-After: 2"))
        .then((q, a) -> a.json(503, UNAVAILABLE, "Retry-After: 3"))
        .thenJson(200, "done");
    var answer = later(() -> text(transport().send(ApiRequest.of("POST", "/"))));

    awaitTimer(Duration.ofSeconds(2));
    timers.advance(Duration.ofSeconds(2));
    awaitTimer(Duration.ofSeconds(3));
    timers.advance(Duration.ofSeconds(3));

    assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("done");
    assertThat(server.waiting()).isEqualTo(3);
  }

  @Test
  void observerSeesEachAttemptAndAddsHeaders() throws Exception {
    var seen = new ArrayList<String>();
    RequestObserver observer =
        request -> {
          request.header("traceparent", "attempt " + request.retries());
          seen.add(request.method() + " " + request.uri().getPath() + " " + request.retries());
          return new Recording(seen);
        };
    server.then((q, a) -> a.json(503, "{}", "Retry-After: 0")).thenJson(200, "done");
    HttpTransport transport = transport(timers, config -> config.observer(observer));

    assertThat(text(transport.send(ApiRequest.get("/a")))).isEqualTo("done");

    assertThat(server.take().header("traceparent")).isEqualTo("attempt 0");
    assertThat(server.take().header("traceparent")).isEqualTo("attempt 1");
    assertThat(seen).containsExactly("GET /a 0", "503", "GET /a 1", "200");
  }

  @Test
  void observerSeesAFailureToConnect() throws Exception {
    var seen = new ArrayList<String>();
    server.close();
    HttpTransport transport =
        transport(timers, config -> config.observer(request -> new Recording(seen)));

    assertThatThrownBy(() -> transport.send(ApiRequest.get("/a")))
        .isInstanceOf(UnavailableException.class);

    assertThat(seen).containsExactly("ConnectException");
  }

  private record Recording(List<String> seen) implements RequestObserver.Observed {
    @Override
    public void responded(int code) {
      seen.add(Integer.toString(code));
    }

    @Override
    public void failed(Throwable failure) {
      seen.add(failure.getClass().getSimpleName());
    }
  }

  /** The timeout of the call is pending, too; waits until the earliest timer is the retry. */
  private void awaitTimer(Duration delay) {
    await().atMost(30, TimeUnit.SECONDS).until(() -> delay.equals(timers.untilNext()));
  }

  private static <T> FutureTask<T> later(Callable<T> call) {
    var task = new FutureTask<>(call);
    var thread = new Thread(task, "later");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  @Test
  void doesNotRetryWithoutRetryAfter() {
    server.thenJson(500, "{}").thenJson(200, "{}");

    assertThatThrownBy(() -> transport().send(ApiRequest.get("/")))
        .isInstanceOf(InternalErrorException.class);
    assertThat(server.waiting()).isEqualTo(1);
  }

  /** Dates are not supported, as in client-go; nor are invalid values. */
  @ParameterizedTest
  @ValueSource(strings = {"-1", "soon", "1.5", "99999999999", "Wed, 21 Oct 2026 07:28:00 GMT"})
  void doesNotRetryIfRetryAfterIsNotInSeconds(String after) {
    server.then((q, a) -> a.json(503, "{}", "Retry-After: " + after)).thenJson(200, "{}");

    assertThatThrownBy(() -> transport().send(ApiRequest.get("/")))
        .isInstanceOf(UnavailableException.class);
    assertThat(server.waiting()).isEqualTo(1);
  }

  /** A conflict does not go away by waiting. */
  @Test
  void doesNotRetryAConflictDespiteRetryAfter() {
    server.then((q, a) -> a.json(409, "{}", "Retry-After: 1")).thenJson(200, "{}");

    assertThatThrownBy(() -> transport().send(ApiRequest.of("PUT", "/")))
        .isInstanceOf(ConflictException.class);
    assertThat(server.waiting()).isEqualTo(1);
  }

  /** The server may have carried out the request: a second one could create a second object. */
  @ParameterizedTest
  @CsvSource({"POST, 500", "POST, 502", "POST, 504", "PATCH, 500", "PATCH, 504"})
  void doesNotRetryAPostOrPatchOfUnknownOutcome(String method, int code) {
    server.then((q, a) -> a.json(code, "{}", "Retry-After: 0")).thenJson(200, "{}");

    assertThatThrownBy(() -> transport().send(ApiRequest.of(method, "/")))
        .isInstanceOf(ApiException.class);
    assertThat(server.waiting()).isEqualTo(1);
  }

  /** The proxy may have lost its connection after the server had carried out the request. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST|upstream connect error or disconnect/reset before headers",
        "PATCH|<html><body>503 Service Unavailable</body></html>",
        "POST|{}",
        "POST|{\"code\":503,\"message\":\"no healthy upstream\"}"
      })
  void doesNotRetryAPostOrPatchAfter503OfAProxy(String method, String body) {
    server.then((q, a) -> a.bytes(503, body.getBytes(UTF_8), "Retry-After: 0")).thenJson(200, "{}");

    assertThatThrownBy(() -> transport().send(ApiRequest.of(method, "/")))
        .isInstanceOf(UnavailableException.class);
    assertThat(server.waiting()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PATCH"})
  void retriesAPostOrPatchAfter503OfAnApiServer(String method) throws Exception {
    server.then((q, a) -> a.json(503, UNAVAILABLE, "Retry-After: 0")).thenJson(200, "done");

    assertThat(text(transport().send(ApiRequest.of(method, "/")))).isEqualTo("done");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "DELETE"})
  void retriesOtherVerbsAfterAnyServerErrorWithRetryAfter(String method) throws Exception {
    server.then((q, a) -> a.json(500, "{}", "Retry-After: 0")).thenJson(200, "done");

    assertThat(text(transport().send(ApiRequest.of(method, "/")))).isEqualTo("done");
  }

  @Test
  void retrySendsTheSameBodyWithTheCurrentCredential() throws Exception {
    server.then((q, a) -> a.json(429, "{}", "Retry-After: 0")).thenJson(200, "{}");
    var tokens = new AtomicInteger();
    Credentials rotated = () -> Credential.bearer("t" + tokens.incrementAndGet());
    var config = ClientConfig.of(server.address()).with(each -> each.credentials(rotated));

    try (var transport = new HttpTransport(config, timers)) {
      text(transport.send(ApiRequest.of("POST", "/").body("{\"a\":1}".getBytes(UTF_8))));
    }

    ScriptedServer.Request first = server.take();
    ScriptedServer.Request second = server.take();
    assertThat(second.body()).isEqualTo(first.body()).isEqualTo("{\"a\":1}");
    assertThat(first.header("Authorization")).isEqualTo("Bearer t1");
    assertThat(second.header("Authorization")).isEqualTo("Bearer t2");
  }

  @Test
  void doesNotRetryARequestWithRetriesDisabled() {
    server.then((q, a) -> a.json(429, "{}", "Retry-After: 1")).thenJson(200, "{}");

    assertThatThrownBy(() -> transport().send(ApiRequest.get("/").once()))
        .isInstanceOfSatisfying(
            TooManyRequestsException.class,
            e -> assertThat(e.status().retryAfter()).contains(Duration.ofSeconds(1)));
  }

  @Test
  void doesNotWaitForARetryBeyondTheTimeout() {
    server.then((q, a) -> a.json(429, "{}", "Retry-After: 61"));

    assertThatThrownBy(() -> transport().send(ApiRequest.get("/")))
        .isInstanceOf(TooManyRequestsException.class);
  }

  @Test
  void givesUpAfterTheMaximumNumberOfRetries() {
    server.otherwise((q, a) -> a.json(429, "{}", "Retry-After: 0"));

    assertThatThrownBy(() -> transport().send(ApiRequest.get("/")))
        .isInstanceOf(TooManyRequestsException.class);
    assertThat(server.waiting()).isEqualTo(11);
  }

  @Test
  void pain07_timesOutWithoutAResponse() throws Exception {
    server.then((q, a) -> a.stall());
    var transport = transport();
    HttpClient before = client(transport);
    var answer = later(() -> transport.send(ApiRequest.get("/")));
    server.take();
    awaitTimer(Duration.ofSeconds(60));

    timers.advance(Duration.ofSeconds(60));

    assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageContaining("no response within PT1M");
    // The connection may be dead without an error.
    assertThat(client(transport)).isNotSameAs(before);
  }

  private static HttpClient client(HttpTransport transport) {
    try (HttpClientPool.Slot slot = transport.connections().acquire(Credential.NONE, false)) {
      return slot.client();
    }
  }

  @Test
  void pain07_timesOutIfTheResponseStalls() throws Exception {
    server.then(
        (q, a) -> {
          a.begin().chunk("{\"half");
          a.stall();
        });
    var transport = transport();
    HttpClient before = client(transport);
    var answer = later(() -> text(transport.send(ApiRequest.get("/"))));
    server.take();
    awaitTimer(Duration.ofSeconds(60));

    await()
        .atMost(30, TimeUnit.SECONDS)
        .until(
            () -> {
              timers.advance(Duration.ofSeconds(60));
              return answer.isDone();
            });

    assertThatThrownBy(answer::get).hasCauseInstanceOf(UnavailableException.class);
    assertThat(client(transport)).isNotSameAs(before);
  }

  @Test
  void interruptEndsACall() throws Exception {
    server.then((q, a) -> a.stall());
    var transport = transport();
    var task = new FutureTask<>(() -> transport.send(ApiRequest.get("/")));
    var thread = new Thread(task, "interrupted");
    thread.start();
    server.take();

    thread.interrupt();

    assertThatThrownBy(() -> task.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(transport.exchanges()).isZero();
  }

  @Test
  void brokenConnectionIsUnavailable() throws Exception {
    server.then((q, a) -> a.reset());

    assertThatThrownBy(() -> transport().send(ApiRequest.of("POST", "/")))
        .isInstanceOf(UnavailableException.class);
  }

  @Test
  void truncatedResponseIsUnavailable() throws Exception {
    server.then(
        (q, a) -> {
          a.begin().chunk("{\"half");
          a.drop();
        });

    ApiResponse response = transport().send(ApiRequest.get("/"));

    assertThatThrownBy(response::bytes).isInstanceOf(UnavailableException.class);
  }

  @Test
  void unreachableServerIsUnavailable() throws Exception {
    server.close();

    assertThatThrownBy(() -> transport().send(ApiRequest.get("/")))
        .isInstanceOf(UnavailableException.class);
  }

  @Test
  void closeEndsResponsesBeingRead() throws Exception {
    server.then(
        (q, a) -> {
          a.begin().chunk("{");
          a.stall();
        });
    var transport = transport();
    ApiResponse response = transport.send(ApiRequest.get("/").watched());
    assertThat(response.body().next()).isNotNull();

    transport.close();

    assertThat(response.body().next()).isNull();
    assertThat(response.body().ended()).isTrue();
    assertThatThrownBy(() -> transport.send(ApiRequest.get("/")))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void reportsACredentialRejectedWith401() throws Exception {
    server.thenJson(401, "{}");
    var refused = new ArrayList<Credential>();
    var credentials =
        new Credentials() {
          @Override
          public Credential current() {
            return Credential.bearer("old");
          }

          @Override
          public void rejected(Credential credential) {
            refused.add(credential);
          }
        };

    var transport = transport(timers, config -> config.credentials(credentials));

    assertThatThrownBy(() -> transport.send(ApiRequest.get("/"))).isInstanceOf(ApiException.class);
    assertThat(refused).containsExactly(Credential.bearer("old"));
  }

  @Test
  void passesWarningsToTheHandler() throws Exception {
    server.then(
        (q, a) ->
            a.json(
                200,
                "{}",
                "Warning: 299 - \"v1 \\\"goes\\\"\", 299 x \"b\"",
                "Warning: 199 - \"not\""));
    var heard = new ArrayList<String>();

    text(transport(timers, config -> config.warnings(heard::add)).send(ApiRequest.get("/")));

    assertThat(heard).containsExactly("v1 \"goes\"", "b");
  }

  @Test
  void passesLongWarningsToTheHandler() throws Exception {
    String warning = "a".repeat(50_000);
    server.then((q, a) -> a.json(200, "{}", "Warning: 299 - \"%s\"".formatted(warning)));
    var heard = new ArrayList<String>();

    text(transport(timers, config -> config.warnings(heard::add)).send(ApiRequest.get("/")));

    assertThat(heard).hasSize(1);
    assertThat(heard.get(0).length()).isEqualTo(warning.length());
  }

  @Test
  void obeysTheRateLimit() throws Exception {
    server.otherwise((q, a) -> a.json(200, "{}"));
    var transport = transport(timers, config -> config.rateLimit(1, 1));
    text(transport.send(ApiRequest.get("/")));

    var second = later(() -> text(transport.send(ApiRequest.get("/"))));
    awaitTimer(Duration.ofSeconds(1));
    assertThat(server.waiting()).isEqualTo(1);
    timers.advance(Duration.ofSeconds(1));

    assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo("{}");
    transport.send(ApiRequest.get("/").watched()).close();
  }

  @Test
  void backsOffFromAnOverloadedServer() throws Exception {
    server.thenJson(500, "{}").thenJson(500, "{}").otherwise((q, a) -> a.json(200, "{}"));
    var transport =
        transport(
            timers, config -> config.hostBackoff(Duration.ofSeconds(5), Duration.ofSeconds(8)));

    assertThatThrownBy(() -> transport.send(ApiRequest.get("/"))).isNotNull();
    var second = later(() -> transport.send(ApiRequest.get("/")));
    awaitTimer(Duration.ofSeconds(5));
    timers.advance(Duration.ofSeconds(5));
    assertThatThrownBy(() -> second.get(30, TimeUnit.SECONDS)).isNotNull();
    var third = later(() -> text(transport.send(ApiRequest.get("/"))));
    awaitTimer(Duration.ofSeconds(8));
    timers.advance(Duration.ofSeconds(8));

    assertThat(third.get(30, TimeUnit.SECONDS)).isEqualTo("{}");
    assertThat(text(transport.send(ApiRequest.get("/")))).isEqualTo("{}");
  }
}
