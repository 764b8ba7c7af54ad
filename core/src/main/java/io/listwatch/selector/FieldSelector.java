package io.listwatch.selector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Chooses objects by their fields: those that meet every one of its {@linkplain #terms terms}.
 *
 * <pre>{@code
 * FieldSelector.parse("spec.nodeName=n1,status.phase!=Failed")
 * FieldSelector.where("spec.nodeName").is("n1").and("status.phase").isNot("Failed")
 * }</pre>
 *
 * <p>Which fields can be selected by is a matter of the kind of object; a selector accepts any.
 *
 * <p>A value: immutable, and equal to every selector with the same canonical form, in which the
 * terms are sorted as they are printed.
 */
public final class FieldSelector {
  private static final FieldSelector EVERYTHING = new FieldSelector(List.of());

  private final List<FieldTerm> terms;

  private FieldSelector(List<FieldTerm> terms) {
    this.terms =
        terms.stream().sorted(Comparator.comparing(FieldTerm::toString, Utf8::compare)).toList();
  }

  /**
   * Reads the form of requests and of {@link #toString}; empty text selects everything.
   *
   * @throws InvalidSelectorException with the reference's message when {@code text} is no selector
   */
  public static FieldSelector parse(String text) {
    return of(new FieldSelectorParser(text).parse());
  }

  /** Selects every object, whatever its fields. */
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

  /** Selects what both this and {@code other} select. */
  public FieldSelector and(FieldSelector other) {
    var both = new ArrayList<>(terms);
    both.addAll(other.terms);
    return of(both);
  }

  /** True if no object is left out. */
  public boolean isEverything() {
    return terms.isEmpty();
  }

  /** What an object has to meet, all of it, sorted as printed. */
  public List<FieldTerm> terms() {
    return terms;
  }

  /**
   * The one value that the field at {@code path} must have, if there is such a term; the first of
   * them, where several contradict each other.
   */
  public Optional<String> requiresExactMatch(String path) {
    return terms.stream()
        .filter(term -> !term.negated() && term.path().equals(path))
        .map(FieldTerm::value)
        .findFirst();
  }

  /** Allocates nothing, so that it can be asked for every object and every watcher. */
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

  /** The canonical form, which {@link #parse} reads back. */
  @Override
  public String toString() {
    return String.join(",", terms.stream().map(FieldTerm::toString).toList());
  }

  /** A field that waits for what is asked of it. */
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

    /** The field has this value, or is absent and {@code value} is empty. */
    public FieldSelector is(String value) {
      return before.and(of(List.of(new FieldTerm(path, false, value))));
    }

    /** The field has another value. */
    public FieldSelector isNot(String value) {
      return before.and(of(List.of(new FieldTerm(path, true, value))));
    }
  }
}
