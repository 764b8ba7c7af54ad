package io.listwatch.workloads.job;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** An Indexed Job's {@code successPolicy}: one matching rule is enough. */
record SuccessPolicy(List<Rule> rules) {
  static final SuccessPolicy NONE = new SuccessPolicy(List.of());

  SuccessPolicy {
    rules = List.copyOf(rules);
  }

  /**
   * One rule: all of {@code indexes}, or {@code count} of them, or {@code count} of any.
   *
   * @param indexes null for any index
   * @param count null for all of {@code indexes}
   */
  record Rule(@Nullable Indexes indexes, @Nullable Integer count) {
    private boolean matches(Indexes succeeded) {
      if (indexes == null) {
        return count != null && succeeded.size() >= count;
      }
      int matched = indexes.overlap(succeeded);
      return !indexes.isEmpty()
          && (matched == indexes.size() || (count != null && matched >= count));
    }
  }

  /** Returns the position of the first rule that {@code succeeded} fulfils. */
  OptionalInt match(Indexes succeeded) {
    return IntStream.range(0, rules.size())
        .filter(i -> rules.get(i).matches(succeeded))
        .findFirst();
  }
}
