package io.listwatch.server.http;

import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.websocket.WebSocket;
import com.linecorp.armeria.server.ServiceOptions;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.websocket.WebSocketProtocolHandler;
import com.linecorp.armeria.server.websocket.WebSocketService;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.AfterStage;
import io.listwatch.server.http.exchange.BodyBudget;
import io.listwatch.server.http.exchange.BodySizes;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.exchange.Warnings;
import io.listwatch.server.http.handler.ResourceRoutes;
import io.listwatch.server.http.page.NonResourcePaths;
import io.listwatch.server.http.request.PercentDecoding;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.http.request.RequestDeadline;
import io.listwatch.server.http.request.RequestTarget;
import io.listwatch.server.http.request.RequestTarget.OnResource;
import io.listwatch.server.http.request.RequestTarget.Other;
import io.listwatch.server.http.watch.WebSocketUpgrade;
import io.listwatch.server.registry.ApiErrors;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The entry point of each request.
 *
 * <pre>
 *   path ▶ audit ID ▶ authentication ▶ in-flight limit ▶ authorization ▶ handler
 * </pre>
 *
 * <p>Threads: event loops. It is a {@code WebSocketService} because Armeria upgrades no other
 * service; requests without an upgrade are served normally.
 */
final class ApiService implements WebSocketService {
  private static final Set<String> READS = Set.of("get", "list", "head", "options");

  /** The length up to which the body of a rejected request is read, as in Go's server. */
  private static final int MAX_DRAINED = 256 << 10;

  /** kube-apiserver returns an audit ID of any length and logs this many characters of it. */
  private static final int MAX_AUDIT_ID = 64;

  private final ResourceRoutes resources;
  private final NonResourcePaths others;
  private final Access access;
  private final Failures failures;
  private final RequestMeters meters;
  private final InFlightLimit reads;
  private final InFlightLimit writes;
  private final WebSocketUpgrade upgrade;
  private final Duration requestTimeout;
  private final BodyBudget bodies;

  ApiService(
      ResourceRoutes resources,
      NonResourcePaths others,
      Access access,
      Failures failures,
      RequestMeters meters,
      WebSocketUpgrade upgrade,
      BodyBudget bodies,
      HttpServerSettings settings) {
    this.resources = resources;
    this.others = others;
    this.access = access;
    this.failures = failures;
    this.meters = meters;
    this.upgrade = upgrade;
    this.reads = new InFlightLimit(settings.maxReads());
    this.writes = new InFlightLimit(settings.maxWrites());
    this.bodies = bodies;
    this.requestTimeout = settings.requestTimeout();
    meters.showInFlight(reads, writes);
  }

  @Override
  public HttpResponse serve(ServiceRequestContext context, HttpRequest request) {
    String auditId = request.headers().get("audit-id", "");
    String id = auditId.isEmpty() ? UUID.randomUUID().toString() : auditId;
    context.mutateAdditionalResponseHeaders(headers -> headers.set("audit-id", id));
    if (PlainHttpGuard.rejects(context, request.headers())) {
      return Responses.plainText(403, "Forbidden: this port is for programs on this machine\n");
    }
    Exchange exchange;
    try {
      exchange = exchange(context, request, id.substring(0, Math.min(id.length(), MAX_AUDIT_ID)));
    } catch (RequestTarget.IncompleteTargetException e) {
      return failures.incomplete(request.path(), e);
    }
    try {
      meters.count(exchange);
      return whole(exchange, admit(exchange));
    } catch (RuntimeException e) {
      return afterBody(exchange, failures.response(exchange, e));
    }
  }

  /**
   * Delays a response until the body of its request has been read, unless that is long, as Go's
   * server does. A client over HTTP/1.1 that gets a response while it still sends may take the
   * connection for broken.
   */
  private static HttpResponse afterBody(Exchange exchange, HttpResponse response) {
    long length = exchange.headers().contentLength();
    boolean delayed =
        !exchange.context().sessionProtocol().isMultiplex() && length > 0 && length <= MAX_DRAINED;
    return delayed
        ? HttpResponse.of(exchange.request().subscribe().handle((read, failed) -> response))
        : response;
  }

  private Exchange exchange(ServiceRequestContext context, HttpRequest request, String auditId) {
    // The raw path with its query: elsewhere Armeria merges double slashes.
    String raw = context.rawPath();
    int mark = raw.indexOf('?');
    return new Exchange(
        context,
        request,
        RequestTarget.of(PercentDecoding.decode(mark < 0 ? raw : raw.substring(0, mark))),
        QueryParameters.parse(context.query()),
        auditId,
        new Warnings(context),
        bodies);
  }

  private HttpResponse admit(Exchange exchange) {
    AccessRequest request = identify(exchange).request();
    if (exchange.watches()) {
      access.authorize(request);
      return dispatch(exchange, request.user());
    }
    Duration deadline = RequestDeadline.of(exchange.query(), requestTimeout);
    if (RequestDeadline.isOver(deadline)) {
      return Failures.timeout().toHttpResponse();
    }
    exchange.context().setRequestTimeout(deadline);
    InFlightLimit limit = READS.contains(request.verb()) ? reads : writes;
    if (!limit.enter()) {
      return afterBody(exchange, tooMany());
    }
    AfterStage.run(exchange.context().log().whenComplete(), Runnable::run, limit::leave);
    access.authorize(request);
    return dispatch(exchange, request.user());
  }

  /** Writes the request to the audit log, even if it is rejected here. */
  private AuthenticatedRequest identify(Exchange exchange) {
    UserInfo caller = access.authenticate(exchange).orElse(null);
    if (caller == null) {
      meters.unauthenticated(exchange);
      throw Access.unauthorized();
    }
    AuthenticatedRequest asked;
    try {
      asked = access.identify(exchange, caller);
    } catch (RuntimeException rejected) {
      meters.audit(exchange, new AuthenticatedRequest(caller, Access.request(exchange, caller)));
      throw rejected;
    }
    meters.audit(exchange, asked);
    return asked;
  }

  private static HttpResponse tooMany() {
    return HttpResponse.of(
        Responses.headers(429, Responses.TEXT)
            .set(HttpHeaderNames.RETRY_AFTER, "1")
            .set(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff")
            .build(),
        HttpData.ofUtf8("Too many requests, please try again later.\n"));
  }

  private HttpResponse dispatch(Exchange exchange, UserInfo user) {
    RequestTarget target = exchange.target();
    return target instanceof OnResource on
        ? resources.handle(exchange, on, user)
        : others.handle(exchange, (Other) target);
  }

  /**
   * Removes the body of a response that must not have one, and aggregates one that must not be
   * chunked.
   */
  private HttpResponse whole(Exchange exchange, HttpResponse response) {
    if (exchange.method() == HttpMethod.HEAD) {
      return headersOf(response);
    }
    return WebSocketUpgrade.asked(exchange) && !exchange.watches()
        ? inOnePiece(exchange, response)
        : response;
  }

  /** Armeria cannot end a chunked response to a request that asked for an upgrade. */
  private HttpResponse inOnePiece(Exchange exchange, HttpResponse response) {
    var length = new AtomicLong();
    return HttpResponse.of(
        response
            .peekData(data -> checkLength(length.addAndGet(data.length())))
            .aggregate()
            .thenApply(AggregatedHttpResponse::toHttpResponse)
            .exceptionally(failure -> failures.response(exchange, failure)));
  }

  private static void checkLength(long length) {
    if (length > BodySizes.MAX_BODY) {
      throw ApiErrors.badRequest("the answer is too long for a request that asks for an upgrade");
    }
  }

  private static HttpResponse headersOf(HttpResponse response) {
    var parts = response.split();
    return HttpResponse.of(
        parts
            .headers()
            .thenApply(
                headers -> {
                  parts.body().abort();
                  return HttpResponse.of(headers);
                }));
  }

  @Override
  public WebSocket serve(ServiceRequestContext context, WebSocket inbound) {
    throw new IllegalStateException("upgrades are served as requests");
  }

  @Override
  public WebSocketProtocolHandler protocolHandler() {
    return upgrade.protocol();
  }

  /** The defaults of any service: the handler of a watch sets its own. */
  @Override
  public ServiceOptions options() {
    return ServiceOptions.of();
  }
}
