package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.schema.Quantities;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** Validates resource requirements: resource names and quantities. */
final class ResourceRules {
  private static final Set<String> CONTAINER = Set.of("cpu", "memory", "ephemeral-storage");

  /** Resources whose quantities must be integers. */
  private static final Set<String> COUNTED =
      Set.of(
          "pods",
          "resourcequotas",
          "services",
          "replicationcontrollers",
          "secrets",
          "configmaps",
          "persistentvolumeclaims",
          "services.nodeports",
          "services.loadbalancers");

  private static final Set<String> MEASURED =
      Set.of(
          "cpu",
          "memory",
          "ephemeral-storage",
          "requests.cpu",
          "requests.memory",
          "requests.storage",
          "requests.ephemeral-storage",
          "limits.cpu",
          "limits.memory",
          "limits.ephemeral-storage");

  private static final String HUGE_PAGES = "hugepages-";

  private ResourceRules() {}

  /** Validates the requests, limits and claims of a container. */
  static void checkContainer(Field resources, Collection<String> claims) {
    check(resources, ResourceRules::checkContainerName);
    checkClaims(resources.at("claims"), claims);
  }

  /** Validates a RuntimeClass's or pod's overhead. kube-apiserver reports it at {@code limits}. */
  static void checkOverhead(Field quantities, FieldPath limits) {
    quantities
        .called(limits)
        .entries()
        .forEach((name, limit) -> checkQuantity(name, limit, ResourceRules::checkContainerName));
  }

  /** Validates pod-level resources. */
  static void checkPod(Field resources, Collection<String> claims) {
    if (resources.at("claims").present()) {
      resources.at("claims").forbidden("claims may not be set for Resources at pod-level");
    }
    check(resources, ResourceRules::checkPodName);
    checkClaims(resources.at("claims"), claims);
  }

  private static void check(Field resources, BiConsumer<Field, String> nameRule) {
    Field limits = resources.at("limits");
    Field requests = resources.at("requests");
    limits.entries().forEach((name, limit) -> checkQuantity(name, limit, nameRule));
    requests
        .entries()
        .forEach(
            (name, request) -> {
              nameRule.accept(request, name);
              checkValue(name, request);
              checkAgainstLimit(name, request, requests, limits);
              checkHugePages(name, request);
            });
    if (hasHugePages(limits) || hasHugePages(requests)) {
      checkCompanions(resources, limits, requests);
    }
  }

  private static void checkQuantity(
      String name, Field quantity, BiConsumer<Field, String> nameRule) {
    nameRule.accept(quantity, name);
    checkValue(name, quantity);
    checkHugePages(name, quantity);
  }

  private static void checkAgainstLimit(String name, Field request, Field requests, Field limits) {
    Field limit = limits.at(name);
    if (limit.absent()) {
      if (!overcommitted(name)) {
        limits.required("Limit must be set for non overcommitable resources");
      }
      return;
    }
    int order = request.quantity().compareTo(limit.quantity());
    String bound = name + " limit of " + shown(limit);
    if (order != 0 && !overcommitted(name)) {
      requests.invalid(shown(request), "must be equal to " + bound);
    } else if (order > 0) {
      requests.invalid(shown(request), "must be less than or equal to " + bound);
    }
  }

  private static void checkHugePages(String name, Field quantity) {
    if (!isHugePages(name)) {
      return;
    }
    BigDecimal page = Quantities.decimalValue(name.substring(HUGE_PAGES.length()));
    if (page.signum() <= 0 || quantity.quantity().remainder(page).signum() != 0) {
      quantity.invalid(
          shown(quantity), shown(quantity) + " is not positive integer multiple of " + name);
    }
  }

  private static boolean hasHugePages(Field quantities) {
    return quantities.entries().keySet().stream().anyMatch(ResourceRules::isHugePages);
  }

  private static void checkCompanions(Field resources, Field limits, Field requests) {
    boolean accompanied =
        List.of("cpu", "memory").stream()
            .anyMatch(name -> limits.at(name).present() || requests.at(name).present());
    if (!accompanied) {
      resources.forbidden("HugePages require cpu or memory");
    }
  }

  private static void checkClaims(Field claims, Collection<String> known) {
    Set<String> seen = new HashSet<>();
    claims.each(
        claim -> {
          String name = claim.at("name").text();
          String request = claim.at("request").text();
          if (name.isEmpty()) {
            claim.required("");
            return;
          }
          if (!request.isEmpty()) {
            claim.at("request").matches(TextForm.DNS_LABEL);
          }
          String key = request.isEmpty() ? name : name + "/" + request;
          if (seen.contains(name) || !seen.add(key)) {
            claim.duplicate(seen.contains(name) ? name : key);
          }
          if (!known.contains(name)) {
            claim.notFound(name, names(known));
          }
        });
  }

  private static String names(Collection<String> known) {
    String rule = "must be one of the names in pod.spec.resourceClaims";
    return known.isEmpty()
        ? rule + " which is empty"
        : rule + ": " + String.join(", ", new TreeSet<>(known));
  }

  /** Rejects negative quantities, and fractions of countable resources. */
  static void checkValue(String name, Field quantity) {
    if (quantity.quantity().signum() < 0) {
      quantity.invalid(shown(quantity), "must be greater than or equal to 0");
    }
    if (isCounted(name) && quantity.quantity().stripTrailingZeros().scale() > 0) {
      quantity.invalid(shown(quantity), "must be an integer");
    }
  }

  private static boolean isCounted(String name) {
    return COUNTED.contains(name) || isExtended(name);
  }

  /** Requires a standard resource name or a qualified name. */
  static boolean checkName(Field place, String name) {
    List<String> violations = TextForm.QUALIFIED_NAME.violations(name);
    violations.forEach(rule -> place.invalid(name, rule));
    if (!violations.isEmpty()) {
      return false;
    }
    if (!name.contains("/") && !isStandard(name)) {
      place.invalid(name, "must be a standard resource type or fully qualified");
      return false;
    }
    return true;
  }

  static void checkContainerName(Field place, String name) {
    checkName(place, name);
    if (!name.contains("/")) {
      if (!CONTAINER.contains(name) && !isHugePages(name)) {
        place.invalid(name, "must be a standard resource for containers");
      }
    } else if (!isNative(name) && !isExtended(name)) {
      place.invalid(name, "doesn't follow extended resource name standard");
    }
  }

  private static void checkPodName(Field place, String name) {
    if (checkName(place, name)
        && !name.equals("cpu")
        && !name.equals("memory")
        && !isHugePages(name)) {
      place.unsupported(name, List.of("cpu", "hugepages-", "memory"));
    }
  }

  static void checkQuotaName(Field place, String name) {
    checkName(place, name);
    if (!name.contains("/") && !isQuota(name)) {
      place.invalid(name, "must be a standard resource for quota");
    }
  }

  private static boolean isStandard(String name) {
    return isQuota(name) || name.equals("storage");
  }

  static boolean isQuota(String name) {
    return MEASURED.contains(name)
        || COUNTED.contains(name)
        || isHugePages(name)
        || isHugePages(name.replaceFirst("^requests\\.", ""));
  }

  static boolean isExtended(String name) {
    return !isNative(name)
        && !name.startsWith("requests.")
        && TextForm.QUALIFIED_NAME.violations("requests." + name).isEmpty();
  }

  static boolean isNative(String name) {
    return !name.contains("/") || name.contains("kubernetes.io/");
  }

  /** True if requests may be lower than limits for this resource. */
  static boolean overcommitted(String name) {
    return isNative(name) && !isHugePages(name);
  }

  private static boolean isHugePages(String name) {
    return name.startsWith(HUGE_PAGES);
  }

  /** True if a quantity is an integer. */
  static boolean isWhole(Field quantity) {
    return quantity.quantity().remainder(BigDecimal.ONE).signum() == 0;
  }

  /** Returns a quantity as it is written in the object. */
  static String shown(Field quantity) {
    return quantity.value().asText();
  }
}
