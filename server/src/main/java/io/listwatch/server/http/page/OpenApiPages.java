package io.listwatch.server.http.page;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import io.listwatch.server.http.exchange.ArrayData;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.http.exchange.GzipStream;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.Negotiation;
import io.listwatch.server.registry.openapi.OpenApiDocument;
import io.listwatch.server.registry.openapi.OpenApiDocuments;
import io.listwatch.time.Timers;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;

/**
 * Serves the OpenAPI documents.
 *
 * <p>A response to a URL with the hash of the document, as in the index, may be cached forever. If
 * the document has changed, the client is redirected.
 */
final class OpenApiPages {
  private static final String JSON = "application/json";
  private static final String PROTOBUF =
      "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
  private static final String OLD_PROTOBUF =
      "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

  private static final DateTimeFormatter EXPIRY =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final OpenApiDocuments documents;
  private final Timers timers;
  private final Failures failures;

  OpenApiPages(OpenApiDocuments documents, Timers timers, Failures failures) {
    this.documents = documents;
    this.timers = timers;
    this.failures = failures;
  }

  /** Returns the response to a path below {@code /openapi}. */
  HttpResponse handle(Exchange exchange, List<String> segments) {
    String version = segments.isEmpty() ? "" : segments.get(0);
    if (version.equals("v3")) {
      return segments.size() == 1
          ? index(exchange)
          : v3(exchange, String.join("/", segments.subList(1, segments.size())));
    }
    return version.equals("v2") && segments.size() == 1 ? v2(exchange) : Responses.pageNotFound();
  }

  /** kube-apiserver sets no content type here, and Go detects plain text. */
  private HttpResponse index(Exchange exchange) {
    return failures.when(
        exchange,
        documents.index(),
        document -> whole(exchange, document, Responses.headers(200, Responses.TEXT)));
  }

  private HttpResponse v3(Exchange exchange, String path) {
    CompletionStage<OpenApiDocument> found = documents.v3(path).orElse(null);
    if (found == null) {
      return empty(HttpStatus.NOT_FOUND);
    }
    if (Negotiation.best(exchange.accept(), List.of(JSON)).isEmpty()) {
      return notAcceptable();
    }
    return failures.when(exchange, found, document -> v3(exchange, path, document));
  }

  private HttpResponse v3(Exchange exchange, String path, OpenApiDocument document) {
    String hash = exchange.query().text("hash");
    ResponseHeadersBuilder headers = tagged(document, JSON);
    if (hash.isEmpty()) {
      return unlessKnown(exchange, document, headers);
    }
    if (!hash.equals(document.etag())) {
      return HttpResponse.of(
          headers
              .status(HttpStatus.MOVED_PERMANENTLY)
              .set(HttpHeaderNames.LOCATION, OpenApiDocuments.url(path, document))
              .build());
    }
    headers
        .set(HttpHeaderNames.CACHE_CONTROL, "public, immutable")
        .set(
            HttpHeaderNames.EXPIRES,
            EXPIRY.format(timers.now().atOffset(ZoneOffset.UTC).plusYears(1)));
    return unlessKnown(exchange, document, headers);
  }

  private HttpResponse v2(Exchange exchange) {
    String type =
        Negotiation.best(exchange.accept(), List.of(JSON, PROTOBUF, OLD_PROTOBUF)).orElse("");
    if (type.isEmpty()) {
      return notAcceptable();
    }
    boolean json = type.equals(JSON);
    return failures.when(
        exchange,
        json ? documents.v2() : documents.v2Protobuf(),
        document -> unlessKnown(exchange, document, tagged(document, json ? JSON : PROTOBUF)));
  }

  private static HttpResponse notAcceptable() {
    return HttpResponse.of(
        ResponseHeaders.builder(HttpStatus.NOT_ACCEPTABLE)
            .set(HttpHeaderNames.CACHE_CONTROL, "no-cache, private")
            .set(HttpHeaderNames.VARY, "Accept")
            .build());
  }

  private static HttpResponse empty(HttpStatus status) {
    return HttpResponse.of(
        ResponseHeaders.builder(status)
            .set(HttpHeaderNames.CACHE_CONTROL, "no-cache, private")
            .build());
  }

  private static ResponseHeadersBuilder tagged(OpenApiDocument document, String contentType) {
    return Responses.headers(200, contentType)
        .set(HttpHeaderNames.ETAG, '"' + document.etag() + '"')
        .set(HttpHeaderNames.VARY, "Accept");
  }

  private HttpResponse unlessKnown(
      Exchange exchange, OpenApiDocument document, ResponseHeadersBuilder headers) {
    if (isKnown(exchange, document)) {
      headers.remove(HttpHeaderNames.CONTENT_TYPE);
      return HttpResponse.of(headers.status(HttpStatus.NOT_MODIFIED).build());
    }
    return whole(exchange, document, headers);
  }

  private static boolean isKnown(Exchange exchange, OpenApiDocument document) {
    String tag = '"' + document.etag() + '"';
    return exchange.headers().getAll(HttpHeaderNames.IF_NONE_MATCH).stream()
        .flatMap(line -> Arrays.stream(line.split(",", -1)))
        .map(String::trim)
        .anyMatch(each -> each.equals(tag) || each.equals("W/" + tag) || each.equals("*"));
  }

  private HttpResponse whole(
      Exchange exchange, OpenApiDocument document, ResponseHeadersBuilder headers) {
    if (exchange.acceptsGzip() && document.length() > GzipStream.THRESHOLD) {
      GzipStream.addHeaders(headers);
      return HttpResponse.of(headers.build(), new ArrayData(document.gzip()));
    }
    return failures.when(
        exchange,
        documents.content(document),
        content -> HttpResponse.of(headers.build(), new ArrayData(content)));
  }
}
