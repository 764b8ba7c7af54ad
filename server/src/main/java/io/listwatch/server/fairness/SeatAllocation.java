package io.listwatch.server.fairness;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Divides seats among levels in proportion to their demand, within the bounds of each.
 *
 * @param seats the seats of each level
 * @param fraction the seats of a level that reaches none of its bounds, relative to its target
 */
record SeatAllocation(List<Double> seats, double fraction) {
  /** The minimum target, so that fractions are defined for a level without demand. */
  private static final double MIN_TARGET = 0.001;

  private static final double EPSILON = 0.0000001;

  SeatAllocation {
    seats = List.copyOf(seats);
  }

  /**
   * Returns the only allocation that adds up to {@code sum} and gives each level the same fraction
   * of its target, or the bound that this fraction exceeds. Returns empty if the bounds allow no
   * such allocation.
   */
  static Optional<SeatAllocation> of(int sum, List<Item> items) {
    double low = items.stream().mapToDouble(Item::min).sum();
    double high = items.stream().mapToDouble(Item::max).sum();
    if (low - sum > EPSILON || sum - high > EPSILON) {
      return Optional.empty();
    }
    double fraction = fraction(sum, items);
    return Optional.of(
        new SeatAllocation(items.stream().map(each -> each.seats(fraction)).toList(), fraction));
  }

  /**
   * Computes the fraction. The sum of seats grows with the fraction, linearly between two bounds:
   * finds the two bounds around the solution and interpolates.
   */
  private static double fraction(int sum, List<Item> items) {
    List<Double> bounds =
        items.stream()
            .flatMapToDouble(each -> DoubleStream.of(each.min(), each.max()).map(each::fraction))
            .sorted()
            .boxed()
            .toList();
    double below = bounds.isEmpty() ? 0 : bounds.get(0);
    for (double bound : bounds) {
      double reached = total(items, bound);
      if (reached >= sum) {
        double base = total(items, below);
        double slope = (reached - base) / (bound - below);
        return bound > below && slope > 0 ? below + (sum - base) / slope : bound;
      }
      below = bound;
    }
    return below;
  }

  private static double total(List<Item> items, double fraction) {
    return items.stream().mapToDouble(each -> each.seats(fraction)).sum();
  }

  /**
   * One level.
   *
   * @param target its demand, at least {@code min}
   */
  record Item(double min, double max, double target) {
    Item {
      if (min < 0 || max < min || target < min) {
        throw new IllegalArgumentException(
            "item: %s to %s, target %s (expected: 0 <= min <= max, min <= target)"
                .formatted(min, max, target));
      }
    }

    private double fraction(double bound) {
      return bound / Math.max(target, MIN_TARGET);
    }

    private double seats(double fraction) {
      return Math.max(min, Math.min(max, fraction * Math.max(target, MIN_TARGET)));
    }
  }

  /** Returns the seats as whole numbers. */
  List<Integer> rounded() {
    return seats.stream().map(each -> (int) Math.round(each)).toList();
  }
}
