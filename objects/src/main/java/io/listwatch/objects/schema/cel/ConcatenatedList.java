package io.listwatch.objects.schema.cel;

import java.util.ArrayList;
import java.util.List;

/**
 * The concatenation of two lists. A comprehension that collects values appends them one at a time.
 * So each list shares one array with its predecessors and sees only its own length: a loop over n
 * values takes n steps, not n².
 *
 * <p>Belongs to one evaluation, and so to one thread.
 */
@SuppressWarnings("Immutable") // the array grows only beyond the end of this list
final class ConcatenatedList extends RuleList {
  private final List<Object> shared;
  private final int size;

  private ConcatenatedList(List<Object> shared) {
    this.shared = shared;
    this.size = shared.size();
  }

  /** Returns the concatenation. */
  static RuleList of(List<?> first, List<?> second) {
    List<Object> elements;
    if (first instanceof ConcatenatedList grown && grown.size == grown.shared.size()) {
      elements = grown.shared;
    } else {
      elements = new ArrayList<>(first.size() + second.size());
      elements.addAll(first);
    }
    elements.addAll(second instanceof ConcatenatedList ? new ArrayList<>(second) : second);
    return new ConcatenatedList(elements);
  }

  @Override
  public Object get(int index) {
    if (index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return shared.get(index);
  }

  @Override
  public int size() {
    return size;
  }
}
