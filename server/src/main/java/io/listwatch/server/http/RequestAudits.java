package io.listwatch.server.http;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.common.logging.RequestLogAccess;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import io.listwatch.server.audit.AuditedRequest;
import io.listwatch.server.audit.Auditor;
import io.listwatch.server.audit.RequestAudit;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.ContentType;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.watch.WebSocketUpgrade;
import io.listwatch.time.Timers;
import io.netty.util.NetUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reports requests and their responses to the auditor. Without an auditor, a request costs nothing
 * here.
 *
 * <p>Threads: event loops.
 */
final class RequestAudits {
  /** The subresources whose requests are long-running, like watches. */
  private static final Set<String> LONG_RUNNING =
      Set.of("attach", "exec", "proxy", "log", "portforward");

  private static final CompletableFuture<Boolean> GO_ON = CompletableFuture.completedFuture(true);

  private final @Nullable Auditor auditor;
  private final Timers timers;

  RequestAudits(@Nullable Auditor auditor, Timers timers) {
    this.auditor = auditor;
    this.timers = timers;
  }

  RequestAudit open() {
    return auditor == null ? RequestAudit.NONE : auditor.open();
  }

  /** Completes with false if the request must not be served. */
  CompletableFuture<Boolean> begin(Exchange exchange, AuthenticatedRequest asked) {
    if (auditor == null) {
      return GO_ON;
    }
    UserInfo user = asked.request().user();
    return exchange
        .audit()
        .begin(
            request(
                exchange,
                asked.caller(),
                user.equals(asked.caller()) ? null : user,
                asked.request()))
        .toCompletableFuture();
  }

  void unauthenticated(Exchange exchange, UserInfo nobody) {
    if (auditor != null) {
      exchange
          .audit()
          .beginUnauthenticated(request(exchange, nobody, null, Access.request(exchange, nobody)));
    }
  }

  private AuditedRequest request(
      Exchange exchange, UserInfo caller, @Nullable UserInfo impersonated, AccessRequest access) {
    return new AuditedRequest(
        exchange.auditId(),
        exchange.context().rawPath(),
        sources(exchange),
        exchange.userAgent(),
        timers.now(),
        caller,
        impersonated,
        access,
        exchange.watches() || LONG_RUNNING.contains(access.subresource()));
  }

  /** Returns the addresses that the headers of proxies name, then the one of the connection. */
  private static List<String> sources(Exchange exchange) {
    var sources = new ArrayList<String>();
    for (String each : exchange.headers().get("x-forwarded-for", "").split(",", -1)) {
      addAddress(each.trim(), sources);
    }
    String real = exchange.headers().get("x-real-ip", "").trim();
    if (!sources.contains(real)) {
      addAddress(real, sources);
    }
    String source = exchange.source();
    if (sources.isEmpty() || !sources.get(sources.size() - 1).equals(source)) {
      sources.add(source);
    }
    return sources;
  }

  private static void addAddress(String text, List<String> addresses) {
    if (NetUtil.isValidIpV4Address(text) || NetUtil.isValidIpV6Address(text)) {
      addresses.add(text);
    }
  }

  /** Returns the same response, and records it in the audit of the request. */
  HttpResponse followed(Exchange exchange, HttpResponse response) {
    RequestAudit audit = exchange.audit();
    if (!audit.possible()) {
      return response;
    }
    RequestLogAccess log = exchange.context().log();
    var unused =
        log.whenAvailable(RequestLogProperty.RESPONSE_HEADERS)
            .thenAccept(started -> audit.start(started.responseHeaders().status().code()));
    var unusedToo = log.whenComplete().thenAccept(over -> audit.complete(code(over)));
    return WebSocketUpgrade.asked(exchange)
        ? response
        : response
            .peekHeaders(headers -> respond(audit, headers))
            .peekData(data -> audit.part(data.array(), data.length()));
  }

  private static void respond(RequestAudit audit, ResponseHeaders headers) {
    audit.respond(
        headers.status().code(),
        ContentType.mediaType(headers.get(HttpHeaderNames.CONTENT_TYPE, "")),
        headers.get(HttpHeaderNames.CONTENT_ENCODING, "").equals("gzip"));
  }

  private static int code(RequestLog log) {
    return log.isAvailable(RequestLogProperty.RESPONSE_HEADERS)
        ? log.responseHeaders().status().code()
        : 0;
  }
}
