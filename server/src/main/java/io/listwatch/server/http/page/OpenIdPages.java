package io.listwatch.server.http.page;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.server.auth.token.OpenIdDocuments;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.http.request.RequestErrors;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The pages with which other programs verify service account tokens. */
final class OpenIdPages {
  private static final List<String> CONFIGURATION = List.of(".well-known", "openid-configuration");
  private static final List<String> KEYS = List.of("openid", "v1", "jwks");

  private final OpenIdDocuments documents;
  private final Failures failures;

  OpenIdPages(OpenIdDocuments documents, Failures failures) {
    this.documents = documents;
    this.failures = failures;
  }

  static boolean has(List<String> segments) {
    return segments.equals(CONFIGURATION) || segments.equals(KEYS);
  }

  static Stream<String> paths() {
    return Stream.of(CONFIGURATION, KEYS).map(each -> "/" + String.join("/", each));
  }

  HttpResponse handle(Exchange exchange, List<String> segments) {
    return segments.equals(KEYS)
        ? page(exchange, "application/jwk-set+json", documents::keySet)
        : page(exchange, "application/json", documents::configuration);
  }

  private HttpResponse page(
      Exchange exchange, String mediaType, Supplier<CompletionStage<byte[]>> document) {
    if (exchange.method() != HttpMethod.GET) {
      throw RequestErrors.methodNotAllowed();
    }
    Representation.checkMediaType(exchange.accept(), mediaType);
    return failures.when(
        exchange,
        document.get(),
        json ->
            HttpResponse.of(
                Responses.headers(200, mediaType)
                    .set(HttpHeaderNames.CACHE_CONTROL, "public, max-age=3600")
                    .build(),
                HttpData.wrap(json)));
  }
}
