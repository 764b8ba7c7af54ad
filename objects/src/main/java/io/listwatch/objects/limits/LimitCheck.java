package io.listwatch.objects.limits;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Quantities;
import java.math.BigDecimal;
import java.math.RoundingMode;
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

  LimitCheck(JsonValue limit, Collection<String> found) {
    this.limit = limit;
    this.type = limit.path("type").asText();
    this.found = found;
  }

  void check(JsonValue requests, JsonValue limits) {
    for (String name : names("min")) {
      checkMin(name, requests, limits);
    }
    for (String name : names("max")) {
      checkMax(name, requests, limits);
    }
    for (String name : names("maxLimitRequestRatio")) {
      checkRatio(name, requests, limits);
    }
  }

  /** Checks a claim, which has no limits: its maximum is for requests. */
  void checkRequests(JsonValue requests) {
    for (String name : names("min")) {
      checkMin(name, requests, JsonValue.MISSING);
    }
    for (String name : names("max")) {
      String bound = limit.path("max").path(name).asText();
      String told = "maximum %s usage per %s is %s".formatted(name, type, bound);
      if (!requests.has(name)) {
        found.add(told + ".  No request is specified");
      } else if (compare(requests.path(name).asText(), bound, "0") > 0) {
        found.add(told + ", but request is " + requests.path(name).asText());
      }
    }
  }

  private List<String> names(String member) {
    return limit.path(member).fieldNames().stream().sorted().toList();
  }

  private void checkMin(String name, JsonValue requests, JsonValue limits) {
    String bound = limit.path("min").path(name).asText();
    String told = "minimum %s usage per %s is %s".formatted(name, type, bound);
    String request = requests.path(name).asText();
    String most = limits.path(name).asText();
    if (!requests.has(name)) {
      found.add(told + ".  No request is specified");
    } else if (compare(request, bound, most) < 0) {
      found.add(told + ", but request is " + request);
    } else if (limits.has(name) && compare(most, bound, request) < 0) {
      found.add(told + ", but limit is " + most);
    }
  }

  private void checkMax(String name, JsonValue requests, JsonValue limits) {
    String bound = limit.path("max").path(name).asText();
    String told = "maximum %s usage per %s is %s".formatted(name, type, bound);
    String request = requests.path(name).asText();
    String most = limits.path(name).asText();
    if (!limits.has(name)) {
      found.add(told + ".  No limit is specified");
    } else if (compare(most, bound, request) > 0) {
      found.add(told + ", but limit is " + most);
    } else if (requests.has(name) && compare(request, bound, most) > 0) {
      found.add(told + ", but request is " + request);
    }
  }

  private void checkRatio(String name, JsonValue requests, JsonValue limits) {
    String bound = limit.path("maxLimitRequestRatio").path(name).asText();
    String told = "%s max limit to request ratio per %s is %s".formatted(name, type, bound);
    boolean fine = fine(requests.path(name).asText(), limits.path(name).asText(), bound);
    BigDecimal request = value(requests.path(name).asText(), fine);
    BigDecimal most = value(limits.path(name).asText(), fine);
    if (request.signum() == 0) {
      found.add(told + ", but no request is specified or request is 0");
    } else if (most.signum() == 0) {
      found.add(told + ", but no limit is specified or limit is 0");
    } else {
      double ratio = most.doubleValue() / request.doubleValue();
      if (ratio * 1000 > value(bound, true).doubleValue() * 1000) {
        found.add(told + ", but provided ratio is " + String.format(Locale.ROOT, "%f", ratio));
      }
    }
  }

  /**
   * Compares two quantities in thousandths, or as whole numbers if one of the three is too large.
   */
  private static int compare(String one, String other, String third) {
    boolean fine = fine(one, other, third);
    return value(one, fine).compareTo(value(other, fine));
  }

  private static boolean fine(String... quantities) {
    for (String each : quantities) {
      if (Quantities.decimalValue(each).compareTo(MAX_IN_MILLI) > 0) {
        return false;
      }
    }
    return true;
  }

  private static BigDecimal value(String quantity, boolean fine) {
    return Quantities.decimalValue(quantity).setScale(fine ? 3 : 0, RoundingMode.UP);
  }
}
