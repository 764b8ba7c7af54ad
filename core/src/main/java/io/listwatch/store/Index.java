package io.listwatch.store;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * An index over objects: a name, and a function that returns any number of values for an object.
 *
 * <p>Immutable. An {@link IndexedStore} calls the function once for each state of an object, when
 * the object or the index is added, on the adding thread and without a lock.
 */
public final class Index {
  private final String name;
  private final Function<? super Resource, ? extends Collection<String>> function;

  private Index(String name, Function<? super Resource, ? extends Collection<String>> function) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("name: empty (expected: the name of an index)");
    }
    this.name = name;
    this.function = function;
  }

  /**
   * Creates an index by the value at {@code path} in the object's JSON, such as {@code
   * spec.nodeName}; with {@code [*]}, by the value of each element.
   */
  public static Index path(String name, String path) {
    JsonPath parsed = JsonPath.of(path);
    return new Index(name, object -> object.texts(parsed));
  }

  /** Creates an index by the value of a label. */
  public static Index label(String name, String label) {
    return new Index(
        name,
        object -> {
          String value = object.labels().value(label);
          return value == null ? List.of() : List.of(value);
        });
  }

  /**
   * Creates an index by a function, which must always return the same values for the same object. A
   * function that decodes the object makes the informer decode every object that it receives,
   * whereas {@link #path} reads the bytes.
   */
  public static Index of(
      String name, Function<? super Resource, ? extends Collection<String>> function) {
    return new Index(name, function);
  }

  public String name() {
    return name;
  }

  Collection<String> valuesOf(Resource object) {
    return function.apply(object);
  }

  @Override
  public String toString() {
    return "index " + name;
  }
}
