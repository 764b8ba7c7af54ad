package io.listwatch.objects.schema.cel;

import dev.cel.common.CelErrorCode;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelVariableResolver;
import io.listwatch.objects.schema.pattern.GoPattern;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression. Thread-safe.
 *
 * <p>An evaluation returns a value, throws a {@link RuleFailure} with kube-apiserver's message, or
 * throws a {@link CostLimit} if it costs too much.
 */
final class RuleProgram {
  /** The maximum cost of one evaluation. */
  static final long MAX_COST = 1_000_000;

  /**
   * Matches the messages of the runtime and of our views for a missing key. Any other message is
   * the key itself.
   */
  private static final Pattern MISSING_KEY =
      Pattern.compile(
          "(?s)(?:no such key: |key '|Error resolving field ')"
              + "(.*?)(?:' is not present in map\\.|'\\. Field selections .*)?");

  /** The runtime's message for a substring that does not exist. */
  private static final Pattern OUT_OF_RANGE =
      Pattern.compile("substring failure: Range \\[(-?\\d{1,18}), (-?\\d{1,18})\\) out of bounds");

  private final CelRuntime.Program program;
  private final StrictOperands strict;
  private final Set<Long> readWhole;
  private final Map<String, GoPattern> patterns;

  /**
   * @param strict the operands whose failure ends the evaluation
   * @param readWhole the ids of the expressions whose values a function reads completely
   * @param patterns the literal patterns by their source
   */
  RuleProgram(
      CelRuntime.Program program,
      StrictOperands strict,
      Set<Long> readWhole,
      Map<String, GoPattern> patterns) {
    this.program = program;
    this.strict = strict;
    this.readWhole = Set.copyOf(readWhole);
    this.patterns = Map.copyOf(patterns);
  }

  /** Evaluates the expression of a rule. */
  Object run(Object self, @Nullable Object oldSelf, RuleCost cost) {
    return run(
        name ->
            switch (name) {
              case "self" -> Optional.of(self);
              case "oldSelf" -> Optional.ofNullable(oldSelf);
              default -> Optional.empty();
            },
        cost);
  }

  /** Evaluates the expression. Resolving its variables may evaluate other expressions. */
  Object run(CelVariableResolver variables, RuleCost cost) {
    PatternCalls outer = PatternCalls.begin(patterns, cost);
    try {
      return program.trace(variables, strict.before(cost.of(readWhole)));
    } catch (CelEvaluationException e) {
      throw new RuleFailure(describe(e));
    } catch (StackOverflowError e) {
      throw new CostLimit();
    } finally {
      PatternCalls.end(outer);
    }
  }

  private static String describe(CelEvaluationException failure) {
    Throwable cause = failure.getCause();
    if (cause != null && cause.getCause() instanceof NoSuchElementException) {
      return "optional.none() dereference"; // value() of an empty optional
    }
    String message = String.valueOf((cause == null ? failure : cause).getMessage());
    Matcher range = OUT_OF_RANGE.matcher(message);
    if (range.find()) {
      return "index out of range: " + outside(range);
    }
    CelErrorCode code = failure.getErrorCode();
    return switch (code) {
      case ATTRIBUTE_NOT_FOUND -> "no such key: " + missingKey(message);
      case INDEX_OUT_OF_BOUNDS ->
          "index out of bounds: " + message.substring(message.lastIndexOf(' ') + 1);
      case DIVIDE_BY_ZERO -> "division by zero";
      case NUMERIC_OVERFLOW -> "integer overflow";
      case OVERLOAD_NOT_FOUND -> RuleRun.NO_SUCH_OVERLOAD;
      default -> message;
    };
  }

  /** Returns the index that cel-go reports: the start if it is wrong, else the end. */
  private static long outside(Matcher range) {
    long start = Long.parseLong(range.group(1));
    long end = Long.parseLong(range.group(2));
    return start < 0 || start > end ? start : end;
  }

  private static String missingKey(String message) {
    Matcher known = MISSING_KEY.matcher(message);
    return known.matches() ? known.group(1) : message;
  }
}
