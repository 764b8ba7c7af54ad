package io.listwatch.server.http.page;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import io.listwatch.server.http.exchange.DocumentEncoding;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.http.request.RequestErrors;
import io.listwatch.server.registry.discovery.DiscoveryDocument;
import io.listwatch.server.registry.discovery.DiscoveryDocuments;
import java.util.List;
import java.util.Optional;

/** Serves the discovery documents: groups, versions and resources. */
final class DiscoveryPages {
  private final DiscoveryDocuments documents;

  DiscoveryPages(DiscoveryDocuments documents) {
    this.documents = documents;
  }

  /**
   * Returns the response to a path of one to three segments below {@code /api} or {@code /apis}.
   */
  HttpResponse handle(Exchange exchange, List<String> segments) {
    boolean core = segments.get(0).equals("api");
    if (segments.size() == 1) {
      checkRoute(exchange, core);
      return root(exchange, core);
    }
    String group = core ? "" : segments.get(1);
    if (!core && documents.group(group).isEmpty()) {
      return Responses.pageNotFound();
    }
    DiscoveryDocument found =
        find(group, segments.subList(core ? 1 : 2, segments.size())).orElse(null);
    if (found == null) {
      return unknownVersion(group);
    }
    checkRoute(exchange, core || (segments.size() > 2 && documents.hasBuiltIn(group)));
    return plain(exchange, found);
  }

  /** A missing version of a built-in group is a 404 Status; of any other group a plain 404 page. */
  private HttpResponse unknownVersion(String group) {
    if (documents.hasBuiltIn(group)) {
      throw RequestErrors.notServed();
    }
    return Responses.pageNotFound();
  }

  /** Returns the paths of the groups and their versions. */
  List<String> paths() {
    return documents.paths();
  }

  private Optional<DiscoveryDocument> find(String group, List<String> version) {
    return version.isEmpty() ? documents.group(group) : documents.resources(group, version.get(0));
  }

  /**
   * Rejects methods other than GET and unsupported media types. The lists of groups and the group
   * documents are served for any method, as in kube-apiserver.
   */
  private static void checkRoute(Exchange exchange, boolean routed) {
    if (routed) {
      if (exchange.method() != HttpMethod.GET) {
        throw RequestErrors.methodNotAllowed();
      }
      Representation.checkNamed(exchange.accept());
    }
  }

  private HttpResponse root(Exchange exchange, boolean core) {
    Optional<Representation.Format> aggregated =
        Representation.aggregatedDiscovery(exchange.accept());
    if (aggregated.isPresent()) {
      DiscoveryDocument document = core ? documents.aggregatedCore() : documents.aggregatedGroups();
      return tagged(exchange, document, aggregated.get());
    }
    return plain(exchange, core ? documents.coreVersions() : documents.groups());
  }

  private static HttpResponse plain(Exchange exchange, DiscoveryDocument document) {
    Representation form = Representation.ofDocument(exchange.accept(), exchange.pretty());
    return Responses.body(
        exchange, 200, form, out -> DocumentEncoding.write(document.json(), form, out));
  }

  /** Sends an ETag, because the document is large and clients request it often. */
  private static HttpResponse tagged(
      Exchange exchange, DiscoveryDocument document, Representation.Format format) {
    var form = new Representation(format, Representation.Shape.OBJECT, "", false, false, false);
    String tag = '"' + document.etag() + '"';
    boolean known = exchange.headers().getAll(HttpHeaderNames.IF_NONE_MATCH).contains(tag);
    ResponseHeadersBuilder headers =
        (known
                ? ResponseHeaders.builder(HttpStatus.NOT_MODIFIED)
                : Responses.headers(200, Representation.aggregatedType(format)))
            .set(HttpHeaderNames.ETAG, tag)
            .set(HttpHeaderNames.VARY, "Accept")
            .set(HttpHeaderNames.CACHE_CONTROL, "public");
    return known
        ? HttpResponse.of(headers.build())
        : Responses.body(
            exchange, headers, form, out -> DocumentEncoding.write(document.json(), form, out));
  }
}
