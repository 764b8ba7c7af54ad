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
 * A request that kubectl posted in protobuf.
 *
 * @param name kubectl's version and the command
 * @param stored true if the object is the one that kube-apiserver stored, not the one that an older
 *     kubectl sent
 */
public record RecordedRequest(
    String name, String path, String body, boolean stored, JsonObject object) {
  public static List<RecordedRequest> read() {
    try (InputStream in = RecordedRequest.class.getResourceAsStream("requests.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).map(RecordedRequest::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RecordedRequest of(String line) {
    String[] cells = line.split("\t", -1);
    return new RecordedRequest(
        cells[0] + " " + cells[1],
        cells[2],
        cells[3],
        cells[4].equals("stored"),
        (JsonObject) JsonTrees.read(cells[5]));
  }

  public byte[] bytes() {
    return Base64.getDecoder().decode(body);
  }

  public ObjectSchema type() {
    String apiVersion = object.path("apiVersion").asText();
    int slash = apiVersion.indexOf('/');
    return BuiltInTypes.load()
        .find(
            apiVersion.substring(0, Math.max(slash, 0)),
            apiVersion.substring(slash + 1),
            object.path("kind").asText())
        .orElseThrow();
  }
}
