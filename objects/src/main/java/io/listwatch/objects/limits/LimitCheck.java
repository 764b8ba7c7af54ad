package io.listwatch.objects.limits;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Quantities;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Compares requests and limits with one item of a LimitRange, in kube-apiserver's words. */
final class LimitCheck {
  /** Larger values are compared as whole numbers, all others in thousandths. */
  private static final BigDecimal MAX_IN_MILLI = BigDecimal.valueOf(Long.MAX_VALUE / 1000);

  private final JsonValue limit;
  private final String type;
  private final Collection<String> found;
  private final List<String> withMin;
  private final List<String> withMax;
  private final List<String> withRatio;

  LimitCheck(JsonValue limit, Collection<String> found) {
    this.limit = limit;
    this.type = limit.path("type").asText();
    this.found = found;
    this.withMin = names("min");
    this.withMax = names("max");
    this.withRatio = names("maxLimitRequestRatio");
  }

  void check(JsonValue requests, JsonValue limits) {
    for (String name : withMin) {
      checkMin(name, requests, limits);
    }
    for (String name : withMax) {
      checkMax(name, requests, limits);
    }
    for (String name : withRatio) {
      checkRatio(name, requests, limits);
    }
  }

  /** Checks a claim, which has no limits: its maximum is for requests. */
  void checkRequests(JsonValue requests) {
    for (String name : withMin) {
      checkMin(name, requests, JsonValue.MISSING);
    }
    for (String name : withMax) {
      String bound = limit.path("max").path(name).asText();
      if (!requests.has(name)) {
        addMax(name, bound, ".  No request is specified");
      } else if (compare(requests.path(name).asText(), bound, "0") > 0) {
        addMax(name, bound, ", but request is " + requests.path(name).asText());
      }
    }
  }

  private List<String> names(String member) {
    JsonValue bounds = limit.path(member);
    if (bounds.isEmpty()) {
      return List.of();
    }
    var names = new ArrayList<String>(bounds.fieldNames());
    names.sort(null);
    return names;
  }

  private void addMin(String name, String bound, String problem) {
    found.add("minimum %s usage per %s is %s%s".formatted(name, type, bound, problem));
  }

  private void addMax(String name, String bound, String problem) {
    found.add("maximum %s usage per %s is %s%s".formatted(name, type, bound, problem));
  }

  private void addRatio(String name, String bound, String problem) {
    found.add("%s max limit to request ratio per %s is %s%s".formatted(name, type, bound, problem));
  }

  private void checkMin(String name, JsonValue requests, JsonValue limits) {
    String bound = limit.path("min").path(name).asText();
    String request = requests.path(name).asText();
    String most = limits.path(name).asText();
    if (!requests.has(name)) {
      addMin(name, bound, ".  No request is specified");
    } else if (compare(request, bound, most) < 0) {
      addMin(name, bound, ", but request is " + request);
    } else if (limits.has(name) && compare(most, bound, request) < 0) {
      addMin(name, bound, ", but limit is " + most);
    }
  }

  private void checkMax(String name, JsonValue requests, JsonValue limits) {
    String bound = limit.path("max").path(name).asText();
    String request = requests.path(name).asText();
    String most = limits.path(name).asText();
    if (!limits.has(name)) {
      addMax(name, bound, ".  No limit is specified");
    } else if (compare(most, bound, request) > 0) {
      addMax(name, bound, ", but limit is " + most);
    } else if (requests.has(name) && compare(request, bound, most) > 0) {
      addMax(name, bound, ", but request is " + request);
    }
  }

  private void checkRatio(String name, JsonValue requests, JsonValue limits) {
    String bound = limit.path("maxLimitRequestRatio").path(name).asText();
    BigDecimal request = Quantities.decimalValue(requests.path(name).asText());
    BigDecimal most = Quantities.decimalValue(limits.path(name).asText());
    BigDecimal max = Quantities.decimalValue(bound);
    boolean fine = isFine(request) && isFine(most) && isFine(max);
    request = rounded(request, fine);
    most = rounded(most, fine);
    if (request.signum() == 0) {
      addRatio(name, bound, ", but no request is specified or request is 0");
    } else if (most.signum() == 0) {
      addRatio(name, bound, ", but no limit is specified or limit is 0");
    } else {
      double ratio = most.doubleValue() / request.doubleValue();
      if (ratio * 1000 > rounded(max, true).doubleValue() * 1000) {
        addRatio(name, bound, ", but provided ratio is " + String.format(Locale.ROOT, "%f", ratio));
      }
    }
  }

  /**
   * Compares two quantities in thousandths, or as whole numbers if one of the three is too large.
   */
  private static int compare(String one, String other, String third) {
    BigDecimal left = Quantities.decimalValue(one);
    BigDecimal right = Quantities.decimalValue(other);
    boolean fine = isFine(left) && isFine(right) && isFine(Quantities.decimalValue(third));
    return rounded(left, fine).compareTo(rounded(right, fine));
  }

  private static boolean isFine(BigDecimal quantity) {
    return quantity.compareTo(MAX_IN_MILLI) <= 0;
  }

  private static BigDecimal rounded(BigDecimal quantity, boolean fine) {
    int scale = fine ? 3 : 0;
    return quantity.scale() <= scale ? quantity : quantity.setScale(scale, RoundingMode.UP);
  }
}
