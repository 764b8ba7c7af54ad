package io.listwatch.server.registry.custom;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.custom.VersionSchemas;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.SortedForm;
import io.listwatch.objects.schema.structural.StructuralSchema;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.webhook.WebhookClient;
import io.listwatch.server.webhook.WebhookException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;

/**
 * Converts custom resources by a conversion webhook. The result is pruned by the schema of the
 * requested version.
 *
 * <p>Threads: its own threads wait for the webhook; no lock is held meanwhile.
 */
final class ConversionWebhook implements VersionConverter {
  /**
   * Maximum bytes of objects in one request. More objects are sent in several requests, which
   * bounds the memory of both sides.
   */
  private static final int MAX_REQUEST_BYTES = 4 * 1024 * 1024;

  private static final SortedForm FORM = new SortedForm();

  private final Endpoint endpoint;
  private final VersionSchemas schemas;
  private final Executor threads;
  private final ConversionMeters meters;

  ConversionWebhook(
      Endpoint endpoint, VersionSchemas schemas, Executor threads, ConversionMeters meters) {
    this.endpoint = endpoint;
    this.schemas = schemas;
    this.threads = threads;
    this.meters = meters;
  }

  @Override
  public Executor threads() {
    return threads;
  }

  /** A webhook may convert the same object differently the next time. */
  @Override
  public boolean pure() {
    return false;
  }

  @Override
  public boolean byName() {
    return false;
  }

  @Override
  public Resource serve(Resource stored, ResourceType served) {
    return serveAll(List.of(stored), served).get(0);
  }

  @Override
  public List<Resource> serveAll(List<Resource> stored, ResourceType served) {
    var all = new ArrayList<Resource>(stored.size());
    var part = new ArrayList<byte[]>();
    int size = 0;
    for (Resource each : stored) {
      if (size + each.size() > MAX_REQUEST_BYTES && !part.isEmpty()) {
        convert(part, served).forEach(object -> all.add(resource(object)));
        part.clear();
        size = 0;
      }
      part.add(each.toByteArray());
      size += each.size();
    }
    convert(part, served).forEach(object -> all.add(resource(object)));
    return all;
  }

  private static Resource resource(JsonObject object) {
    return Resource.parse(FORM.encode(object));
  }

  /** Does not call the webhook for an object with no fields but its type, like kube-apiserver. */
  @Override
  public JsonObject store(JsonObject served, ResourceType stored) {
    if (served.size() == 2 && served.has("kind") && served.has("apiVersion")) {
      return served.put("apiVersion", stored.apiVersion());
    }
    return convert(List.of(JsonTrees.write(served).getBytes(UTF_8)), stored).get(0);
  }

  private List<JsonObject> convert(List<byte[]> objects, ResourceType wanted) {
    if (objects.isEmpty()) {
      return List.of();
    }
    List<JsonValue> originals = objects.stream().map(JsonTrees::read).toList();
    long start = meters.start();
    boolean succeeded = false;
    try {
      var review = new ConversionReview(UUID.randomUUID().toString(), wanted);
      List<JsonValue> response = endpoint.call(review.request(objects), review::convertedObjects);
      List<JsonObject> converted = checked(originals, response, wanted);
      succeeded = true;
      return converted;
    } catch (WebhookException e) {
      throw refusal(originals.get(0), "failed: " + e.getMessage());
    } catch (InvalidConversionException e) {
      throw refusal(originals.get(0), String.valueOf(e.getMessage()));
    } finally {
      meters.record(start, succeeded);
    }
  }

  private List<JsonObject> checked(
      List<JsonValue> originals, List<JsonValue> response, ResourceType wanted)
      throws InvalidConversionException {
    if (response.size() != originals.size()) {
      throw new InvalidConversionException(
          "returned %d objects, expected %d".formatted(response.size(), originals.size()));
    }
    var objects = new ArrayList<JsonObject>(response.size());
    StructuralSchema schema = schemas.of(wanted.apiVersion());
    for (int i = 0; i < response.size(); i++) {
      String place = response.size() == 1 ? "" : " at index " + i;
      JsonObject object =
          new ConvertedObject(originals.get(i), response.get(i), place).checked(wanted);
      if (schema != null) {
        var unused = schema.prune(object);
      }
      objects.add(object);
    }
    return objects;
  }

  private static ApiException refusal(JsonValue original, String why) {
    return ApiErrors.plain(
        "conversion webhook for %s, Kind=%s %s"
            .formatted(original.path("apiVersion").asText(), original.path("kind").asText(), why));
  }

  /** Sends a request to the webhook and reads its response. */
  interface Endpoint {
    List<JsonValue> call(
        byte[] request, WebhookClient.Reading<List<JsonValue>, InvalidConversionException> reading)
        throws WebhookException, InvalidConversionException;
  }
}
