package io.listwatch.server.cache;

import io.listwatch.model.ResourceKey;
import io.listwatch.store.SortedTable;
import io.listwatch.store.TableCursor;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set of keys, in their order. A change returns another set, which shares most of its
 * memory with this one, so that adding keys one by one takes no quadratic time.
 *
 * <p>Thread-safe.
 */
final class KeySet extends AbstractSet<ResourceKey> {
  static final KeySet EMPTY = new KeySet(SortedTable.empty());

  private final SortedTable<ResourceKey, Boolean> keys;

  private KeySet(SortedTable<ResourceKey, Boolean> keys) {
    this.keys = keys;
  }

  static KeySet copyOf(Collection<ResourceKey> keys) {
    var all = SortedTable.<ResourceKey, Boolean>empty().edit();
    keys.forEach(each -> all.put(each, true));
    return EMPTY.of(all.commit());
  }

  KeySet with(ResourceKey key) {
    return of(keys.with(key, true));
  }

  KeySet without(ResourceKey key) {
    return of(keys.without(key));
  }

  private KeySet of(SortedTable<ResourceKey, Boolean> changed) {
    return changed == keys ? this : new KeySet(changed);
  }

  @Override
  public boolean contains(@Nullable Object key) {
    return key instanceof ResourceKey one && keys.containsKey(one);
  }

  @Override
  public int size() {
    return keys.size();
  }

  @Override
  public Iterator<ResourceKey> iterator() {
    TableCursor<ResourceKey, Boolean> cursor = keys.cursor();
    return new Iterator<>() {
      private int left = keys.size();

      @Override
      public boolean hasNext() {
        return left > 0;
      }

      @Override
      public ResourceKey next() {
        if (!cursor.next()) {
          throw new NoSuchElementException();
        }
        left--;
        return cursor.key();
      }
    };
  }
}
