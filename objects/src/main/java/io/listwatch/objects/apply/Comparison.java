package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import io.listwatch.objects.schema.Schema.Shape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The paths in which two objects differ, as fine as the schema allows: members of structs and maps,
 * items of associative lists and sets, and atomic values as a whole.
 *
 * @param added paths that only the second object has
 * @param modified paths to leaves that both objects have, with different values
 * @param removed paths that only the first object has
 */
public record Comparison(FieldSet added, FieldSet modified, FieldSet removed) {

  private static final Comparison NO_DIFFERENCE =
      new Comparison(FieldSet.empty(), FieldSet.empty(), FieldSet.empty());

  /** Compares two objects. */
  public static Comparison of(JsonObject before, JsonObject after, Schema schema) {
    return of(before, after, schema, UnaryOperator.identity());
  }

  /**
   * Compares two objects in their normal form.
   *
   * @param normal normalizes an object, and each member independently of the others
   */
  static Comparison of(
      JsonObject before, JsonObject after, Schema schema, UnaryOperator<JsonObject> normal) {
    UnequalMembers unequal = UnequalMembers.of(before, after);
    return unequal == null
        ? NO_DIFFERENCE
        : ofAll(normal.apply(unequal.before()), normal.apply(unequal.after()), schema);
  }

  private static Comparison ofAll(JsonObject before, JsonObject after, Schema schema) {
    Walk walk = new Walk();
    walk.members(schema, before, after);
    return new Comparison(walk.added.build(), walk.modified.build(), walk.removed.build());
  }

  /** Returns the paths that are added or modified. */
  public FieldSet changed() {
    return modified.union(added);
  }

  /** Returns the paths that are added, modified or removed. */
  FieldSet any() {
    return changed().union(removed);
  }

  public boolean isEmpty() {
    return added.isEmpty() && modified.isEmpty() && removed.isEmpty();
  }

  /** Returns the comparison without these paths and all paths below them. */
  public Comparison without(FieldSet ignored) {
    return ignored.isEmpty()
        ? this
        : new Comparison(
            added.minusAllBelow(ignored),
            modified.minusAllBelow(ignored),
            removed.minusAllBelow(ignored));
  }

  /** Walks both objects in parallel. Recursive: the depth of trees is bounded. */
  private static final class Walk {
    private final FieldSet.Builder added = new FieldSet.Builder();
    private final FieldSet.Builder modified = new FieldSet.Builder();
    private final FieldSet.Builder removed = new FieldSet.Builder();
    private final List<PathElement> path = new ArrayList<>();

    /** Compares two values. At least one is present; null means absent, not a JSON null. */
    private void compare(Schema schema, @Nullable JsonValue before, @Nullable JsonValue after) {
      if (before == null || after == null) {
        addAll(schema, before, after);
        return;
      }
      Shape first = Schemas.shape(schema, before);
      Shape second = Schemas.shape(schema, after);
      compareAs(first, schema, before, after);
      if (first != second) {
        // The type has changed: the shape of an untyped value is that of its content.
        compareAs(second, schema, before, after);
      }
    }

    private void addAll(Schema schema, @Nullable JsonValue before, @Nullable JsonValue after) {
      if (after != null) {
        added.addAll(path, AllFields.of(schema, after));
      } else if (before != null) {
        removed.addAll(path, AllFields.of(schema, before));
      }
    }

    private void compareAs(Shape shape, Schema schema, JsonValue before, JsonValue after) {
      boolean whole =
          switch (shape) {
            case STRUCT, MAP, ANY -> schema.atomic() || !anyMembers(before, after);
            case LIST -> schema.listType() == ListType.ATOMIC || !anyItems(before, after);
            case SCALAR -> true;
          };
      if (whole) {
        leaf(before, after);
      } else if (shape == Shape.LIST) {
        items(schema, items(before), items(after));
      } else {
        members(schema, object(before), object(after));
      }
    }

    private void leaf(JsonValue before, JsonValue after) {
      if (!SameValue.test(before, after)) {
        modified.add(path);
      }
    }

    private void members(Schema schema, @Nullable JsonObject before, @Nullable JsonObject after) {
      Set<String> names = new LinkedHashSet<>();
      addNames(names, before);
      addNames(names, after);
      for (String name : names) {
        descend(
            new PathElement.Member(name),
            Schemas.member(schema, name),
            before == null ? null : before.get(name),
            after == null ? null : after.get(name));
      }
    }

    private static void addNames(Set<String> names, @Nullable JsonObject object) {
      if (object != null) {
        names.addAll(object.fieldNames());
      }
    }

    private void descend(
        PathElement step, Schema schema, @Nullable JsonValue before, @Nullable JsonValue after) {
      path.add(step);
      compare(schema, before, after);
      path.remove(path.size() - 1);
    }

    private void items(Schema schema, @Nullable JsonArray before, @Nullable JsonArray after) {
      Map<PathElement, List<JsonValue>> first = ListItems.byElement(schema, before);
      Map<PathElement, List<JsonValue>> second = ListItems.byElement(schema, after);
      Set<PathElement> elements = new TreeSet<>(first.keySet());
      elements.addAll(second.keySet());
      for (PathElement element : elements) {
        item(
            element,
            schema.item(),
            first.getOrDefault(element, List.of()),
            second.getOrDefault(element, List.of()));
      }
    }

    /**
     * Items with the same key are one leaf. Objects that were stored before validation rejected
     * such items can still contain them, and clients must be able to remove them.
     */
    private void item(
        PathElement element, Schema schema, List<JsonValue> before, List<JsonValue> after) {
      if (before.size() <= 1 && after.size() <= 1) {
        single(element, schema, first(before), first(after));
        return;
      }
      path.add(element);
      if (before.size() > 1 && after.size() > 1) {
        if (!SameValue.test(before, after)) {
          modified.add(path);
        }
      } else if (before.size() > 1) {
        if (!after.isEmpty()) {
          compare(schema, null, after.get(0));
        }
        removed.add(path);
      } else {
        if (!before.isEmpty()) {
          compare(schema, before.get(0), null);
        }
        added.add(path);
      }
      path.remove(path.size() - 1);
    }

    private void single(
        PathElement element, Schema schema, @Nullable JsonValue before, @Nullable JsonValue after) {
      if (before instanceof JsonObject first && after instanceof JsonObject second) {
        UnequalMembers unequal = UnequalMembers.of(first, second);
        if (unequal != null) {
          descend(element, schema, unequal.before(), unequal.after());
        }
      } else {
        descend(element, schema, before, after);
      }
    }

    private static @Nullable JsonValue first(List<JsonValue> values) {
      return values.isEmpty() ? null : values.get(0);
    }

    private static boolean anyMembers(JsonValue before, JsonValue after) {
      return (before instanceof JsonObject first && !first.isEmpty())
          || (after instanceof JsonObject second && !second.isEmpty());
    }

    private static boolean anyItems(JsonValue before, JsonValue after) {
      return (before instanceof JsonArray first && !first.isEmpty())
          || (after instanceof JsonArray second && !second.isEmpty());
    }

    private static @Nullable JsonObject object(JsonValue value) {
      return value instanceof JsonObject object ? object : null;
    }

    private static @Nullable JsonArray items(JsonValue value) {
      return value instanceof JsonArray items ? items : null;
    }
  }
}
