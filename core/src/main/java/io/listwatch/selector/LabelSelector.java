package io.listwatch.selector;

import io.listwatch.selector.LabelRequirement.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses objects by their labels: those that meet every one of its {@linkplain #requirements
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
   * Reads the form of requests and of {@link #toString}; empty text selects everything.
   *
   * @throws InvalidSelectorException with the reference's message when {@code text} is no selector
   */
  public static LabelSelector parse(String text) {
    return of(new LabelSelectorParser(text).parse());
  }

  /** Selects every object, whatever its labels. */
  public static LabelSelector everything() {
    return EVERYTHING;
  }

  /**
   * Selects no object at all. There is no text for it: a request cannot ask for nothing, so whoever
   * sends selectors has to look at {@link #isNothing} first.
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

  /** Selects what both this and {@code other} select. */
  public LabelSelector and(LabelSelector other) {
    if (nothing || other.nothing) {
      return NOTHING;
    }
    var both = new ArrayList<>(requirements);
    both.addAll(other.requirements);
    return of(both);
  }

  /** True if no object is left out. */
  public boolean isEverything() {
    return !nothing && requirements.isEmpty();
  }

  /** True only for {@link #nothing}; requirements that contradict each other are not looked for. */
  public boolean isNothing() {
    return nothing;
  }

  /** What an object has to meet, all of it, sorted by key. */
  public List<LabelRequirement> requirements() {
    return requirements;
  }

  /** Allocates nothing, so that it can be asked for every object and every watcher. */
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
   * The canonical form, which {@link #parse} reads back. That of {@link #nothing} it refuses: the
   * reference prints it as empty, which anyone else would take for everything.
   */
  @Override
  public String toString() {
    return nothing
        ? "(nothing)"
        : String.join(",", requirements.stream().map(LabelRequirement::toString).toList());
  }

  /**
   * A label key that waits for what is asked of it. Its methods answer the selector that asks for
   * this as well, or throw {@link InvalidSelectorException} where no label can have such a key or
   * value.
   */
  public static final class Condition {
    private final LabelSelector before;
    private final String key;

    private Condition(LabelSelector before, String key) {
      this.before = before;
      this.key = key;
    }

    /** The label is there and has this value. */
    public LabelSelector is(String value) {
      return require(Operator.EQUALS, List.of(value));
    }

    /** The label is not there or has another value. */
    public LabelSelector isNot(String value) {
      return require(Operator.NOT_EQUALS, List.of(value));
    }

    /** The label is there and has one of these values. */
    public LabelSelector in(String... values) {
      return in(List.of(values));
    }

    /** The label is there and has one of these values, of which there must be one. */
    public LabelSelector in(Collection<String> values) {
      return require(Operator.IN, values);
    }

    /** The label is not there or has none of these values. */
    public LabelSelector notIn(String... values) {
      return notIn(List.of(values));
    }

    /** The label is not there or has none of these values, of which there must be one. */
    public LabelSelector notIn(Collection<String> values) {
      return require(Operator.NOT_IN, values);
    }

    /** The label is there, with whatever value. */
    public LabelSelector exists() {
      return require(Operator.EXISTS, List.of());
    }

    /** The label is not there. */
    public LabelSelector doesNotExist() {
      return require(Operator.DOES_NOT_EXIST, List.of());
    }

    /**
     * The label is an integer greater than {@code bound}, which a label value must be able to be.
     */
    public LabelSelector greaterThan(long bound) {
      return require(Operator.GREATER_THAN, List.of(Long.toString(bound)));
    }

    /** The label is an integer less than {@code bound}, which a label value must be able to be. */
    public LabelSelector lessThan(long bound) {
      return require(Operator.LESS_THAN, List.of(Long.toString(bound)));
    }

    private LabelSelector require(Operator operator, Collection<String> values) {
      return before.and(of(List.of(new LabelRequirement(key, operator, values))));
    }
  }
}
