package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.JsonTrees;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Changes objects by chance, wherever: members and items come, go, repeat, move and change. */
record Mutation(Random random) {
  private static final List<String> VALUES =
      List.of("\"x\"", "\"y<\"", "\"\"", "1", "0", "true", "null", "{}", "[]", "{\"u\":1}", "[2]");

  ObjectNode of(ObjectNode object, int changes) {
    for (int i = 0; i < changes; i++) {
      change(
          switch (random.nextInt(5)) {
            case 0 -> object.withObjectProperty("metadata").withObjectProperty("labels");
            case 1 -> object.path("status");
            default -> object.path("spec");
          });
    }
    return object;
  }

  private void change(JsonNode value) {
    if (value instanceof ObjectNode object) {
      changeMember(object);
    } else if (value instanceof ArrayNode items && !items.isEmpty()) {
      changeItem(items, random.nextInt(items.size()));
    }
  }

  private void changeMember(ObjectNode object) {
    List<String> names = new ArrayList<>(List.of("a", "new"));
    object.fieldNames().forEachRemaining(names::add);
    String name = names.get(random.nextInt(names.size()));
    if (object.path(name).isContainerNode() && random.nextInt(4) > 0) {
      change(object.get(name));
    } else if (random.nextInt(3) == 0) {
      object.remove(name);
    } else {
      object.set(name, any());
    }
  }

  private void changeItem(ArrayNode items, int place) {
    switch (random.nextInt(6)) {
      case 0 -> items.remove(place);
      case 1 -> items.insert(0, items.get(place).deepCopy());
      case 2 -> items.add(items.remove(place));
      case 3 -> items.set(place, any());
      default -> change(items.get(place));
    }
  }

  private JsonNode any() {
    return JsonTrees.read(VALUES.get(random.nextInt(VALUES.size())));
  }
}
