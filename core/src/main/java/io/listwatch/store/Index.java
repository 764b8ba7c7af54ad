package io.listwatch.store;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * A name under which objects can be looked up by values they have: none, one or several each.
 *
 * <p>Immutable. An {@link IndexedStore} asks for the values of an object once, when the object or
 * the index comes in, on the thread that brings it, and without a lock.
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
   * By what is at {@code path} in the object's JSON, such as {@code spec.nodeName}; with {@code
   * [*]}, by what is at each of the places.
   */
  public static Index path(String name, String path) {
    JsonPath parsed = JsonPath.of(path);
    return new Index(name, object -> object.texts(parsed));
  }

  /** By the value of a label. */
  public static Index label(String name, String label) {
    return new Index(
        name,
        object -> {
          String value = object.labels().value(label);
          return value == null ? List.of() : List.of(value);
        });
  }

  /**
   * By what a function says. It must say the same of the same object always. One that decodes the
   * object costs that much for every object that comes in, where {@link #path} reads the bytes.
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
