package io.listwatch.campaign.tap;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.campaign.history.WatchSession.Event;
import io.listwatch.campaign.history.WatchSession.EventType;
import io.listwatch.campaign.load.CampaignObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Parses the frames of watches. Parses identical frames of several watches only once.
 *
 * <p>Thread-safe.
 */
final class FrameParser {
  private static final int MAX_KEPT = 32_768;

  /**
   * One frame: an event, or the status of an ERROR event. Has neither if the object is not one of
   * the campaign's.
   */
  record Frame(@Nullable Event event, int errorCode) {}

  private final Map<String, Frame> kept = new ConcurrentHashMap<>();

  Frame parse(String line) {
    Frame known = kept.get(line);
    if (known != null) {
      return known;
    }
    Frame parsed = parseNew(line);
    if (kept.size() >= MAX_KEPT) {
      kept.clear();
    }
    kept.put(line, parsed);
    return parsed;
  }

  private static Frame parseNew(String line) {
    JsonNode frame = CampaignObject.parse(line);
    JsonNode object = frame.path("object");
    String type = frame.path("type").asText();
    if (type.equals("ERROR")) {
      return new Frame(null, object.path("code").asInt(-1));
    }
    if (type.equals("BOOKMARK")) {
      long version = object.path("metadata").path("resourceVersion").asLong();
      return new Frame(Event.bookmark(version), 0);
    }
    CampaignObject ours = CampaignObject.of(object);
    return ours == null
        ? new Frame(null, 0)
        : new Frame(
            new Event(EventType.valueOf(type), ours.key(), ours.version(), ours.value()), 0);
  }
}
