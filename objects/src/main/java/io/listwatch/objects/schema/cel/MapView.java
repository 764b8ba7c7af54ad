package io.listwatch.objects.schema.cel;

import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import io.listwatch.objects.json.JsonValue;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The CEL view of a JSON object with arbitrary keys. */
@SuppressWarnings("Immutable") // the JSON is not changed while rules are evaluated
final class MapView extends RuleMap<String> {
  private static final MapType TYPE = MapType.create(SimpleType.STRING, SimpleType.DYN);

  private final JsonValue object;
  private final DeclaredType values;

  MapView(JsonValue object, DeclaredType values) {
    super(TYPE, new Entries(object, values));
    this.object = object;
    this.values = values;
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

  private static final class Entries extends AbstractMap<String, Object> {
    private final JsonValue object;
    private final DeclaredType values;

    Entries(JsonValue object, DeclaredType values) {
      this.object = object;
      this.values = values;
    }

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
