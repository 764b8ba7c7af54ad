package io.listwatch.console;

import static java.util.concurrent.CompletableFuture.completedStage;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.request.QueryParameters;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The load of the last hour as columns, each with a value for each sample. */
final class LoadDocument implements DebugDocument {
  private final LoadHistory history;

  LoadDocument(LoadHistory history) {
    this.history = history;
  }

  @Override
  public CompletionStage<JsonObject> read(QueryParameters query) {
    List<LoadSample> samples = history.samples();
    var json =
        new JsonObject()
            .put("intervalSeconds", LoadHistory.INTERVAL.toSeconds())
            .put("heapMax", Runtime.getRuntime().maxMemory());
    column(json, "time", samples, each -> JsonValue.of(each.at().toEpochMilli()));
    column(json, "requests", samples, each -> JsonValue.of(each.requests()));
    column(json, "failures", samples, each -> JsonValue.of(each.failures()));
    column(json, "latencyMedian", samples, each -> JsonValue.of(each.median()));
    column(json, "latency99", samples, each -> JsonValue.of(each.high()));
    column(json, "events", samples, each -> JsonValue.of(each.events()));
    column(json, "deliveries", samples, each -> JsonValue.of(each.deliveries()));
    column(json, "watches", samples, each -> JsonValue.of(each.watches()));
    column(json, "inFlight", samples, each -> JsonValue.of(each.inFlight()));
    column(json, "queued", samples, each -> JsonValue.of(each.queued()));
    column(json, "heap", samples, each -> JsonValue.of(each.heap()));
    column(json, "storageBytes", samples, each -> JsonValue.of(each.stored()));
    return completedStage(json);
  }

  private static void column(
      JsonObject json,
      String name,
      List<LoadSample> samples,
      Function<LoadSample, JsonValue> value) {
    JsonArray column = json.putArray(name);
    samples.stream().map(value).forEach(column::add);
  }
}
