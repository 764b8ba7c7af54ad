package io.listwatch.server.http;

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

/**
 * One request, and what is known of it from its first line and headers.
 *
 * @param auditId by which it is known in logs, here and at the client's
 * @param warnings what the client is told beside the answer, whichever it will be
 */
record Exchange(
    ServiceRequestContext context,
    HttpRequest request,
    RequestTarget target,
    QueryParameters query,
    String auditId,
    Warnings warnings) {
  Exchange with(QueryParameters newQuery) {
    return new Exchange(context, request, target, newQuery, auditId, warnings);
  }

  RequestHeaders headers() {
    return request.headers();
  }

  HttpMethod method() {
    return request.method();
  }

  String userAgent() {
    return headers().get(HttpHeaderNames.USER_AGENT, "");
  }

  /** Whether it asks for a watch, which lasts. */
  boolean watches() {
    return target instanceof OnResource on
        && ResourceRoutes.verb(method(), on, query).equals("watch");
  }

  WriteQuery writeQuery() {
    return new WriteQuery(query, userAgent(), warnings);
  }

  /** What the client accepts, all of it in one line; empty if it does not say. */
  String accept() {
    return String.join(",", headers().getAll(HttpHeaderNames.ACCEPT));
  }

  boolean pretty() {
    return Representation.pretty(query, userAgent());
  }

  /** Only the very word counts: the reference does not know of qualities here. */
  boolean acceptsGzip() {
    return headers().getAll(HttpHeaderNames.ACCEPT_ENCODING).stream()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .anyMatch(token -> token.trim().equals("gzip"));
  }
}
