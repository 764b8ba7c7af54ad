package io.listwatch.server.http;

import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.websocket.WebSocket;
import com.linecorp.armeria.server.ServiceOptions;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.websocket.WebSocketProtocolHandler;
import com.linecorp.armeria.server.websocket.WebSocketService;
import io.listwatch.server.audit.RequestAudit;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.server.auth.UserInfo;
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
import io.listwatch.server.resource.Workers;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The entry point of each request.
 *
 * <pre>
 *   path ▶ audit ID ▶ authentication ▶ priority and fairness ▶ authorization ▶ handler
 * </pre>
 *
 * <p>Threads: event loops. It is a {@code WebSocketService} because Armeria upgrades no other
 * service; requests without an upgrade are served normally.
 */
final class ApiService implements WebSocketService {
  /** kube-apiserver returns an audit ID of any length and logs this many characters of it. */
  private static final int MAX_AUDIT_ID = 64;

  private final ResourceRoutes resources;
  private final NonResourcePaths others;
  private final Access access;
  private final Failures failures;
  private final RequestMeters meters;
  private final FlowFilter flow;
  private final RequestAudits audits;
  private final WebSocketUpgrade upgrade;
  private final Duration requestTimeout;
  private final BodyBudget bodies;
  private final Workers workers;
  private final boolean ownPages;

  ApiService(
      ResourceRoutes resources,
      NonResourcePaths others,
      Access access,
      Failures failures,
      RequestMeters meters,
      FlowFilter flow,
      RequestAudits audits,
      WebSocketUpgrade upgrade,
      BodyBudget bodies,
      Workers workers,
      boolean ownPages,
      HttpServerSettings settings) {
    this.resources = resources;
    this.others = others;
    this.access = access;
    this.failures = failures;
    this.meters = meters;
    this.upgrade = upgrade;
    this.flow = flow;
    this.audits = audits;
    this.bodies = bodies;
    this.workers = workers;
    this.ownPages = ownPages;
    this.requestTimeout = settings.requestTimeout();
    meters.showInFlight(flow);
  }

  @Override
  public HttpResponse serve(ServiceRequestContext context, HttpRequest request) {
    String auditId = request.headers().get("audit-id", "");
    String id = auditId.isEmpty() ? UUID.randomUUID().toString() : auditId;
    context.mutateAdditionalResponseHeaders(headers -> headers.set("audit-id", id));
    if (PlainHttpGuard.rejects(context, request.headers(), ownPages)) {
      return Responses.plainText(403, PlainHttpGuard.REJECTION);
    }
    Exchange exchange;
    try {
      exchange = exchange(context, request, id.substring(0, Math.min(id.length(), MAX_AUDIT_ID)));
    } catch (RequestTarget.IncompleteTargetException e) {
      return failures.incomplete(request.path(), e);
    }
    try {
      meters.count(exchange);
      return audits.followed(exchange, whole(exchange, authenticate(exchange)));
    } catch (RuntimeException e) {
      return audits.followed(exchange, rejected(exchange, e));
    }
  }

  private HttpResponse rejected(Exchange exchange, RuntimeException reason) {
    return Responses.afterBody(exchange, failures.response(exchange, reason));
  }

  private Exchange exchange(ServiceRequestContext context, HttpRequest request, String auditId) {
    // The raw path with its query: elsewhere Armeria merges double slashes.
    String raw = context.rawPath();
    int mark = raw.indexOf('?');
    RequestAudit audit = audits.open();
    return new Exchange(
        context,
        request,
        RequestTarget.of(PercentDecoding.decode(mark < 0 ? raw : raw.substring(0, mark))),
        QueryParameters.parse(context.query()),
        auditId,
        new Warnings(context, audit),
        audit,
        bodies,
        () -> {});
  }

  /** Authenticates the request, then admits it: on this loop at once if nothing has to wait. */
  private HttpResponse authenticate(Exchange exchange) {
    return then(
        exchange,
        exchange.warnings().trace().during(() -> access.authenticate(exchange)),
        result -> admit(exchange, result));
  }

  /**
   * Continues after a stage: at once if it is complete, else on the event loop of the request. A
   * failure becomes a response.
   */
  private <T> HttpResponse then(
      Exchange exchange, CompletionStage<T> stage, Function<T, HttpResponse> next) {
    CompletableFuture<T> future = stage.toCompletableFuture();
    if (future.isDone()) {
      return completed(exchange, future, next);
    }
    return HttpResponse.of(
        future.handleAsync(
            (result, failure) -> completed(exchange, future, next),
            exchange.context().eventLoop()));
  }

  private <T> HttpResponse completed(
      Exchange exchange, CompletableFuture<T> done, Function<T, HttpResponse> next) {
    try {
      return next.apply(done.join());
    } catch (RuntimeException e) {
      return rejected(exchange, e);
    }
  }

  private HttpResponse admit(Exchange exchange, TokenResult authenticated) {
    authenticated.warnings().forEach(exchange.warnings());
    authenticated.annotations().forEach(exchange.audit()::annotate);
    UserInfo caller = authenticated.user();
    if (caller == null) {
      meters.unauthenticated(exchange);
      audits.unauthenticated(exchange, RequestMeters.NOBODY);
      throw Access.unauthorized();
    }
    return then(exchange, identify(exchange, caller), asked -> record(exchange, asked));
  }

  private HttpResponse record(Exchange exchange, AuthenticatedRequest asked) {
    meters.audit(exchange, asked);
    return then(
        exchange,
        audits.begin(exchange, asked),
        stored -> recorded(exchange, asked.request(), stored));
  }

  /**
   * Serves a request after its first audit event. Rejects it if that event had to be stored and was
   * not.
   */
  private HttpResponse recorded(Exchange exchange, AccessRequest request, boolean stored) {
    if (!stored) {
      throw ApiErrors.internal("failed to store audit event");
    }
    Duration deadline = requestTimeout;
    if (!exchange.watches()) {
      deadline = RequestDeadline.of(exchange.query(), requestTimeout);
      if (RequestDeadline.isOver(deadline)) {
        return Failures.timeout().toHttpResponse();
      }
      exchange.context().setRequestTimeout(deadline);
    }
    return flow.handle(exchange, request, deadline, admitted -> execute(admitted, request));
  }

  private HttpResponse execute(Exchange exchange, AccessRequest request) {
    if (!exchange.query().hasLongSelectors()) {
      return executeNow(exchange, request);
    }
    return HttpResponse.of(
        workers
            .supply(exchange.query()::parseSelectors)
            .thenApplyAsync(parsed -> executeNow(exchange, request), exchange.context().eventLoop())
            .exceptionally(
                overloaded ->
                    Responses.afterBody(exchange, failures.response(exchange, overloaded))));
  }

  private HttpResponse executeNow(Exchange exchange, AccessRequest request) {
    return then(
        exchange,
        exchange.warnings().trace().during(() -> access.authorize(request, exchange.audit())),
        allowed -> exchange.warnings().trace().during(() -> dispatch(exchange, request.user())));
  }

  /** Writes the request to the audit log, even if it is rejected here. */
  private CompletionStage<AuthenticatedRequest> identify(Exchange exchange, UserInfo caller) {
    CompletableFuture<AuthenticatedRequest> asked;
    try {
      asked =
          exchange
              .warnings()
              .trace()
              .during(() -> access.identify(exchange, caller))
              .toCompletableFuture();
    } catch (RuntimeException malformed) {
      asked = CompletableFuture.failedFuture(malformed);
    }
    BiConsumer<AuthenticatedRequest, Throwable> recordRejected =
        (known, rejected) -> {
          if (rejected != null) {
            var own = new AuthenticatedRequest(caller, Access.request(exchange, caller));
            meters.audit(exchange, own);
            CompletableFuture<Boolean> unused = audits.begin(exchange, own);
          }
        };
    return asked.isDone()
        ? asked.whenComplete(recordRejected)
        : asked.whenCompleteAsync(recordRejected, exchange.context().eventLoop());
  }

  private HttpResponse dispatch(Exchange exchange, UserInfo user) {
    RequestTarget target = exchange.target();
    return target instanceof OnResource on
        ? resources.handle(exchange, on, user)
        : others.handle(exchange, (Other) target, user);
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
      throw ApiErrors.badRequest(
          "the response is too long for a request with an Upgrade header: send it without");
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

  /** Returns the defaults of Armeria: the handler of a watch sets other options. */
  @Override
  public ServiceOptions options() {
    return ServiceOptions.of();
  }
}
