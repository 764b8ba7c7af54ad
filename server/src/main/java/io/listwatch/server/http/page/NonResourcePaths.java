package io.listwatch.server.http.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.fairness.FlowControl;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.interference.Interference;
import io.listwatch.server.http.interference.InterferencePage;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.http.request.RequestErrors;
import io.listwatch.server.http.request.RequestTarget.Other;
import io.listwatch.server.resource.Workers;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Serves non-resource paths: discovery, OpenAPI, the version, health, metrics, OpenID Connect and
 * debug pages.
 */
public final class NonResourcePaths {
  private static final List<String> PATHS =
      List.of(
          "/api",
          "/apis",
          "/healthz",
          "/livez",
          "/metrics",
          "/openapi/v2",
          "/openapi/v3",
          "/readyz",
          "/version");

  private final DiscoveryPages documents;
  private final OpenApiPages openApi;
  private final HealthPages health;
  private final MetricsPage metrics;
  private final Workers workers;
  private final FlowPages flow;
  private final DebugPages debug;
  private final @Nullable OpenIdPages openId;
  private final @Nullable InterferencePage interference;

  /**
   * @param interference null if there is none
   */
  public NonResourcePaths(
      ApiDocuments documents,
      HealthChecks checks,
      MetricsPage metrics,
      @Nullable Interference interference,
      FlowControl flow,
      Map<String, DebugDocument> debug,
      Timers timers,
      Workers workers,
      Failures failures) {
    this.documents = new DiscoveryPages(documents.discovery());
    this.openApi = new OpenApiPages(documents.openApi(), timers, failures);
    this.health = new HealthPages(checks);
    this.metrics = metrics;
    this.workers = workers;
    this.flow = new FlowPages(flow);
    this.debug = new DebugPages(debug, workers, failures);
    this.openId = documents.openId() == null ? null : new OpenIdPages(documents.openId(), failures);
    this.interference =
        interference == null ? null : new InterferencePage(interference, workers, failures);
  }

  public HttpResponse handle(Exchange exchange, Other target, UserInfo user) {
    List<String> segments = target.segments();
    if (segments.isEmpty() || exact(target).equals(List.of("index.html"))) {
      return index(exchange);
    }
    String first = segments.get(0);
    if (first.equals("api") || first.equals("apis")) {
      return documents.handle(exchange, segments);
    }
    if (first.equals("openapi")) {
      return openApi.handle(exchange, exact(target).subList(1, exact(target).size()));
    }
    if (HealthPages.has(first)) {
      return health.handle(exact(target), exchange.query());
    }
    if (FlowPages.has(exact(target))) {
      return flow.handle(segments, exchange.query());
    }
    if (debug.has(exact(target))) {
      return debug.handle(exchange, segments, user);
    }
    if (openId != null && OpenIdPages.has(segments)) {
      return openId.handle(exchange, segments);
    }
    if (interference != null && InterferencePage.has(segments)) {
      return interference.handle(exchange);
    }
    if (first.equals("version") && segments.size() == 1) {
      return version(exchange);
    }
    return exact(target).equals(List.of("metrics")) ? metrics() : Responses.pageNotFound();
  }

  /**
   * Returns the segments, with an empty last one for a trailing slash, for paths that must not have
   * a trailing slash.
   */
  private static List<String> exact(Other target) {
    return target.path().endsWith("/")
        ? Stream.concat(target.segments().stream(), Stream.of("")).toList()
        : target.segments();
  }

  private static HttpResponse version(Exchange exchange) {
    if (exchange.method() != HttpMethod.GET) {
      throw RequestErrors.methodNotAllowed();
    }
    Representation.checkJson(exchange.accept());
    return json(exchange, ServerVersion.json());
  }

  /** Returns indented JSON, regardless of {@code Accept}. */
  private static HttpResponse json(Exchange exchange, byte[] json) {
    var form = Representation.json(true);
    return Responses.body(exchange, 200, form, out -> out.write(json));
  }

  private HttpResponse metrics() {
    return HttpResponse.of(workers.supplyEvenIfFull(this::scrape));
  }

  /**
   * Runs on a worker, even if the queue is full: formatting many series takes tens of ms, and
   * metrics are needed most under overload.
   */
  private HttpResponse scrape() {
    return HttpResponse.of(
        Responses.headers(200, "text/plain; version=0.0.4; charset=utf-8").build(),
        HttpData.ofUtf8(metrics.text()));
  }

  /** Lists all paths. */
  private HttpResponse index(Exchange exchange) {
    Stream<String> known = Stream.concat(PATHS.stream(), documents.paths().stream());
    String json =
        Stream.concat(known, openId == null ? Stream.of() : OpenIdPages.paths())
            .sorted()
            .map(path -> '"' + path + '"')
            .collect(Collectors.joining(",", "{\"paths\":[", "]}"));
    return json(exchange, json.getBytes(UTF_8));
  }
}
