package io.listwatch.server.http;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.page.WebFile;
import io.listwatch.server.http.page.WebPages;

/**
 * Serves the files of {@link WebPages} to every client, without authentication, priority and
 * fairness or audit: each is a constant in memory.
 *
 * <p>Threads: event loops.
 */
final class WebFileService implements HttpService {
  private static final String SESSION = "session";
  private static final String CODE = "x-listwatch-code";

  private final WebPages pages;

  private WebFileService(WebPages pages) {
    this.pages = pages;
  }

  static void addTo(ServerBuilder builder, WebPages pages) {
    String root = pages.root();
    builder.serviceUnder(root, new WebFileService(pages));
    builder.service(
        root.substring(0, root.length() - 1),
        (context, request) -> HttpResponse.ofRedirect(HttpStatus.MOVED_PERMANENTLY, root));
  }

  @Override
  public HttpResponse serve(ServiceRequestContext context, HttpRequest request) {
    if (PlainHttpGuard.rejects(context, request.headers(), true)) {
      return Responses.plainText(403, PlainHttpGuard.REJECTION);
    }
    String path = context.path().substring(pages.root().length());
    if (request.method() == HttpMethod.POST && path.equals(SESSION)) {
      return session(request.headers().get(CODE, ""));
    }
    if (request.method() != HttpMethod.GET && request.method() != HttpMethod.HEAD) {
      return HttpResponse.of(HttpStatus.METHOD_NOT_ALLOWED);
    }
    return pages.file(path).map(file -> response(request, file)).orElseGet(Responses::pageNotFound);
  }

  /** The body of the request is ignored: the code is in a header, whose length is limited. */
  private HttpResponse session(String code) {
    return pages
        .signIn(code)
        .map(
            json ->
                HttpResponse.of(
                    Responses.headers(200, "application/json")
                        .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                        .build(),
                    HttpData.ofUtf8(json)))
        .orElseGet(() -> Responses.plainText(401, "The link was used, or is too old\n"));
  }

  private static HttpResponse response(HttpRequest request, WebFile file) {
    boolean known = request.headers().getAll(HttpHeaderNames.IF_NONE_MATCH).contains(file.etag());
    ResponseHeadersBuilder headers =
        ResponseHeaders.builder(known ? HttpStatus.NOT_MODIFIED : HttpStatus.OK)
            .set(HttpHeaderNames.ETAG, file.etag())
            .set(HttpHeaderNames.CACHE_CONTROL, "no-cache");
    file.headers().forEach(headers::set);
    if (known) {
      return HttpResponse.of(headers.build());
    }
    headers.set(HttpHeaderNames.CONTENT_TYPE, file.contentType());
    return request.method() == HttpMethod.HEAD
        ? HttpResponse.of(headers.build())
        : HttpResponse.of(headers.build(), HttpData.wrap(file.content()));
  }
}
