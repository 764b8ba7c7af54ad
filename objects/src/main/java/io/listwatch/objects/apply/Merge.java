package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Merges an applied configuration into the live object, as the schema defines for each type. Never
 * removes anything: an empty map or list leaves the live content.
 *
 * <p>The result shares unmerged parts with both trees.
 */
final class Merge {

  private Merge() {}

  static JsonObject of(JsonObject live, JsonObject intent, Schema schema) {
    return members(schema, live, intent);
  }

  /** Recursive: the depth of trees is bounded. */
  private static JsonValue merge(Schema schema, @Nullable JsonValue live, JsonValue intent) {
    if (live == null) {
      return intent;
    }
    return switch (Schemas.shape(schema, intent)) {
      case SCALAR -> intent;
      case STRUCT, MAP, ANY ->
          schema.atomic() || (object(live).isEmpty() && intent.isEmpty())
              ? intent
              : members(schema, object(live), object(intent));
      case LIST ->
          schema.listType() == ListType.ATOMIC || (array(live).isEmpty() && intent.isEmpty())
              ? intent
              : items(schema, array(live), array(intent));
    };
  }

  /** Returns a live object; an empty one if the live value has another type. */
  private static JsonObject object(JsonValue value) {
    return value instanceof JsonObject object ? object : new JsonObject();
  }

  private static JsonArray array(JsonValue value) {
    return value instanceof JsonArray array ? array : new JsonArray();
  }

  private static JsonObject members(Schema schema, JsonObject live, JsonObject intent) {
    JsonObject merged = new JsonObject().setAll(live);
    for (Map.Entry<String, JsonValue> member : intent.properties()) {
      String name = member.getKey();
      merged.set(name, merge(Schemas.member(schema, name), live.get(name), member.getValue()));
    }
    return merged;
  }

  /**
   * Returns the items of both lists. Those of the configuration are in its order. Each live item
   * that is not in the configuration stays before the next item that both lists have.
   */
  private static JsonArray items(Schema schema, JsonArray live, JsonArray intent) {
    Map<PathElement, List<JsonValue>> ours = ListItems.byElement(schema, live);
    Map<PathElement, List<JsonValue>> theirs = ListItems.byElement(schema, intent);
    LiveItems others = new LiveItems(schema, live, theirs);
    Deque<PathElement> shared = new ArrayDeque<>();
    for (JsonValue item : intent) {
      PathElement element = ListItems.element(schema, item);
      if (element != null && ours.containsKey(element)) {
        shared.add(element);
      }
    }
    for (JsonValue item : intent) {
      others.takeUpTo(shared.peek());
      PathElement element = ListItems.element(schema, item);
      List<JsonValue> twins = element == null ? null : ours.get(element);
      // Duplicates cannot be merged into: the item replaces them.
      JsonValue base = twins == null || twins.size() > 1 ? null : twins.get(0);
      others.result.add(merge(schema.item(), base, item));
      if (twins != null) {
        shared.remove();
      }
    }
    others.takeUpTo(null);
    return others.result;
  }

  /** Walks the live list once, and collects the items that are not in the configuration. */
  private static final class LiveItems {
    private final Schema schema;
    private final JsonArray live;
    private final Map<PathElement, List<JsonValue>> mentioned;
    private final JsonArray result;
    private int place;

    LiveItems(Schema schema, JsonArray live, Map<PathElement, List<JsonValue>> mentioned) {
      this.schema = schema;
      this.live = live;
      this.mentioned = mentioned;
      this.result = new JsonArray();
    }

    /**
     * Takes the items before {@code stop}, and stops there; takes all remaining items if {@code
     * stop} is null or does not follow.
     */
    void takeUpTo(@Nullable PathElement stop) {
      for (; place < live.size(); place++) {
        PathElement element = ListItems.element(schema, live.path(place));
        if (element == null || !mentioned.containsKey(element)) {
          result.add(live.path(place));
        } else if (stop != null && element.compareTo(stop) == 0) {
          return;
        }
      }
    }
  }
}
