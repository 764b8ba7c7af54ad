package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Applies random changes to an object: adds, removes, duplicates, moves and changes members and
 * items.
 */
record Mutation(Random random) {
  private static final List<String> VALUES =
      List.of("\"x\"", "\"y<\"", "\"\"", "1", "0", "true", "null", "{}", "[]", "{\"u\":1}", "[2]");

  JsonObject of(JsonObject object, int changes) {
    for (int i = 0; i < changes; i++) {
      change(
          switch (random.nextInt(5)) {
            case 0 -> object.withObject("metadata").withObject("labels");
            case 1 -> object.path("status");
            default -> object.path("spec");
          });
    }
    return object;
  }

  private void change(JsonValue value) {
    if (value instanceof JsonObject object) {
      changeMember(object);
    } else if (value instanceof JsonArray items && !items.isEmpty()) {
      changeItem(items, random.nextInt(items.size()));
    }
  }

  private void changeMember(JsonObject object) {
    List<String> names = new ArrayList<>(List.of("a", "new"));
    names.addAll(object.fieldNames());
    String name = names.get(random.nextInt(names.size()));
    if (object.path(name).isContainer() && random.nextInt(4) > 0) {
      change(object.path(name));
    } else if (random.nextInt(3) == 0) {
      object.remove(name);
    } else {
      object.set(name, any());
    }
  }

  private void changeItem(JsonArray items, int place) {
    switch (random.nextInt(6)) {
      case 0 -> items.remove(place);
      case 1 -> items.insert(0, items.path(place).deepCopy());
      case 2 -> items.add(items.remove(place));
      case 3 -> items.set(place, any());
      default -> change(items.path(place));
    }
  }

  private JsonValue any() {
    return JsonTrees.read(VALUES.get(random.nextInt(VALUES.size())));
  }
}
