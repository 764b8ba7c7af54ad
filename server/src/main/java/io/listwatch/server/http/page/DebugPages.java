package io.listwatch.server.http.page;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.http.exchange.RequestBody;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.http.request.RequestErrors;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.resource.Workers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Serves the {@link DebugDocument}s below {@code /debug/listwatch/}. */
final class DebugPages {
  private static final List<String> PATH = List.of("debug", "listwatch");
  private static final int EXPECTED_BYTES = 4_096;
  private static final int MAX_BODY = 256 * 1024;

  private final Map<String, DebugDocument> documents;
  private final Workers workers;
  private final Failures failures;

  DebugPages(Map<String, DebugDocument> documents, Workers workers, Failures failures) {
    this.documents = Map.copyOf(documents);
    this.workers = workers;
    this.failures = failures;
  }

  boolean has(List<String> segments) {
    return segments.size() == 3
        && segments.subList(0, 2).equals(PATH)
        && documents.containsKey(segments.get(2));
  }

  HttpResponse handle(Exchange exchange, List<String> segments, UserInfo user) {
    DebugDocument document = documents.get(segments.get(2));
    if (document == null) {
      return Responses.pageNotFound();
    }
    return failures.when(
        exchange,
        answer(document, exchange, user),
        json ->
            Responses.body(
                exchange,
                200,
                Representation.json(exchange.pretty()),
                out -> out.write(JsonTrees.encode(json, EXPECTED_BYTES))));
  }

  private CompletionStage<JsonObject> answer(
      DebugDocument document, Exchange exchange, UserInfo user) {
    HttpMethod method = exchange.method();
    if (method == HttpMethod.POST) {
      return RequestBody.read(
          exchange, workers, MAX_BODY, body -> document.accept(user, object(body.text())));
    }
    if (method != HttpMethod.GET && method != HttpMethod.HEAD) {
      throw RequestErrors.methodNotAllowed();
    }
    return document.read(exchange.query());
  }

  private static JsonObject object(String text) {
    try {
      if (JsonTrees.read(text) instanceof JsonObject object) {
        return object;
      }
    } catch (MalformedJsonException malformed) {
      throw ApiErrors.badRequest("body: " + malformed.getMessage());
    }
    throw ApiErrors.badRequest("body: not an object (expected: a JSON object)");
  }
}
