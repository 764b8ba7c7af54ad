package io.listwatch.objects.kinds.validation;

import org.jspecify.annotations.Nullable;

/**
 * The path of a value in an object, such as {@code spec.containers[0].resources.limits[cpu]}.
 *
 * <p>A list linked from the leaf to the root. It becomes a string only when there is an error to
 * report: most fields are valid.
 */
final class FieldPath {
  static final FieldPath ROOT = new FieldPath(null, "", false);

  private final @Nullable FieldPath parent;
  private final Object step;
  private final boolean bracketed;

  private FieldPath(@Nullable FieldPath parent, Object step, boolean bracketed) {
    this.parent = parent;
    this.step = step;
    this.bracketed = bracketed;
  }

  FieldPath child(String name) {
    return new FieldPath(this, name, false);
  }

  /** Returns the sibling of that name. */
  FieldPath renamed(String name) {
    return (parent == null ? this : parent).child(name);
  }

  FieldPath index(int index) {
    return bracketed(index);
  }

  FieldPath key(String key) {
    return bracketed(key);
  }

  /** Returns the path of an item or an entry. */
  FieldPath bracketed(Object indexOrKey) {
    return new FieldPath(this, indexOrKey, true);
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    append(text);
    return text.toString();
  }

  private void append(StringBuilder text) {
    if (parent == null) {
      return;
    }
    parent.append(text);
    if (bracketed) {
      text.append('[').append(step).append(']');
    } else {
      text.append(text.isEmpty() ? "" : ".").append(step);
    }
  }
}
