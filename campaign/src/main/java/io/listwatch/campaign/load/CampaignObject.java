package io.listwatch.campaign.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.listwatch.campaign.history.Value;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * A ConfigMap that the campaign's clients write: its value, and a filler that a reader can check.
 *
 * @param version 0 if it has none
 */
public record CampaignObject(String key, Value value, long version) {
  public static final String NAMESPACE = "campaign";
  public static final String COLLECTION = "/api/v1/namespaces/" + NAMESPACE + "/configmaps";

  /** The prefix of all names. Objects with other names belong to the server's own controllers. */
  private static final String PREFIX = "x-";

  private static final String MARKER = PREFIX + "marker-";

  private static final ObjectMapper JSON = new ObjectMapper();

  public static String name(int number) {
    return PREFIX + number;
  }

  /** Returns the name of the object that is written last in a round, for each color. */
  public static String marker(String color) {
    return MARKER + color;
  }

  /** True if the line of a watch has an object of the campaign that is not a {@link #marker}. */
  public static boolean isInLine(String line) {
    // Bookmarks have no label, and neither have the objects of the server's controllers.
    return line.contains("\"color\":") && !line.contains(MARKER);
  }

  /** Returns the JSON of an object, with a resourceVersion unless that is 0. */
  public static String json(String key, Value value, long version, int fillers) {
    return """
    {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s"%s,"labels":{"color":"%s"}},\
    "data":{"token":"%s","note":"%s","filler":"%s"}}\
    """
        .formatted(
            key,
            version == 0 ? "" : ",\"resourceVersion\":\"" + version + "\"",
            value.color(),
            value.token(),
            value.note(),
            (value.token() + ".").repeat(fillers));
  }

  public static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static JsonNode parse(byte[] json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Parses a ConfigMap. Returns null if it is not an object of the campaign. */
  public static @Nullable CampaignObject of(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    String name = metadata.path("name").asText();
    if (!name.startsWith(PREFIX)) {
      return null;
    }
    JsonNode data = object.path("data");
    String token = data.path("token").asText();
    boolean whole = data.path("filler").asText().replace(token + ".", "").isEmpty();
    var value =
        new Value(
            whole ? token : token + " with another filler",
            data.path("note").asText(),
            metadata.path("labels").path("color").asText());
    return new CampaignObject(name, value, metadata.path("resourceVersion").asLong());
  }

  public static String path(String key) {
    return COLLECTION + "/" + key;
  }
}
