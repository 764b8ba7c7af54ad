package io.listwatch.objects.schema.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the value of an expression before it is evaluated.
 *
 * @param cost of arriving at it, at most
 * @param type as the compiler sees it
 * @param path by which it was reached, beginning with a variable; empty if it was made on the way
 * @param knownSize null if nobody knows
 * @param entries how large its keys and values are, if it is a list or a map that the expression
 *     made
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
   * The sizes of what a list or a map contains.
   *
   * @param list whether it is a list, whose keys are indexes
   */
  record Entries(boolean list, SizeRange keys, SizeRange values) {
    /** Those of a value that has either; null if one is not known. */
    static @Nullable Entries either(@Nullable Entries one, @Nullable Entries other) {
      return one == null || other == null
          ? null
          : new Entries(one.list, one.keys.or(other.keys), one.values.or(other.values));
    }
  }
}
