package io.listwatch.workloads.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.ApiClient;
import io.listwatch.client.http.ApiRequest;
import io.listwatch.model.NotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Reads and writes the subresource {@code scale} of any kind that has one, including custom
 * resources.
 *
 * <p>Thread-safe.
 */
public final class ScaleClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ApiClient client;

  public ScaleClient(ApiClient client) {
    this.client = client;
  }

  /** The object that a scale belongs to. */
  public record Target(String namespace, String apiVersion, String kind, String name) {}

  /** A scale as it is stored, with its path. */
  public record Scale(String path, ObjectNode json) {
    public int wanted() {
      return json.at("/spec/replicas").asInt();
    }

    public int current() {
      return json.at("/status/replicas").asInt();
    }

    /** Returns the label selector of the pods, as in a query; empty if there is none. */
    public String selector() {
      return json.at("/status/selector").asText();
    }
  }

  /** Returns the scale of an object; empty if the kind, the object or its scale does not exist. */
  public Optional<Scale> find(Target target) throws InterruptedException {
    try {
      return get(target);
    } catch (NotFoundException missing) {
      return Optional.empty();
    }
  }

  /**
   * Returns the scale of an object; empty if the kind does not exist.
   *
   * @throws NotFoundException if the object or its scale does not exist
   */
  public Optional<Scale> get(Target target) throws InterruptedException {
    Optional<String> plural = plural(target);
    if (plural.isEmpty()) {
      return Optional.empty();
    }
    String path =
        "%s/namespaces/%s/%s/%s/scale"
            .formatted(group(target), target.namespace(), plural.get(), target.name());
    return Optional.of(new Scale(path, (ObjectNode) read(path)));
  }

  private static String group(Target target) {
    return (target.apiVersion().contains("/") ? "/apis/" : "/api/") + target.apiVersion();
  }

  private Optional<String> plural(Target target) throws InterruptedException {
    try {
      for (JsonNode each : read(group(target)).path("resources")) {
        String name = each.path("name").asText();
        if (each.path("kind").asText().equals(target.kind()) && !name.contains("/")) {
          return Optional.of(name);
        }
      }
      return Optional.empty();
    } catch (NotFoundException unknownGroup) {
      return Optional.empty();
    }
  }

  private JsonNode read(String path) throws InterruptedException {
    try {
      return JSON.readTree(client.call(ApiRequest.get(path)));
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /**
   * Sets the number of replicas.
   *
   * @throws io.listwatch.model.ConflictException if the object was changed meanwhile
   */
  public void scale(Scale scale, int replicas) throws InterruptedException {
    ObjectNode json = scale.json().deepCopy();
    json.withObject("/spec").put("replicas", replicas);
    client.call(ApiRequest.of("PUT", scale.path()).body(json.toString().getBytes(UTF_8)));
  }
}
