package io.listwatch.objects.schema.cel;

import com.google.re2j.Matcher;
import io.listwatch.objects.schema.pattern.GoPattern;
import io.listwatch.objects.schema.pattern.InvalidPatternException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The regular expressions that one evaluation matches, and their cost.
 *
 * <p>Functions are shared by all programs and receive only their arguments, so a thread local holds
 * this object between {@link #begin} and {@link #end}.
 */
final class PatternCalls {
  private static final ThreadLocal<@Nullable PatternCalls> CURRENT = new ThreadLocal<>();

  /**
   * The maximum program size of a pattern that is not a literal: an object may contain many, and
   * each is compiled during the evaluation.
   */
  private static final int MAX_COMPUTED_SIZE = 10_000;

  private static final int KEPT = 8;

  /**
   * kube-apiserver's factors. They estimate the work per character by the length of the pattern.
   */
  private static final double STEPS_PER_CHARACTER = 0.1;

  private static final double STEPS_PER_PATTERN_CHARACTER = 0.25;

  /**
   * A short pattern can repeat a part a thousand times, so its length alone does not bound the
   * work.
   */
  private static final int INSTRUCTIONS_PER_STEP = 100;

  /** Compiling an instruction takes longer than executing it. */
  private static final int COMPILED_PER_STEP = 40;

  private final Map<String, GoPattern> literals;
  private final RuleCost cost;
  private final Map<String, GoPattern> computed = new LinkedHashMap<>();

  private PatternCalls(Map<String, GoPattern> literals, RuleCost cost) {
    this.literals = literals;
    this.cost = cost;
  }

  /**
   * Begins an evaluation on this thread.
   *
   * @return the evaluation that this one is a part of; null if there is none
   */
  static @Nullable PatternCalls begin(Map<String, GoPattern> literals, RuleCost cost) {
    PatternCalls outer = CURRENT.get();
    CURRENT.set(new PatternCalls(literals, cost));
    return outer;
  }

  /**
   * Ends an evaluation.
   *
   * @param outer as {@link #begin} returned it
   */
  static void end(@Nullable PatternCalls outer) {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }

  /** Returns the patterns of the evaluation that runs on this thread. */
  static PatternCalls current() {
    PatternCalls calls = CURRENT.get();
    if (calls == null) {
      throw new IllegalStateException("no evaluation on this thread");
    }
    return calls;
  }

  /** Spends the cost of a match and returns its matcher. */
  Matcher matcher(String text, String pattern) {
    return matcher(text, pattern, price -> text);
  }

  /** Like {@link #matcher}, for finding all matches; each reading of the text has a cost. */
  Matcher matcherOfAll(String text, String pattern) {
    return matcher(text, pattern, price -> new MeteredText(text, price, cost));
  }

  private Matcher matcher(String text, String pattern, LongFunction<CharSequence> input) {
    long charge = charge(text, pattern);
    cost.spend(charge);
    try {
      GoPattern compiled = pattern(pattern);
      long excess = Math.max(0, work(text, compiled) - charge);
      cost.spend(excess);
      return compiled.matcher(input.apply(charge + excess));
    } catch (InvalidPatternException e) {
      throw new RuleFailure("error parsing regexp: " + e.problem());
    }
  }

  /** Returns kube-apiserver's cost of a match, which is positive even for an empty string. */
  private static long charge(String text, String pattern) {
    return steps(1 + characters(text), STEPS_PER_CHARACTER)
        * steps(characters(pattern), STEPS_PER_PATTERN_CHARACTER);
  }

  private static int characters(String text) {
    return text.codePointCount(0, text.length());
  }

  private static long steps(int characters, double each) {
    return (long) Math.ceil(characters * each);
  }

  private static long work(String text, GoPattern compiled) {
    return (1L + text.length()) * compiled.size() / INSTRUCTIONS_PER_STEP;
  }

  private GoPattern pattern(String text) {
    GoPattern literal = literals.get(text);
    return literal != null ? literal : computedPattern(text);
  }

  /**
   * Compiling always has a cost, even if the pattern is cached, so that the cost is predictable.
   */
  private GoPattern computedPattern(String text) {
    GoPattern pattern = computed.remove(text);
    if (pattern == null) {
      pattern = GoPattern.parse(text);
    }
    if (pattern.size() > MAX_COMPUTED_SIZE) {
      throw new CostLimit();
    }
    cost.spend(pattern.size() / COMPILED_PER_STEP);
    computed.put(text, pattern);
    if (computed.size() > KEPT) {
      computed.remove(computed.keySet().iterator().next());
    }
    return pattern;
  }
}
