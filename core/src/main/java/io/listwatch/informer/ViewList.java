package io.listwatch.informer;

import io.listwatch.model.Resource;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list of views of objects that a snapshot holds in order. Iteration copies nothing; the first
 * access by position copies the references, so that it is fast from then on.
 *
 * <p>Immutable. Threads that race for the first access by position each make a copy.
 */
final class ViewList<T> extends AbstractList<View<T>> {
  private final Collection<Resource> objects;
  private final Function<Resource, View<T>> view;
  private volatile @Nullable List<Resource> byPosition;

  ViewList(Collection<Resource> objects, Function<Resource, View<T>> view) {
    this.objects = objects;
    this.view = view;
  }

  @Override
  public View<T> get(int position) {
    List<Resource> all = byPosition;
    if (all == null) {
      all = List.copyOf(objects);
      byPosition = all;
    }
    return view.apply(all.get(position));
  }

  @Override
  public Iterator<View<T>> iterator() {
    Iterator<Resource> each = objects.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public View<T> next() {
        return view.apply(each.next());
      }
    };
  }

  @Override
  public int size() {
    return objects.size();
  }
}
