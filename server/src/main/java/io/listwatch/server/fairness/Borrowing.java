package io.listwatch.server.fairness;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Moves seats from levels that do not need them to levels that do, for the next period.
 *
 * @param limits the number of seats of each level
 * @param fraction the seats of a level relative to its target, if it reaches none of its bounds; 0
 *     if the exempt levels leave too few seats
 */
record Borrowing(List<Integer> limits, double fraction) {
  Borrowing {
    limits = List.copyOf(limits);
  }

  /**
   * Returns the limits of levels, given the demand of their last period.
   *
   * @param total the sum of the nominal limits
   */
  static Borrowing of(int total, List<Claim> claims) {
    List<Claim> limited = claims.stream().filter(each -> !each.exempt()).toList();
    int remaining = total - claims.stream().filter(Claim::exempt).mapToInt(Claim::floor).sum();
    int minimum = limited.stream().mapToInt(each -> each.limits().min()).sum();
    int needed = limited.stream().mapToInt(Claim::floor).sum();
    if (remaining <= minimum) {
      return new Borrowing(each(claims, 0), 0);
    }
    if (remaining <= needed) {
      return new Borrowing(each(claims, (double) (remaining - minimum) / (needed - minimum)), 0);
    }
    Optional<SeatAllocation> allocation =
        SeatAllocation.of(total, limited.stream().map(Claim::item).toList());
    return allocation
        .map(found -> new Borrowing(merged(claims, found.rounded()), found.fraction()))
        .orElseGet(() -> new Borrowing(claims.stream().map(Claim::current).toList(), 0));
  }

  /** Returns, for each level, a fraction of the seats that it needs beyond its minimum. */
  private static List<Integer> each(List<Claim> claims, double part) {
    return claims.stream()
        .map(
            each -> {
              int min = each.limits().min();
              return each.exempt()
                  ? each.floor()
                  : min + (int) Math.round((each.floor() - min) * part);
            })
        .toList();
  }

  private static List<Integer> merged(List<Claim> claims, List<Integer> allocated) {
    List<Integer> all = new ArrayList<>();
    var next = allocated.iterator();
    claims.forEach(each -> all.add(each.exempt() ? each.floor() : next.next()));
    return all;
  }

  /**
   * The demand of one priority level.
   *
   * @param current the seats that it has now
   * @param highest the highest demand of the last period
   * @param smoothed the demand, smoothed over several periods
   */
  record Claim(
      boolean exempt, PriorityLevelSpec.Limits limits, int current, int highest, double smoothed) {
    /** Returns the seats that the level gets before other levels borrow any. */
    int floor() {
      return Math.max(limits.min(), exempt ? highest : Math.min(limits.nominal(), highest));
    }

    double target() {
      return Math.max(floor(), smoothed);
    }

    private SeatAllocation.Item item() {
      return new SeatAllocation.Item(floor(), limits.max(), target());
    }
  }
}
