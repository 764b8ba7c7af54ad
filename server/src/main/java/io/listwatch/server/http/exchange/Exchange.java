package io.listwatch.server.http.exchange;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.audit.RequestAudit;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.http.request.RequestTarget;
import io.listwatch.server.http.request.RequestTarget.OnResource;
import io.listwatch.server.http.request.WriteQuery;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One request, with its parsed first line and headers.
 *
 * @param auditId identifies the request in the logs of client and server; at most 64 characters
 * @param warnings sent as headers with any response
 * @param audit collects the content of the request's audit events
 * @param bodies the bytes that the bodies of all requests may take together
 * @param onInitialized to be called by a watch once its initial events are over, which cost as much
 *     as a list; may be called again
 */
public record Exchange(
    ServiceRequestContext context,
    HttpRequest request,
    RequestTarget target,
    QueryParameters query,
    String auditId,
    Warnings warnings,
    RequestAudit audit,
    BodyBudget bodies,
    Runnable onInitialized) {
  private static final Pattern GZIP = Pattern.compile("(?:^|,)[ \\t]*+gzip[ \\t]*+(?:,|$)");

  public Exchange with(QueryParameters newQuery) {
    return new Exchange(
        context, request, target, newQuery, auditId, warnings, audit, bodies, onInitialized);
  }

  public Exchange with(Runnable newOnInitialized) {
    return new Exchange(
        context, request, target, query, auditId, warnings, audit, bodies, newOnInitialized);
  }

  public RequestHeaders headers() {
    return request.headers();
  }

  /** Returns the IP address of the client, or of the proxy in front of it. */
  public String source() {
    return context.remoteAddress().getAddress().getHostAddress();
  }

  public HttpMethod method() {
    return request.method();
  }

  public String userAgent() {
    return headers().get(HttpHeaderNames.USER_AGENT, "");
  }

  /** True if the request is a watch, which is long-running. */
  public boolean watches() {
    return resourceVerb() == Verb.WATCH;
  }

  /**
   * Returns the verb to authorize: for a resource the API verb, empty if the HTTP method has none;
   * for other paths, the HTTP method in lower case.
   */
  public String verb() {
    Verb verb = resourceVerb();
    if (verb != null) {
      return verb.word();
    }
    return target instanceof OnResource ? "" : method().name().toLowerCase(Locale.ROOT);
  }

  /** Returns the verb on a resource; null for other paths, and for methods that are not verbs. */
  public @Nullable Verb resourceVerb() {
    return target instanceof OnResource on ? verb(on) : null;
  }

  private @Nullable Verb verb(OnResource on) {
    boolean named = on.name() != null;
    return switch (method()) {
      case GET, HEAD -> {
        if (on.watched()) {
          yield Verb.WATCH;
        }
        yield named ? Verb.GET : query.flag("watch") ? Verb.WATCH : Verb.LIST;
      }
      case POST -> Verb.CREATE;
      case PUT -> Verb.UPDATE;
      case PATCH -> Verb.PATCH;
      case DELETE -> named ? Verb.DELETE : Verb.DELETECOLLECTION;
      default -> null;
    };
  }

  public WriteQuery writeQuery() {
    return new WriteQuery(query, userAgent(), warnings);
  }

  /** Returns the {@code Accept} headers as one line; empty if there are none. */
  public String accept() {
    return String.join(",", headers().getAll(HttpHeaderNames.ACCEPT));
  }

  public boolean pretty() {
    return Representation.pretty(query, userAgent());
  }

  /** Matches the word {@code gzip} only: kube-apiserver ignores quality values here. */
  public boolean acceptsGzip() {
    return headers().getAll(HttpHeaderNames.ACCEPT_ENCODING).stream()
        .anyMatch(line -> GZIP.matcher(line).find());
  }
}
