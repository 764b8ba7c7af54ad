package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks an applied configuration against the schema: known members, values of the right type, and
 * list items with unique keys. Field ownership needs all three.
 *
 * <p>Not thread-safe.
 */
final class TypeCheck {
  /** The number of errors after which no more are reported. */
  private static final int MAX_PROBLEMS = 100;

  private final List<String> problems = new ArrayList<>();
  private final Deque<PathElement> path = new ArrayDeque<>();

  private TypeCheck() {}

  /**
   * Checks a configuration.
   *
   * @throws PatchException if it is invalid, with all errors in kube-apiserver's words
   */
  static void check(JsonObject intent, Schema schema) {
    TypeCheck check = new TypeCheck();
    check.members(schema, intent);
    List<String> problems = check.problems;
    if (!problems.isEmpty()) {
      throw PatchException.untyped(
          problems.size() == 1 ? problems.get(0) : "errors:\n  " + String.join("\n  ", problems));
    }
  }

  /** Recursive: the depth of a configuration is bounded by that of the parsed JSON. */
  private void check(Schema schema, JsonValue value) {
    if (value.isNull() || problems.size() >= MAX_PROBLEMS) {
      return;
    }
    switch (schema.shape()) {
      case STRUCT, MAP -> {
        if (value instanceof JsonObject object) {
          members(schema, object);
        } else {
          complain("expected map, got " + GoNames.pointer(value));
        }
      }
      case LIST -> {
        if (value instanceof JsonArray list) {
          items(schema, list);
        } else {
          complain("expected list, got " + GoNames.pointer(value));
        }
      }
      case SCALAR -> scalar(schema, value);
      case ANY -> {}
    }
  }

  private void members(Schema schema, JsonObject object) {
    for (Map.Entry<String, JsonValue> member : object.properties()) {
      Schema below = schema.member(member.getKey());
      path.addLast(new PathElement.Member(member.getKey()));
      if (below == null) {
        complain("field not declared in schema");
      } else {
        check(below, member.getValue());
      }
      path.removeLast();
    }
  }

  private void items(Schema schema, JsonArray list) {
    Set<PathElement> seen = new TreeSet<>();
    for (int i = 0; i < list.size(); i++) {
      PathElement element = new PathElement.Index(i);
      if (schema.listType() != ListType.ATOMIC) {
        PathElement own = ListItems.element(schema, list.path(i));
        if (own == null) {
          complain("element %d: %s".formatted(i, indistinct(schema, list.path(i))));
          return;
        }
        if (!seen.add(own)) {
          complain("duplicate entries for key " + own.shown());
        }
        element = own;
      }
      path.addLast(element);
      check(schema.item(), list.path(i));
      path.removeLast();
    }
  }

  private static String indistinct(Schema schema, JsonValue item) {
    if (schema.listType() == ListType.SET) {
      if (item.isObject()) {
        return "associative list without keys has an element that's a map type";
      }
      return item.isArray()
          ? "not supported: associative list with lists as elements"
          : "associative list without keys has an element that's an explicit null";
    }
    if (!item.isObject()) {
      return item.isNull()
          ? "associative list with keys may not have a null element"
          : "associative list with keys may not have non-map elements";
    }
    String keys =
        schema.keys().stream()
            .map(key -> '"' + key + '"')
            .collect(Collectors.joining(" ", "[", "]"));
    return "associative list with keys has an element that omits all key fields %s (and doesn't have default values for any key fields)"
        .formatted(keys);
  }

  private void scalar(Schema schema, JsonValue value) {
    String expected =
        switch (schema.scalarType()) {
          case TEXT ->
              value.isText()
                  ? null
                  : "string, got &value.valueUnstructured{Value:" + GoNames.literal(value) + "}";
          case NUMBER ->
              value.isNumber() ? null : "numeric (int or float), got " + GoNames.type(value);
          case BOOLEAN -> value.isBoolean() ? null : "boolean, got " + GoNames.pointer(value);
          case ANY -> value.isScalar() ? null : "any scalar, got " + GoNames.pointer(value);
        };
    if (expected != null) {
      complain("expected " + expected);
    }
  }

  private void complain(String problem) {
    String where = path.stream().map(PathElement::shown).collect(Collectors.joining());
    problems.add(where.isEmpty() ? problem : where + ": " + problem);
  }
}
