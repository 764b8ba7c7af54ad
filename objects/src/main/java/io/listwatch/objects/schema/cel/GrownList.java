package io.listwatch.objects.schema.cel;

import java.util.ArrayList;
import java.util.List;

/**
 * What two lists are together. A loop that collects values appends one at a time to what it has:
 * the newest list and all before it share one array, of which each sees its own length, so that a
 * loop over n values takes n steps and not the square.
 *
 * <p>Belongs to one evaluation, and so to one thread.
 */
@SuppressWarnings("Immutable") // Grows only past the end of what this list shows.
final class GrownList extends RuleList {
  private final List<Object> shared;
  private final int size;

  private GrownList(List<Object> shared) {
    this.shared = shared;
    this.size = shared.size();
  }

  /** The elements of both. */
  static RuleList of(List<?> first, List<?> second) {
    List<Object> elements;
    if (first instanceof GrownList grown && grown.size == grown.shared.size()) {
      elements = grown.shared;
    } else {
      elements = new ArrayList<>(first.size() + second.size());
      elements.addAll(first);
    }
    elements.addAll(second instanceof GrownList ? new ArrayList<>(second) : second);
    return new GrownList(elements);
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
