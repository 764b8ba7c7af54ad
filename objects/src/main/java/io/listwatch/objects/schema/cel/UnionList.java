package io.listwatch.objects.schema.cel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The union of a list of type {@code set} or {@code map} with another list: an element of both
 * occurs once, in the first list's position. The result has the type of the first list.
 *
 * <p>Belongs to one evaluation, and so to one thread.
 */
@SuppressWarnings("Immutable") // never changed after construction
final class UnionList extends RuleList {
  private final List<Object> elements;
  private final DeclaredType.Array type;

  private UnionList(List<Object> elements, DeclaredType.Array type) {
    this.elements = elements;
    this.type = type;
  }

  /** Returns the union, or the concatenation if the first list is atomic. */
  static RuleList of(List<?> first, List<?> second) {
    DeclaredType.Array type = first instanceof RuleList list ? list.declared() : null;
    if (type == null || type.kind() == DeclaredType.Array.Kind.ATOMIC) {
      return ConcatenatedList.of(first, second);
    }
    var elements = new ArrayList<Object>(first);
    if (type.kind() == DeclaredType.Array.Kind.SET) {
      unite(elements, second);
    } else {
      unite(elements, second, type);
    }
    return new UnionList(elements, type);
  }

  private static void unite(List<Object> elements, List<?> more) {
    Set<Object> there = Equality.keys(elements);
    for (Object each : more) {
      if (there.add(Equality.key(each))) {
        elements.add(each);
      }
    }
  }

  /** Of two elements with the same key, the later one wins. */
  private static void unite(List<Object> elements, List<?> more, DeclaredType.Array type) {
    Map<Object, Integer> places = new HashMap<>();
    for (int i = 0; i < elements.size(); i++) {
      places.put(type.keyOfView(elements.get(i)), i);
    }
    for (Object each : more) {
      Integer place = places.get(type.keyOfView(each));
      if (place == null) {
        elements.add(each);
      } else {
        elements.set(place, each);
      }
    }
  }

  @Override
  DeclaredType.Array declared() {
    return type;
  }

  @Override
  public Object get(int index) {
    return elements.get(index);
  }

  @Override
  public int size() {
    return elements.size();
  }
}
