package io.listwatch.selector;

import io.listwatch.selector.LabelRequirement.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects objects by their labels: those that satisfy every one of its {@linkplain #requirements
 * requirements}.
 *
 * <pre>{@code
 * LabelSelector.parse("app=web,tier in (front,back),!canary")
 * LabelSelector.where("app").is("web").and("tier").in("front", "back").and("canary").doesNotExist()
 * }</pre>
 *
 * <p>A value: immutable, and equal to every selector with the same canonical form, in which the
 * requirements are sorted by key and those of one key keep their order.
 */
public final class LabelSelector {
  private static final LabelSelector EVERYTHING = new LabelSelector(List.of(), false);
  private static final LabelSelector NOTHING = new LabelSelector(List.of(), true);

  private final List<LabelRequirement> requirements;
  private final boolean nothing;

  private LabelSelector(List<LabelRequirement> requirements, boolean nothing) {
    this.requirements =
        requirements.stream().sorted(Comparator.comparing(LabelRequirement::key)).toList();
    this.nothing = nothing;
  }

  /**
   * Parses the form used in requests and by {@link #toString}. The empty string selects everything.
   *
   * @throws InvalidSelectorException if {@code text} is not a selector, with kube-apiserver's
   *     message
   */
  public static LabelSelector parse(String text) {
    return of(new LabelSelectorParser(text).parse());
  }

  /** Returns the selector that matches every object. */
  public static LabelSelector everything() {
    return EVERYTHING;
  }

  /**
   * Returns the selector that matches no object. It has no string form: a request cannot select
   * nothing, so check {@link #isNothing} before sending a selector.
   */
  public static LabelSelector nothing() {
    return NOTHING;
  }

  /** Starts a selector with a condition on the label {@code key}. */
  public static Condition where(String key) {
    return EVERYTHING.and(key);
  }

  private static LabelSelector of(List<LabelRequirement> requirements) {
    return requirements.isEmpty() ? EVERYTHING : new LabelSelector(requirements, false);
  }

  /** Adds a condition on the label {@code key}. */
  public Condition and(String key) {
    return new Condition(this, key);
  }

  /** Returns a selector for the objects that both this and {@code other} select. */
  public LabelSelector and(LabelSelector other) {
    if (nothing || other.nothing) {
      return NOTHING;
    }
    var both = new ArrayList<>(requirements);
    both.addAll(other.requirements);
    return of(both);
  }

  /** True if this selects every object. */
  public boolean isEverything() {
    return !nothing && requirements.isEmpty();
  }

  /** True only for {@link #nothing}; contradicting requirements are not detected. */
  public boolean isNothing() {
    return nothing;
  }

  /** Returns the requirements, all of which an object has to satisfy, sorted by key. */
  public List<LabelRequirement> requirements() {
    return requirements;
  }

  /**
   * True if these labels satisfy every requirement. Allocates nothing, because it is called for
   * every object and every watcher.
   */
  public boolean matches(Labels labels) {
    if (nothing) {
      return false;
    }
    for (int i = 0; i < requirements.size(); i++) {
      if (!requirements.get(i).matches(labels)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LabelSelector that
        && nothing == that.nothing
        && requirements.equals(that.requirements);
  }

  @Override
  public int hashCode() {
    return 31 * requirements.hashCode() + Boolean.hashCode(nothing);
  }

  /**
   * Returns the canonical form, which {@link #parse} accepts, except that of {@link #nothing},
   * which it rejects. Kubernetes prints that one as the empty string, which parses as everything.
   */
  @Override
  public String toString() {
    return nothing
        ? "(nothing)"
        : String.join(",", requirements.stream().map(LabelRequirement::toString).toList());
  }

  /**
   * A label key whose condition is not set yet. Its methods return the selector with the condition
   * added. They throw {@link InvalidSelectorException} if the key or a value is not valid for a
   * label.
   */
  public static final class Condition {
    private final LabelSelector before;
    private final String key;

    private Condition(LabelSelector before, String key) {
      this.before = before;
      this.key = key;
    }

    /** Requires that the label exists and has this value. */
    public LabelSelector is(String value) {
      return require(Operator.EQUALS, List.of(value));
    }

    /** Requires that the label does not exist or has another value. */
    public LabelSelector isNot(String value) {
      return require(Operator.NOT_EQUALS, List.of(value));
    }

    /** Requires that the label exists and has one of these values. */
    public LabelSelector in(String... values) {
      return in(List.of(values));
    }

    /**
     * Requires that the label exists and has one of these values, of which there must be at least
     * one.
     */
    public LabelSelector in(Collection<String> values) {
      return require(Operator.IN, values);
    }

    /** Requires that the label does not exist or has none of these values. */
    public LabelSelector notIn(String... values) {
      return notIn(List.of(values));
    }

    /**
     * Requires that the label does not exist or has none of these values, of which there must be at
     * least one.
     */
    public LabelSelector notIn(Collection<String> values) {
      return require(Operator.NOT_IN, values);
    }

    /** Requires that the label exists, with any value. */
    public LabelSelector exists() {
      return require(Operator.EXISTS, List.of());
    }

    /** Requires that the label does not exist. */
    public LabelSelector doesNotExist() {
      return require(Operator.DOES_NOT_EXIST, List.of());
    }

    /** Requires an integer greater than {@code bound}, which must itself be a valid label value. */
    public LabelSelector greaterThan(long bound) {
      return require(Operator.GREATER_THAN, List.of(Long.toString(bound)));
    }

    /** Requires an integer less than {@code bound}, which must itself be a valid label value. */
    public LabelSelector lessThan(long bound) {
      return require(Operator.LESS_THAN, List.of(Long.toString(bound)));
    }

    private LabelSelector require(Operator operator, Collection<String> values) {
      return before.and(of(List.of(new LabelRequirement(key, operator, values))));
    }
  }
}
