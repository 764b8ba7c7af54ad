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
 * Puts what somebody means over what there is, at the grain of the schema. Nothing goes away by it:
 * an empty map or list says nothing about what is in the live one.
 *
 * <p>The result shares what was not merged with the trees that it was made of.
 */
final class Merge {

  private Merge() {}

  static JsonObject of(JsonObject live, JsonObject intent, Schema schema) {
    return members(schema, live, intent);
  }

  /** Recursive: trees nest within bounds. */
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

  /** A live value of another kind counts as one without parts. */
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
   * The items of both. Those of the intent are in its order, the others stay where they are in
   * relation to the next that both have.
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
      // Several that cannot be told apart are no base for anything.
      JsonValue base = twins == null || twins.size() > 1 ? null : twins.get(0);
      others.result.add(merge(schema.item(), base, item));
      if (twins != null) {
        shared.remove();
      }
    }
    others.takeUpTo(null);
    return others.result;
  }

  /** Walks the live list once, and takes from it what the intent does not mention. */
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

    /** Stops at an item; without one, or behind it, at the end. */
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
