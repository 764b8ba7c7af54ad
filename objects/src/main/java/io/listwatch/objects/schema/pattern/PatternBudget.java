package io.listwatch.objects.schema.pattern;

import org.jspecify.annotations.Nullable;

/**
 * Limits the total size of the patterns of one CustomResourceDefinition. Each pattern has a limit
 * of its own, but a definition can have thousands of them, and all are compiled together.
 *
 * <p>Not thread-safe.
 */
public final class PatternBudget {
  /** The error of a pattern that exceeds the total. */
  public static final String EXCEEDED =
      "the patterns of a definition may have at most 2000000 instructions in total (try fewer"
          + " patterns, or fewer repetitions such as x{0,1000})";

  private static final long MAX_INSTRUCTIONS = 2_000_000;

  private long left;

  private PatternBudget(long left) {
    this.left = left;
  }

  /** Returns the budget of a definition that is being validated. */
  public static PatternBudget ofDefinition() {
    return new PatternBudget(MAX_INSTRUCTIONS);
  }

  /** Returns a budget without a limit, for a definition that was accepted before. */
  public static PatternBudget unlimited() {
    return new PatternBudget(Long.MAX_VALUE);
  }

  /** True if a pattern exceeded the total. Nothing more is compiled then. */
  public boolean isExhausted() {
    return left < 0;
  }

  /**
   * Compiles a pattern and counts its instructions. Returns null if it exceeds the total.
   *
   * @throws InvalidPatternException if the syntax is wrong or a limit of a single pattern is
   *     exceeded
   */
  public @Nullable GoPattern compile(String text) {
    if (isExhausted()) {
      return null;
    }
    GoPattern pattern = GoPattern.parse(text);
    left -= pattern.size();
    return isExhausted() ? null : pattern.compiled();
  }
}
