package io.listwatch.objects.schema.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The estimated cost and size of an expression's value.
 *
 * @param cost the maximum cost of evaluating the expression
 * @param type the type that the type checker assigned
 * @param path the path of the value, beginning with a variable; empty if the expression computes it
 * @param knownSize null if it is unknown
 * @param entries the sizes of keys and values, if the expression creates a list or a map
 */
record CostedValue(
    CelExpr expression,
    double cost,
    CelType type,
    List<String> path,
    @Nullable SizeRange knownSize,
    @Nullable Entries entries) {
  SizeRange size() {
    return knownSize == null ? SizeRange.UNKNOWN : knownSize;
  }

  /**
   * The sizes of the content of a list or map.
   *
   * @param list true for a list, whose keys are indexes
   */
  record Entries(boolean list, SizeRange keys, SizeRange values) {
    /** Returns the ranges that cover both; null if one is unknown. */
    static @Nullable Entries either(@Nullable Entries one, @Nullable Entries other) {
      return one == null || other == null
          ? null
          : new Entries(one.list, one.keys.or(other.keys), one.values.or(other.values));
    }
  }
}
