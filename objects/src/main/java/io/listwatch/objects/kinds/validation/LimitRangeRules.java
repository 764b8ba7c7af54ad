package io.listwatch.objects.kinds.validation;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Validates LimitRanges. */
final class LimitRangeRules implements ValidationRules {
  private static final List<String> TYPES = List.of("Pod", "Container", "PersistentVolumeClaim");

  @Override
  public void check(Field range) {
    Set<String> types = new HashSet<>();
    range
        .at("spec", "limits")
        .each(
            limit -> {
              checkType(limit.at("type"));
              limit.at("type").unique(types);
              checkNames(limit);
              new LimitedQuantities(limit).check();
            });
  }

  private static void checkType(Field type) {
    boolean named = type.passes(() -> type.matches(TextForm.QUALIFIED_NAME));
    if (named && !type.text().contains("/") && !TYPES.contains(type.text())) {
      type.invalid("must be a standard limit type or fully qualified");
    }
  }

  private static void checkNames(Field limit) {
    boolean pod = limit.at("type").is("Pod");
    boolean container = pod || limit.at("type").is("Container");
    checkNames(limit.at("max"), container);
    checkNames(limit.at("min"), container);
    for (String member : List.of("default", "defaultRequest")) {
      if (!pod) {
        checkNames(limit.at(member), container);
      } else if (!limit.at(member).isEmpty()) {
        limit.at(member).forbidden("may not be specified when `type` is 'Pod'");
      }
    }
    if (limit.at("type").is("PersistentVolumeClaim")
        && limit.at("min", "storage").absent()
        && limit.at("max", "storage").absent()) {
      limit
          .at("limits")
          .required(
              "either minimum or maximum storage value is required, but neither was provided");
    }
    checkNames(limit.at("maxLimitRequestRatio"), container);
  }

  private static void checkNames(Field quantities, boolean container) {
    quantities
        .entries()
        .forEach(
            (name, quantity) -> {
              if (container) {
                ResourceRules.checkContainerName(quantity, name);
              } else {
                ResourceRules.checkName(quantity, name);
              }
            });
  }

  /** Compares min, max, default and default request of each resource. */
  private record LimitedQuantities(Field limit) {
    void check() {
      Set<String> names = new TreeSet<>();
      boolean pod = limit.at("type").is("Pod");
      for (String member :
          pod
              ? List.of("max", "min", "maxLimitRequestRatio")
              : List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio")) {
        names.addAll(limit.at(member).entries().keySet());
      }
      names.forEach(this::check);
    }

    private void check(String name) {
      Field min = of("min", name);
      Field max = of("max", name);
      Field given = of("default", name);
      Field request = of("defaultRequest", name);
      ordered(min, max, min, min, "min value %s is greater than max value %s");
      ordered(
          min, request, request, request, "min value %s is greater than default request value %s");
      ordered(
          request, max, request, request, "default request value %s is greater than max value %s");
      ordered(
          request,
          given,
          request,
          request,
          "default request value %s is greater than default limit value %s");
      ordered(min, given, given, min, "min value %s is greater than default value %s");
      ordered(given, max, given, max, "default value %s is greater than max value %s");
      checkRatio(of("maxLimitRequestRatio", name), min, max);
      if (!ResourceRules.overcommitted(name)
          && given.present()
          && request.present()
          && given.quantity().compareTo(request.quantity()) != 0) {
        request.invalid(
            "default value %s must equal to defaultRequest value %s in %s"
                .formatted(ResourceRules.shown(given), ResourceRules.shown(request), name));
      }
    }

    private Field of(String member, String name) {
      Field quantities = limit.at(member);
      return quantities.at(name).called(quantities.path().key(name));
    }

    /**
     * If {@code less} is greater than {@code more}, reports an error at {@code place} that shows
     * the value of {@code shown}.
     */
    private static void ordered(Field less, Field more, Field place, Field shown, String rule) {
      if (less.present() && more.present() && less.quantity().compareTo(more.quantity()) > 0) {
        place.invalid(
            ResourceRules.shown(shown),
            rule.formatted(ResourceRules.shown(less), ResourceRules.shown(more)));
      }
    }

    private static void checkRatio(Field ratio, Field min, Field max) {
      if (ratio.absent()) {
        return;
      }
      if (ratio.quantity().compareTo(BigDecimal.ONE) < 0) {
        ratio.invalid("ratio " + ResourceRules.shown(ratio) + " is less than 1");
      }
      if (min.present() && max.present() && min.quantity().signum() > 0) {
        double bound = max.quantity().doubleValue() / min.quantity().doubleValue();
        if (ratio.quantity().doubleValue() > bound) {
          ratio.invalid(
              String.format(
                  Locale.ROOT,
                  "ratio %s is greater than max/min = %f",
                  ResourceRules.shown(ratio),
                  bound));
        }
      }
    }
  }
}
