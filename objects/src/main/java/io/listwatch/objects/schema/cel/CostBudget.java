package io.listwatch.objects.schema.cel;

import io.listwatch.objects.schema.FieldError;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Limits the estimated cost of a schema's rules, each one and in total, and reports those that
 * exceed it.
 */
final class CostBudget {
  private static final double OF_ONE = 10_000_000;
  private static final double OF_ALL = 100_000_000;

  /**
   * The number of rules that are reported if the total is too high: the most expensive ones that
   * contribute at least 1 percent.
   */
  private static final int NAMED = 4;

  private static final double MATTERS = OF_ALL / 100;

  private final boolean accepted;
  private final List<Spent> spent = new ArrayList<>();
  private double total;

  /**
   * @param accepted true if the schema is in use already, so that only the total is limited
   */
  CostBudget(boolean accepted) {
    this.accepted = accepted;
  }

  /**
   * Adds an expression.
   *
   * @param name its name in messages, such as {@code rule}
   * @param cost the cost of one evaluation
   * @param count the maximum number of values to evaluate it for
   */
  void enter(String path, String name, double cost, double count, List<FieldError> errors) {
    double all = SizeRange.product(cost, count);
    if (all > OF_ONE && !accepted) {
      errors.add(FieldError.forbidden(path, excess("estimated " + name + " cost", all / OF_ONE)));
    }
    total += all;
    if (all >= MATTERS) {
      spent.add(new Spent(path, all));
    }
  }

  /** Reports an error if the total is too high. */
  void close(String path, List<FieldError> errors) {
    if (total <= OF_ALL) {
      return;
    }
    spent.stream()
        .sorted(Comparator.comparingDouble(Spent::cost).reversed())
        .limit(NAMED)
        .forEach(
            each ->
                errors.add(
                    FieldError.forbidden(
                        each.path,
                        "contributed to estimated rule cost total exceeding cost limit for entire"
                            + " OpenAPIv3 schema")));
    errors.add(
        FieldError.forbidden(
            path,
            excess(
                "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
                total / OF_ALL)));
  }

  private static String excess(String what, double factor) {
    String times =
        factor > 100
            ? "more than 100x"
            : new BigDecimal(factor).setScale(factor < 1.5 ? 6 : 1, RoundingMode.HALF_EVEN) + "x";
    return "%s exceeds budget by factor of %s (try simplifying the rule, or adding maxItems,"
            .formatted(what, times)
        + " maxProperties, and maxLength where arrays, maps, and strings are declared)";
  }

  private record Spent(String path, double cost) {}
}
