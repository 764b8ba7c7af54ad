package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A list that the runtime uses directly. The runtime copies other lists, element by element, each
 * time that a rule refers to them, which a loop does often.
 *
 * <p>Lists in rules are immutable: all methods that change a list are unsupported.
 */
@SuppressWarnings("Immutable") // the JSON is not changed while rules are evaluated
abstract class RuleList extends CelValue implements List<Object>, RandomAccess {
  private static final CelType TYPE = ListType.create(SimpleType.DYN);

  /** Implements all methods of a list with get and size. */
  private final List<Object> elements =
      new AbstractList<>() {
        @Override
        public Object get(int index) {
          return RuleList.this.get(index);
        }

        @Override
        public int size() {
          return RuleList.this.size();
        }
      };

  /** Returns the declared type; null if a rule has created the list. */
  DeclaredType.@Nullable Array declared() {
    return null;
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
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public boolean contains(@Nullable Object element) {
    return indexOf(element) >= 0;
  }

  @Override
  public int indexOf(@Nullable Object element) {
    for (int i = 0; i < size(); i++) {
      if (element != null && Equality.equal(get(i), element)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public int lastIndexOf(@Nullable Object element) {
    for (int i = size() - 1; i >= 0; i--) {
      if (element != null && Equality.equal(get(i), element)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public boolean containsAll(Collection<?> others) {
    return others.stream().allMatch(this::contains);
  }

  @Override
  public Iterator<Object> iterator() {
    return elements.iterator();
  }

  @Override
  public ListIterator<Object> listIterator() {
    return elements.listIterator();
  }

  @Override
  public ListIterator<Object> listIterator(int index) {
    return elements.listIterator(index);
  }

  @Override
  public List<Object> subList(int from, int to) {
    return elements.subList(from, to);
  }

  @Override
  public Object[] toArray() {
    return elements.toArray();
  }

  @Override
  public <T> T[] toArray(T[] array) {
    return elements.toArray(array);
  }

  @Override
  public Object set(int index, Object element) {
    return elements.set(index, element);
  }

  @Override
  public boolean add(Object element) {
    return elements.add(element);
  }

  @Override
  public void add(int index, Object element) {
    elements.add(index, element);
  }

  @Override
  public boolean addAll(Collection<?> others) {
    return elements.addAll(others);
  }

  @Override
  public boolean addAll(int index, Collection<?> others) {
    return elements.addAll(index, others);
  }

  @Override
  public Object remove(int index) {
    return elements.remove(index);
  }

  @Override
  public boolean remove(@Nullable Object element) {
    return elements.remove(element);
  }

  @Override
  public boolean removeAll(Collection<?> others) {
    return elements.removeAll(others);
  }

  @Override
  public boolean retainAll(Collection<?> others) {
    return elements.retainAll(others);
  }

  @Override
  public void clear() {
    elements.clear();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof List<?> && Equality.equal(this, other);
  }

  @Override
  public int hashCode() {
    return Equality.hash(this);
  }

  /** Returns a short string, because the runtime includes arguments in its messages. */
  @Override
  public String toString() {
    return "list of " + size();
  }
}
