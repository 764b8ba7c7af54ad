package io.listwatch.server.registry.write;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The lists and maps that a client sent empty and that the canonical form writes as null. They do
 * not change the object, but the client owns them.
 */
record EmptyCollections(List<Place> places) {
  static final EmptyCollections NONE = new EmptyCollections(List.of());

  /**
   * Finds the empty collections of a body.
   *
   * @param object the body in its canonical form
   */
  static EmptyCollections of(JsonObject sent, JsonObject object) {
    List<Place> places = new ArrayList<>();
    collect(sent, object, places);
    return new EmptyCollections(places);
  }

  /** Recursive: the depth of a tree is limited. */
  private static void collect(JsonValue sent, JsonValue object, List<Place> places) {
    if (sent.isArray()) {
      for (int i = 0; i < sent.size() && i < object.size(); i++) {
        collect(sent.path(i), object.path(i), places);
      }
    } else if (object instanceof JsonObject spelled) {
      for (Map.Entry<String, JsonValue> member : sent.properties()) {
        JsonValue value = member.getValue();
        JsonValue now = value.isContainer() ? spelled.get(member.getKey()) : null;
        if (now != null && now.isNull() && value.isEmpty()) {
          places.add(new Place(spelled, member.getKey(), value));
        } else if (now != null) {
          collect(value, now, places);
        }
      }
    }
  }

  /** Runs an action while the object contains the empty collections as they were sent. */
  void during(Runnable action) {
    places.forEach(place -> place.object().set(place.member(), place.value()));
    try {
      action.run();
    } finally {
      places.forEach(place -> place.object().putNull(place.member()));
    }
  }

  /** A member, and the empty value that was sent for it. */
  record Place(JsonObject object, String member, JsonValue value) {}
}
