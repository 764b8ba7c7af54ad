package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import io.listwatch.objects.json.JsonValue;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The CEL view of a JSON object with arbitrary keys. Like lists, it is a {@code CelValue}, so that
 * the runtime does not iterate over it at each use.
 */
@SuppressWarnings("Immutable") // the JSON is not changed while rules are evaluated
final class MapView extends CelValue implements Map<String, Object> {
  private static final CelType TYPE = MapType.create(SimpleType.STRING, SimpleType.DYN);

  private final JsonValue object;
  private final DeclaredType values;
  private final Map<String, Object> entries;

  MapView(JsonValue object, DeclaredType values) {
    this.object = object;
    this.values = values;
    this.entries = new Entries();
  }

  @Override
  public Object value() {
    return this;
  }

  @Override
  public boolean isZeroValue() {
    return isEmpty();
  }

  @Override
  public CelType celType() {
    return TYPE;
  }

  @Override
  public int size() {
    return object.size();
  }

  @Override
  public boolean isEmpty() {
    return object.isEmpty();
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return key instanceof String name && object.has(name);
  }

  @Override
  public @Nullable Object get(@Nullable Object key) {
    JsonValue member = key instanceof String name ? object.get(name) : null;
    return member == null ? null : values.view(member);
  }

  @Override
  public boolean containsValue(@Nullable Object value) {
    return entries.containsValue(value);
  }

  @Override
  public Set<String> keySet() {
    return entries.keySet();
  }

  @Override
  public Collection<Object> values() {
    return entries.values();
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return entries.entrySet();
  }

  @Override
  public @Nullable Object put(String key, Object value) {
    return entries.put(key, value);
  }

  @Override
  public @Nullable Object remove(@Nullable Object key) {
    return entries.remove(key);
  }

  @Override
  public void putAll(Map<? extends String, ?> others) {
    entries.putAll(others);
  }

  @Override
  public void clear() {
    entries.clear();
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

  private final class Entries extends AbstractMap<String, Object> {
    @Override
    public Set<Entry<String, Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Entry<String, Object>> iterator() {
          var members = object.properties().iterator();
          return new Iterator<>() {
            @Override
            public boolean hasNext() {
              return members.hasNext();
            }

            @Override
            public Entry<String, Object> next() {
              var member = members.next();
              return new SimpleImmutableEntry<>(member.getKey(), values.view(member.getValue()));
            }
          };
        }

        @Override
        public int size() {
          return object.size();
        }
      };
    }
  }
}
