package io.listwatch.objects.schema.cel;

import dev.cel.common.values.CelByteString;
import dev.cel.common.values.CelValue;
import dev.cel.runtime.CelEvaluationListener;
import io.listwatch.objects.json.JsonValue;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the cost of one evaluation and ends it at the limit: one step for each evaluated
 * expression; for values that a function reads completely, also one step for each element and for
 * every ten characters. kube-apiserver counts nearly the same.
 */
final class RuleCost {
  static final int CHARACTERS_PER_STEP = 10;
  private static final int ELEMENTS_PER_STEP = 10;

  private final long limit;
  private long spent;

  RuleCost(long limit) {
    this.limit = limit;
  }

  long spent() {
    return spent;
  }

  /** Returns a listener that counts every value of the evaluation. */
  CelEvaluationListener of(Set<Long> readWhole) {
    return (expression, value) -> {
      switch (expression.exprKind().getKind()) {
        case CONSTANT -> {}
        case CALL, COMPREHENSION -> spend(1 + made(value));
        default -> spend(1 + walked(value));
      }
      if (readWhole.contains(expression.id())) {
        read(value);
      }
    };
  }

  /** Adds steps; ends the evaluation at the limit. */
  void spend(long steps) {
    spent += steps;
    if (spent > limit) {
      throw new CostLimit();
    }
  }

  /**
   * Returns the cost of creating the result of a function: a string is written, a union is
   * searched.
   */
  private static long made(Object value) {
    if (value instanceof UnionList list) {
      return list.size() / ELEMENTS_PER_STEP;
    }
    return value instanceof String text ? text.length() / CHARACTERS_PER_STEP : walked(value);
  }

  /**
   * Returns the cost of collections that are not {@link CelValue}s: the runtime iterates over them
   * at each use.
   */
  private static long walked(Object value) {
    if (value instanceof CelValue) {
      return 0;
    }
    return value instanceof Collection<?> list
        ? list.size()
        : value instanceof Map<?, ?> map ? map.size() : 0;
  }

  private void read(Object value) {
    if (value instanceof String text) {
      spend(text.length() / CHARACTERS_PER_STEP);
    } else if (value instanceof CelByteString bytes) {
      spend(bytes.size() / CHARACTERS_PER_STEP);
    } else if (value instanceof ObjectView object) {
      readTree(object.node());
    } else if (value instanceof List<?> list) {
      spend(list.size());
      for (Object element : list) {
        read(element);
      }
    } else if (value instanceof Map<?, ?> map) {
      spend(map.size());
      for (Object element : map.values()) {
        read(element);
      }
    }
  }

  private void readTree(JsonValue tree) {
    spend(1 + (tree.isText() ? tree.textValue().length() / CHARACTERS_PER_STEP : tree.size()));
    for (JsonValue child : tree) {
      readTree(child);
    }
  }

  /** Ends the evaluation if a single function call would exceed the limit. */
  static void require(double steps) {
    if (steps > RuleProgram.MAX_COST) {
      throw new CostLimit();
    }
  }
}
