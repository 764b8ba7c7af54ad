package io.listwatch.objects.limits;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Quantities;
import io.listwatch.objects.schema.Thousandths;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Compares requests and limits with one item of a LimitRange, in kube-apiserver's words. Immutable.
 */
final class LimitCheck {
  /** Larger values are compared as whole numbers, all others in thousandths. */
  private static final BigDecimal MAX_IN_MILLI = BigDecimal.valueOf(Long.MAX_VALUE / 1000);

  /** The largest number of thousandths up to which a {@code double} is exact. */
  private static final long MAX_EXACT = 1L << 53;

  private final String type;
  private final List<Bound> min;
  private final List<Bound> max;
  private final List<Bound> ratios;

  LimitCheck(JsonValue limit) {
    this.type = limit.path("type").asText();
    this.min = Bound.all(limit.path("min"));
    this.max = Bound.all(limit.path("max"));
    this.ratios = Bound.all(limit.path("maxLimitRequestRatio"));
  }

  /** Returns the type of the item, such as {@code Container}. */
  String type() {
    return type;
  }

  /**
   * The bound of one resource.
   *
   * @param thousandths the quantity in thousandths; -1 if it has none and can only be compared as
   *     {@code quantity}
   */
  private record Bound(String name, String quantity, long thousandths) {
    /** Returns the bounds in the order of their names. */
    static List<Bound> all(JsonValue bounds) {
      var all = new ArrayList<Bound>();
      for (var each : bounds.properties()) {
        String quantity = each.getValue().asText();
        all.add(new Bound(each.getKey(), quantity, Thousandths.of(quantity)));
      }
      all.sort(Comparator.comparing(Bound::name));
      return List.copyOf(all);
    }

    /**
     * Returns how a quantity compares with this bound: in thousandths, or as a whole number if one
     * of the three quantities is too large.
     *
     * @param third the request's limit, or the limit's request
     */
    int compare(String compared, String third) {
      long value = Thousandths.of(compared);
      if (value >= 0 && thousandths >= 0 && (third.isEmpty() || Thousandths.of(third) >= 0)) {
        return Long.compare(value, thousandths);
      }
      BigDecimal left = Quantities.decimalValue(compared);
      BigDecimal right = Quantities.decimalValue(quantity);
      boolean fine = isFine(left) && isFine(right) && isFine(Quantities.decimalValue(third));
      return rounded(left, fine).compareTo(rounded(right, fine));
    }
  }

  /**
   * Checks the resources of a container or pod.
   *
   * @param found receives the violations
   */
  void check(JsonValue requests, JsonValue limits, Collection<String> found) {
    for (Bound each : min) {
      checkMin(each, requests.get(each.name), limits.get(each.name), found);
    }
    for (Bound each : max) {
      checkMax(each, requests.get(each.name), limits.get(each.name), found);
    }
    for (Bound each : ratios) {
      checkRatio(each, requests.path(each.name).asText(), limits.path(each.name).asText(), found);
    }
  }

  /** Checks a PersistentVolumeClaim. It has no limits, so the maximum applies to its requests. */
  void checkRequests(JsonValue requests, Collection<String> found) {
    for (Bound each : min) {
      checkMin(each, requests.get(each.name), null, found);
    }
    for (Bound each : max) {
      JsonValue request = requests.get(each.name);
      if (request == null) {
        addMax(each, ".  No request is specified", found);
      } else if (each.compare(request.asText(), "0") > 0) {
        addMax(each, ", but request is " + request.asText(), found);
      }
    }
  }

  private void addMin(Bound bound, String problem, Collection<String> found) {
    found.add(
        "minimum %s usage per %s is %s%s".formatted(bound.name, type, bound.quantity, problem));
  }

  private void addMax(Bound bound, String problem, Collection<String> found) {
    found.add(
        "maximum %s usage per %s is %s%s".formatted(bound.name, type, bound.quantity, problem));
  }

  private void addRatio(Bound bound, String problem, Collection<String> found) {
    found.add(
        "%s max limit to request ratio per %s is %s%s"
            .formatted(bound.name, type, bound.quantity, problem));
  }

  private void checkMin(
      Bound bound, @Nullable JsonValue request, @Nullable JsonValue limit, Collection<String> in) {
    if (request == null) {
      addMin(bound, ".  No request is specified", in);
    } else if (bound.compare(request.asText(), text(limit)) < 0) {
      addMin(bound, ", but request is " + request.asText(), in);
    } else if (limit != null && bound.compare(limit.asText(), request.asText()) < 0) {
      addMin(bound, ", but limit is " + limit.asText(), in);
    }
  }

  private void checkMax(
      Bound bound, @Nullable JsonValue request, @Nullable JsonValue limit, Collection<String> in) {
    if (limit == null) {
      addMax(bound, ".  No limit is specified", in);
    } else if (bound.compare(limit.asText(), text(request)) > 0) {
      addMax(bound, ", but limit is " + limit.asText(), in);
    } else if (request != null && bound.compare(request.asText(), limit.asText()) > 0) {
      addMax(bound, ", but request is " + request.asText(), in);
    }
  }

  private static String text(@Nullable JsonValue quantity) {
    return quantity == null ? "" : quantity.asText();
  }

  private void checkRatio(Bound bound, String request, String limit, Collection<String> found) {
    long requested = Thousandths.of(request);
    long limited = Thousandths.of(limit);
    boolean exact = isExact(requested) && isExact(limited) && isExact(bound.thousandths);
    if (exact) {
      checkRatio(bound, requested / 1000.0, limited / 1000.0, bound.thousandths / 1000.0, found);
      return;
    }
    BigDecimal least = Quantities.decimalValue(request);
    BigDecimal most = Quantities.decimalValue(limit);
    BigDecimal max = Quantities.decimalValue(bound.quantity);
    boolean fine = isFine(least) && isFine(most) && isFine(max);
    checkRatio(
        bound,
        rounded(least, fine).doubleValue(),
        rounded(most, fine).doubleValue(),
        rounded(max, true).doubleValue(),
        found);
  }

  private static boolean isExact(long thousandths) {
    return thousandths >= 0 && thousandths <= MAX_EXACT;
  }

  private void checkRatio(
      Bound bound, double request, double limit, double max, Collection<String> found) {
    if (request == 0) {
      addRatio(bound, ", but no request is specified or request is 0", found);
    } else if (limit == 0) {
      addRatio(bound, ", but no limit is specified or limit is 0", found);
    } else {
      double ratio = limit / request;
      if (ratio * 1000 > max * 1000) {
        addRatio(
            bound, ", but provided ratio is " + String.format(Locale.ROOT, "%f", ratio), found);
      }
    }
  }

  private static boolean isFine(BigDecimal quantity) {
    return quantity.compareTo(MAX_IN_MILLI) <= 0;
  }

  private static BigDecimal rounded(BigDecimal quantity, boolean fine) {
    int scale = fine ? 3 : 0;
    return quantity.scale() <= scale ? quantity : quantity.setScale(scale, RoundingMode.UP);
  }
}
