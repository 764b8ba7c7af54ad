package io.listwatch.server.transcript;

import io.listwatch.objects.json.JsonValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of a recorded exchange that only HTTP shows.
 *
 * @param accept the {@code Accept} header; empty if there was none
 * @param with further headers of the request
 * @param body the exact body that was sent; missing if it is {@link Step#send}
 * @param bytes the same in base64, if it was not text
 * @param head headers of the response that differ from the usual ones; empty for absent ones
 * @param show the recorded part of the response body, see {@link Shown}
 * @param spelled the exact text of the response, with placeholders; empty if any encoding matches
 * @param lines the lines of a plain text, in order, the last one last; empty if it is not compared
 *     by lines
 * @param events the events of a watch; missing if it is none
 * @param end the state of the event stream at the end: {@code open} or {@code clean end}
 * @param open the name of a watch that is opened now and compared later; empty if there is none
 * @param after the number of events to wait for when it is opened
 * @param opened true if the watch has been opened before
 * @param eventually true if the request may have to be repeated until the response matches
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
