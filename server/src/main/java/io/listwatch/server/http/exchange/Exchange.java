package io.listwatch.server.http.exchange;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.http.request.RequestTarget;
import io.listwatch.server.http.request.RequestTarget.OnResource;
import io.listwatch.server.http.request.WriteQuery;
import java.util.Arrays;
import java.util.Locale;

/**
 * One request, and what is known of it from its first line and headers.
 *
 * @param auditId by which it is known in logs, here and at the client's
 * @param warnings what the client is told beside the answer, whichever it will be
 */
public record Exchange(
    ServiceRequestContext context,
    HttpRequest request,
    RequestTarget target,
    QueryParameters query,
    String auditId,
    Warnings warnings) {
  public Exchange with(QueryParameters newQuery) {
    return new Exchange(context, request, target, newQuery, auditId, warnings);
  }

  public RequestHeaders headers() {
    return request.headers();
  }

  public HttpMethod method() {
    return request.method();
  }

  public String userAgent() {
    return headers().get(HttpHeaderNames.USER_AGENT, "");
  }

  /** Whether it asks for a watch, which lasts. */
  public boolean watches() {
    return verb().equals("watch");
  }

  /** What it wants to do, whether that can be done or not. */
  public String verb() {
    return target instanceof OnResource on ? verb(on) : word(method());
  }

  private String verb(OnResource on) {
    boolean named = on.name() != null;
    return switch (method()) {
      case GET, HEAD -> {
        if (on.watched()) {
          yield "watch";
        }
        yield named ? "get" : query.flag("watch") ? "watch" : "list";
      }
      case POST -> "create";
      case PUT -> "update";
      case PATCH -> "patch";
      case DELETE -> named ? "delete" : "deletecollection";
      default -> word(method());
    };
  }

  private static String word(HttpMethod method) {
    return method.name().toLowerCase(Locale.ROOT);
  }

  public WriteQuery writeQuery() {
    return new WriteQuery(query, userAgent(), warnings);
  }

  /** What the client accepts, all of it in one line; empty if it does not say. */
  public String accept() {
    return String.join(",", headers().getAll(HttpHeaderNames.ACCEPT));
  }

  public boolean pretty() {
    return Representation.pretty(query, userAgent());
  }

  /** Only the very word counts: the reference does not know of qualities here. */
  public boolean acceptsGzip() {
    return headers().getAll(HttpHeaderNames.ACCEPT_ENCODING).stream()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .anyMatch(token -> token.trim().equals("gzip"));
  }
}
