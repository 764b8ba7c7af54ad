package io.listwatch.selector;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One condition on one label: a key, an operator, and the operator's values. Immutable and always
 * valid.
 */
public final class LabelRequirement {
  /**
   * Maximum number of invalid values that one message lists. kube-apiserver lists all of them,
   * which makes the response some hundred times as large as a request full of them.
   */
  private static final int MAX_PROBLEMS = 100;

  private static final List<String> NOT_AN_INTEGER =
      List.of("for 'Gt', 'Lt' operators, the value must be an integer");

  private final String key;
  private final Operator operator;
  private final List<String> values;

  /**
   * The number that an {@linkplain Operator#ordering ordering} operator compares with; 0 for other
   * operators.
   */
  private final long bound;

  /** The caller must pass as many values as the operator takes. */
  LabelRequirement(String key, Operator operator, Collection<String> values) {
    this.key = key;
    this.operator = operator;
    this.values = sorted(values);
    check();
    this.bound = operator.ordering() ? integerOr(this.values.get(0), 0) : 0;
  }

  private static List<String> sorted(Collection<String> values) {
    return values.size() < 2
        ? List.copyOf(values)
        : values.stream().distinct().sorted(Utf8Strings::compare).toList();
  }

  private void check() {
    List<String> problems = problems();
    if (problems.size() == 1) {
      throw new InvalidSelectorException(problems.get(0));
    }
    if (!problems.isEmpty()) {
      throw new InvalidSelectorException("[" + String.join(", ", problems) + "]");
    }
  }

  private List<String> problems() {
    var problems = new ArrayList<String>();
    List<String> keyViolations = LabelSyntax.keyViolations(key);
    if (!keyViolations.isEmpty()) {
      problems.add(LabelSyntax.invalid("key", key, keyViolations));
    }
    if (operator.membership() && values.isEmpty()) {
      problems.add(
          "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty");
    }
    if (operator.ordering() && !isInteger(values.get(0))) {
      problems.add(LabelSyntax.invalid("values[0]", values.get(0), NOT_AN_INTEGER));
    }
    for (int i = 0; i < values.size() && problems.size() < MAX_PROBLEMS; i++) {
      List<String> violations = LabelSyntax.valueViolations(values.get(i));
      if (!violations.isEmpty()) {
        String path = "values[" + i + "][" + key + "]";
        problems.add(LabelSyntax.invalid(path, values.get(i), violations));
      }
    }
    return problems;
  }

  public String key() {
    return key;
  }

  public Operator operator() {
    return operator;
  }

  /**
   * Returns the values, sorted and without duplicates; their number depends on the {@link
   * Operator}.
   */
  public List<String> values() {
    return values;
  }

  /** True if these labels satisfy the requirement. Allocates nothing. */
  public boolean matches(Labels labels) {
    String value = labels.value(key);
    return switch (operator) {
      case EXISTS -> value != null;
      case DOES_NOT_EXIST -> value == null;
      case EQUALS, DOUBLE_EQUALS, IN -> value != null && hasValue(value);
      case NOT_EQUALS, NOT_IN -> value == null || !hasValue(value);
      case GREATER_THAN -> value != null && integerOr(value, bound) > bound;
      case LESS_THAN -> value != null && integerOr(value, bound) < bound;
    };
  }

  /**
   * Uses a binary search, so that a selector with a hundred thousand values stays cheap to match.
   */
  private boolean hasValue(String value) {
    return Collections.binarySearch(values, value) >= 0;
  }

  private static boolean isInteger(String text) {
    return integerOr(text, 0) == integerOr(text, 1);
  }

  /**
   * Parses a decimal 64-bit integer, or returns {@code otherwise}. Unlike {@link Long#parseLong} it
   * accepts only ASCII digits, and a label that is not a number costs no exception.
   */
  private static long integerOr(String text, long otherwise) {
    boolean negative = text.startsWith("-");
    int start = negative || text.startsWith("+") ? 1 : 0;
    if (start == text.length()) {
      return otherwise;
    }
    // Counts downwards, because the smallest long has no positive counterpart.
    long limit = negative ? Long.MIN_VALUE : -Long.MAX_VALUE;
    long result = 0;
    for (int i = start; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9 || result < (limit + digit) / 10) {
        return otherwise;
      }
      result = result * 10 - digit;
    }
    return negative ? result : -result;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LabelRequirement that
        && key.equals(that.key)
        && operator == that.operator
        && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, operator, values);
  }

  /** Returns the requirement as it is written in a selector. */
  @Override
  public String toString() {
    return switch (operator) {
      case EXISTS -> key;
      case DOES_NOT_EXIST -> operator.symbol + key;
      case EQUALS, DOUBLE_EQUALS, NOT_EQUALS, GREATER_THAN, LESS_THAN ->
          key + operator.symbol + values.get(0);
      case IN, NOT_IN -> key + " " + operator.symbol + " (" + String.join(",", values) + ")";
    };
  }

  /** The operator of a requirement. */
  public enum Operator {
    /** The label exists. No values. */
    EXISTS(""),
    /** The label does not exist. No values. */
    DOES_NOT_EXIST("!"),
    /** The label exists and has this value. One value. */
    EQUALS("="),
    /** The same as {@link #EQUALS}, distinct only so that it is printed as it was written. */
    DOUBLE_EQUALS("=="),
    /** The label does not exist or has another value. One value. */
    NOT_EQUALS("!="),
    /** The label exists and has one of these values. At least one value. */
    IN("in"),
    /** The label does not exist or has none of these values. At least one value. */
    NOT_IN("notin"),
    /** The label exists, is a 64-bit integer, and is greater than the one value. */
    GREATER_THAN(">"),
    /** The label exists, is a 64-bit integer, and is less than the one value. */
    LESS_THAN("<");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    /** True if the operator takes a set of values. */
    boolean membership() {
      return this == IN || this == NOT_IN;
    }

    /** True if the operator takes an integer. */
    boolean ordering() {
      return this == GREATER_THAN || this == LESS_THAN;
    }
  }
}
