package io.listwatch.objects.schema.cel;

import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Wraps the lists and maps that a variable of a policy evaluates to, so that the runtime uses them
 * directly. The runtime would visit all elements of other lists and maps, at all levels, at each
 * use: for variables that repeat one another, that takes exponential time.
 */
final class HeldValues {
  private HeldValues() {}

  static Object of(Object value) {
    if (value instanceof CelValue) {
      return value;
    }
    if (value instanceof List<?> list) {
      return new HeldList(list);
    }
    return value instanceof Map<?, ?> map ? new HeldMap(map) : value;
  }

  @SuppressWarnings("Immutable") // belongs to one evaluation, and so to one thread
  private static final class HeldList extends RuleList {
    private final List<?> list;

    HeldList(List<?> list) {
      this.list = list;
    }

    @Override
    public Object get(int index) {
      return list.get(index);
    }

    @Override
    public int size() {
      return list.size();
    }
  }

  @SuppressWarnings("Immutable") // belongs to one evaluation, and so to one thread
  private static final class HeldMap extends RuleMap<Object> {
    private static final MapType TYPE = MapType.create(SimpleType.DYN, SimpleType.DYN);

    HeldMap(Map<?, ?> map) {
      super(TYPE, Collections.unmodifiableMap(map));
    }
  }
}
