package io.listwatch.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Selects objects by their fields: those that satisfy every one of its {@linkplain #terms terms}.
 *
 * <pre>{@code
 * FieldSelector.parse("spec.nodeName=n1,status.phase!=Failed")
 * FieldSelector.where("spec.nodeName").is("n1").and("status.phase").isNot("Failed")
 * }</pre>
 *
 * <p>The selectable fields depend on the resource type; a selector accepts any field.
 *
 * <p>A value: immutable, and equal to every selector with the same canonical form, in which the
 * terms are sorted as they are printed.
 */
public final class FieldSelector {
  private static final FieldSelector EVERYTHING = new FieldSelector(List.of());

  private final List<FieldTerm> terms;

  private FieldSelector(List<FieldTerm> terms) {
    this.terms =
        terms.stream()
            .map(term -> Map.entry(term.toString(), term))
            .sorted(Map.Entry.comparingByKey(Utf8Strings::compare))
            .map(Map.Entry::getValue)
            .toList();
  }

  /**
   * Parses the form used in requests and by {@link #toString}. The empty string selects everything.
   *
   * @throws InvalidSelectorException if {@code text} is not a selector, with kube-apiserver's
   *     message
   */
  public static FieldSelector parse(String text) {
    return of(new FieldSelectorParser(text).parse());
  }

  /** Returns the selector that matches every object. */
  public static FieldSelector everything() {
    return EVERYTHING;
  }

  /** Starts a selector with a condition on the field at {@code path}. */
  public static Condition where(String path) {
    return EVERYTHING.and(path);
  }

  private static FieldSelector of(List<FieldTerm> terms) {
    return terms.isEmpty() ? EVERYTHING : new FieldSelector(terms);
  }

  /** Adds a condition on the field at {@code path}. */
  public Condition and(String path) {
    return new Condition(this, path);
  }

  /** Returns a selector for the objects that both this and {@code other} select. */
  public FieldSelector and(FieldSelector other) {
    var both = new ArrayList<>(terms);
    both.addAll(other.terms);
    return of(both);
  }

  /** Returns this selector with another path in each term. */
  public FieldSelector withPaths(UnaryOperator<String> newPath) {
    return of(
        terms.stream()
            .map(term -> new FieldTerm(newPath.apply(term.path()), term.negated(), term.value()))
            .toList());
  }

  /** True if this selects every object. */
  public boolean isEverything() {
    return terms.isEmpty();
  }

  /** Returns the terms, all of which an object has to satisfy, sorted as printed. */
  public List<FieldTerm> terms() {
    return terms;
  }

  /**
   * Returns the value that an {@code =} term requires of the field at {@code path}, if there is
   * such a term; the first one if several contradict each other.
   */
  public Optional<String> requiresExactMatch(String path) {
    return terms.stream()
        .filter(term -> !term.negated() && term.path().equals(path))
        .map(FieldTerm::value)
        .findFirst();
  }

  /**
   * True if these fields satisfy every term. Allocates nothing, because it is called for every
   * object and every watcher.
   */
  public boolean matches(Fields fields) {
    for (int i = 0; i < terms.size(); i++) {
      if (!terms.get(i).matches(fields)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldSelector that && terms.equals(that.terms);
  }

  @Override
  public int hashCode() {
    return terms.hashCode();
  }

  /** Returns the canonical form, which {@link #parse} accepts. */
  @Override
  public String toString() {
    return String.join(",", terms.stream().map(FieldTerm::toString).toList());
  }

  /** A field whose condition is not set yet. */
  public static final class Condition {
    private final FieldSelector before;
    private final String path;

    private Condition(FieldSelector before, String path) {
      if (path.isEmpty() || path.chars().anyMatch(c -> "!=,\\".indexOf(c) >= 0)) {
        throw new IllegalArgumentException(
            "path: '%s' (expected: a field such as metadata.name)".formatted(path));
      }
      this.before = before;
      this.path = path;
    }

    /** Requires this value; an absent field equals the empty string. */
    public FieldSelector is(String value) {
      return before.and(of(List.of(new FieldTerm(path, false, value))));
    }

    /** Requires any other value. */
    public FieldSelector isNot(String value) {
      return before.and(of(List.of(new FieldTerm(path, true, value))));
    }
  }
}
