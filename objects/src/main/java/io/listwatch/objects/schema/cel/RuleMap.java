package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.values.CelValue;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map that the runtime uses directly. The runtime visits all entries of other maps, at all
 * levels, each time that a rule refers to them.
 *
 * <p>Maps in rules are immutable: all methods that change a map are unsupported.
 *
 * @param <K> the type of the keys
 */
@SuppressWarnings("Immutable") // neither the JSON nor a made value is changed during an evaluation
abstract class RuleMap<K> extends CelValue implements Map<K, Object> {
  private final CelType type;
  private final Map<K, Object> entries;

  /**
   * @param entries implements the methods of a map; must not be modifiable
   */
  RuleMap(MapType type, Map<K, Object> entries) {
    this.type = type;
    this.entries = entries;
  }

  @Override
  public final Object value() {
    return this;
  }

  @Override
  public final boolean isZeroValue() {
    return isEmpty();
  }

  @Override
  public final CelType celType() {
    return type;
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return entries.containsKey(key);
  }

  @Override
  public @Nullable Object get(@Nullable Object key) {
    return entries.get(key);
  }

  @Override
  public final boolean containsValue(@Nullable Object value) {
    return entries.containsValue(value);
  }

  @Override
  public final Set<K> keySet() {
    return entries.keySet();
  }

  @Override
  public final Collection<Object> values() {
    return entries.values();
  }

  @Override
  public final Set<Entry<K, Object>> entrySet() {
    return entries.entrySet();
  }

  @Override
  public final @Nullable Object put(K key, Object value) {
    return entries.put(key, value);
  }

  @Override
  public final @Nullable Object remove(@Nullable Object key) {
    return entries.remove(key);
  }

  @Override
  public final void putAll(Map<? extends K, ?> others) {
    entries.putAll(others);
  }

  @Override
  public final void clear() {
    entries.clear();
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof Map<?, ?> && Equality.equal(this, other);
  }

  @Override
  public final int hashCode() {
    return Equality.hash(this);
  }

  /** Returns a short string, because the runtime includes arguments in its messages. */
  @Override
  public final String toString() {
    return "map of " + size();
  }
}
