package io.listwatch.store;

import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * An unmodifiable collection of a {@link SortedTable}'s entries, in key order. Nothing is copied.
 */
final class TableView<K extends Comparable<? super K>, V, T> extends AbstractCollection<T> {
  private final Supplier<TableCursor<K, V>> cursors;
  private final Function<TableCursor<K, V>, T> element;

  private TableView(Supplier<TableCursor<K, V>> cursors, Function<TableCursor<K, V>, T> element) {
    this.cursors = cursors;
    this.element = element;
  }

  static <K extends Comparable<? super K>, V> TableView<K, V, K> keys(
      Supplier<TableCursor<K, V>> cursors) {
    return new TableView<>(cursors, TableCursor::key);
  }

  static <K extends Comparable<? super K>, V> TableView<K, V, V> values(
      Supplier<TableCursor<K, V>> cursors) {
    return new TableView<>(cursors, TableCursor::value);
  }

  @Override
  public int size() {
    return cursors.get().remaining();
  }

  @Override
  public Iterator<T> iterator() {
    TableCursor<K, V> cursor = cursors.get();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return cursor.remaining() > 0;
      }

      @Override
      public T next() {
        if (!cursor.next()) {
          throw new NoSuchElementException();
        }
        return element.apply(cursor);
      }
    };
  }

  @Override
  public Spliterator<T> spliterator() {
    return Spliterators.spliterator(
        this, Spliterator.ORDERED | Spliterator.IMMUTABLE | Spliterator.NONNULL);
  }
}
