package io.listwatch.objects.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * A response of kube-apiserver in both encodings.
 *
 * @param protobuf in Base64
 */
public record RecordedResponse(String path, String protobuf, String json) {
  public static List<RecordedResponse> read() {
    try (InputStream in = RecordedResponse.class.getResourceAsStream("responses.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).map(RecordedResponse::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RecordedResponse of(String line) {
    String[] cells = line.split("\t", -1);
    return new RecordedResponse(cells[0], cells[1], cells[2]);
  }

  public byte[] bytes() {
    return Base64.getDecoder().decode(protobuf);
  }

  public JsonObject object() {
    return (JsonObject) JsonTrees.read(json);
  }

  String apiVersion() {
    return object().path("apiVersion").asText();
  }

  String kind() {
    return object().path("kind").asText();
  }

  public ObjectSchema type() {
    String apiVersion = apiVersion();
    int slash = apiVersion.indexOf('/');
    BuiltInTypes types = BuiltInTypes.load();
    return types
        .find(apiVersion.substring(0, Math.max(slash, 0)), apiVersion.substring(slash + 1), kind())
        .or(() -> types.find("meta.k8s.io", "v1", kind()))
        .orElseThrow();
  }
}
