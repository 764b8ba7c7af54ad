package io.listwatch.server.transcript;

import io.listwatch.objects.json.JsonValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What of a recorded exchange only a wire shows.
 *
 * @param accept what the client reads; empty if it does not say
 * @param with further headers of the request
 * @param body the very text that was sent; missing if it is what {@link Step#send} says
 * @param bytes the same in base64, where it is no text
 * @param head headers of the answer that are not what they usually are; empty for absent ones
 * @param show what was kept of the answer's body, see {@link Shown}
 * @param spelled the very text of the answer, with placeholders; empty if any spelling will do
 * @param lines of a text, in their order, the last one last; empty if it is not such a text
 * @param events of a watch; missing if it is none
 * @param end how the stream of events was found at the end: {@code open} or {@code clean end}
 * @param open the name of a watch that is opened now and looked at later; empty if it is none
 * @param after how many events to wait for when it is opened
 * @param opened whether the watch has been opened before
 * @param eventually whether the answer may need some tries, because something follows on its own
 */
public record Wire(
    String accept,
    Map<String, String> with,
    JsonValue body,
    JsonValue bytes,
    Map<String, String> head,
    String show,
    String spelled,
    List<String> lines,
    JsonValue events,
    String end,
    String open,
    int after,
    boolean opened,
    boolean eventually) {
  public Wire {
    with = Map.copyOf(with);
    head = Map.copyOf(head);
    lines = List.copyOf(lines);
  }

  static Wire of(JsonValue line) {
    return new Wire(
        line.path("accept").asText("application/json"),
        map(line.path("with")),
        line.path("text"),
        line.path("bytes"),
        map(line.path("head")),
        line.path("show").asText(),
        line.path("spelled").asText(),
        Step.texts(line.path("lines")),
        line.path("events"),
        line.path("end").asText(),
        line.path("open").asText(),
        line.path("after").asInt(),
        line.path("opened").asBoolean(),
        line.path("eventually").asBoolean());
  }

  private static Map<String, String> map(JsonValue object) {
    var map = new HashMap<String, String>();
    object.properties().forEach(each -> map.put(each.getKey(), each.getValue().asText()));
    return map;
  }
}
