package io.listwatch.server.registry.conversion;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.webhook.TraceContext;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Converts objects between the stored and a served version. Leaves objects alone that already have
 * the wanted version: objects stored before the storage version changed, and results that were
 * never stored.
 *
 * @param trace of the request for which objects are converted
 */
record Conversion(
    VersionConverter converter, ResourceType served, ResourceType stored, TraceContext trace) {
  Conversion with(TraceContext newTrace) {
    return new Conversion(converter, served, stored, newTrace);
  }

  /**
   * Converts objects to the served version; completes immediately if no object needs conversion.
   */
  CompletionStage<List<Resource>> serving(List<Resource> objects) {
    return objects.stream().anyMatch(this::needsConversion)
        ? CompletableFuture.supplyAsync(() -> served(objects), threads())
        : CompletableFuture.completedStage(objects);
  }

  Executor threads() {
    return trace.on(converter.threads());
  }

  boolean needsConversion(Resource object) {
    return !object.apiVersion().equals(served.apiVersion());
  }

  Resource served(Resource object) {
    return needsConversion(object) ? converter.serve(object, served) : object;
  }

  List<Resource> served(List<Resource> objects) {
    List<Resource> others = objects.stream().filter(this::needsConversion).toList();
    if (others.isEmpty()) {
      return objects;
    }
    Iterator<Resource> converted = converter.serveAll(others, served).iterator();
    var all = new ArrayList<Resource>(objects.size());
    objects.forEach(each -> all.add(needsConversion(each) ? converted.next() : each));
    return all;
  }

  /** Converts an object to the stored version. May modify the given object. */
  JsonObject stored(JsonObject object) {
    return object.path("apiVersion").asText().equals(stored.apiVersion())
        ? object
        : converter.store(object, stored);
  }
}
