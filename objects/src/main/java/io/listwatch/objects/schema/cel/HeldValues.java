package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Wraps the lists and maps that a variable of a policy evaluates to, so that the runtime uses them
 * directly. It would visit all elements of other lists and maps, at all levels, at each use: for
 * variables that repeat one another, that takes exponential time.
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
  private static final class HeldMap extends CelValue implements Map<Object, Object> {
    private static final CelType TYPE = MapType.create(SimpleType.DYN, SimpleType.DYN);

    private final Map<Object, Object> map;

    HeldMap(Map<?, ?> map) {
      this.map = Collections.unmodifiableMap(map);
    }

    @Override
    public Object value() {
      return this;
    }

    @Override
    public boolean isZeroValue() {
      return map.isEmpty();
    }

    @Override
    public CelType celType() {
      return TYPE;
    }

    @Override
    public int size() {
      return map.size();
    }

    @Override
    public boolean isEmpty() {
      return map.isEmpty();
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return map.containsKey(key);
    }

    @Override
    public boolean containsValue(@Nullable Object value) {
      return map.containsValue(value);
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      return map.get(key);
    }

    @Override
    public Set<Object> keySet() {
      return map.keySet();
    }

    @Override
    public Collection<Object> values() {
      return map.values();
    }

    @Override
    public Set<Entry<Object, Object>> entrySet() {
      return map.entrySet();
    }

    @Override
    public @Nullable Object put(Object key, Object value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable Object remove(@Nullable Object key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void putAll(Map<?, ?> others) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Map<?, ?> && Equality.equal(this, other);
    }

    @Override
    public int hashCode() {
      return Equality.hash(this);
    }

    @Override
    public String toString() {
      return "map of " + size();
    }
  }
}
