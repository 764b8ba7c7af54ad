package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates the cluster IPs of a service: at most one of each IP family, immutable once set. */
final class ServiceAddressRules {
  private static final String FIXED = "may not change once set";

  private ServiceAddressRules() {}

  static void check(Field spec) {
    if (spec.at("type").is("ExternalName")) {
      return;
    }
    Field addresses = spec.at("clusterIPs");
    checkFirst(addresses, spec.at("clusterIP").text());
    Set<String> seen = new HashSet<>();
    spec.at("ipFamilies")
        .each(
            family -> {
              family.checkDeclared();
              family.unique(seen);
            });
    spec.checkDeclared("ipFamilyPolicy");
    boolean valid = checkEach(addresses);
    if (addresses.size() > 2) {
      addresses.invalid("may only hold up to 2 values");
    }
    if (valid && addresses.size() <= 2) {
      checkFamilies(addresses, spec.at("ipFamilies"));
    }
  }

  private static void checkFirst(Field addresses, String first) {
    List<String> texts = addresses.texts();
    if (texts.isEmpty()) {
      return;
    }
    if (first.isEmpty()) {
      addresses.invalid("must be empty when `clusterIP` is not specified");
    } else if (!texts.get(0).equals(first)) {
      addresses.invalid("first value must match `clusterIP`");
    }
  }

  private static boolean checkEach(Field addresses) {
    boolean valid = true;
    List<Field> items = addresses.items();
    for (int i = 0; i < items.size(); i++) {
      if (i > 0 || !items.get(i).is("None")) {
        valid &= AddressRules.address(items.get(i));
      } else if (items.size() > 1) {
        addresses.invalid("'None' must be the first and only value");
        valid = false;
      }
    }
    return valid;
  }

  private static void checkFamilies(Field addresses, Field families) {
    List<String> texts = addresses.texts();
    boolean several = texts.size() > 1;
    if (several
        && (texts.size() > 2 || Addresses.isV6(texts.get(0)) == Addresses.isV6(texts.get(1)))) {
      addresses.invalid("may specify no more than one IP for each IP family");
    }
    List<String> wanted = families.texts();
    List<Field> items = addresses.items();
    for (int i = 0; i < Math.min(items.size(), wanted.size()); i++) {
      String actual = Addresses.isV6(items.get(i).text()) ? "IPv6" : "IPv4";
      if (!items.get(i).is("None")
          && families.supported().contains(wanted.get(i))
          && !actual.equals(wanted.get(i))) {
        items
            .get(i)
            .invalid(
                "expected an " + wanted.get(i) + " value as indicated by `ipFamilies[" + i + "]`");
      }
    }
  }

  static void checkChange(Field spec, Field old) {
    if (spec.at("type").is("ExternalName") || old.at("type").is("ExternalName")) {
      return;
    }
    boolean headless = ServiceRules.isHeadless(spec);
    boolean wasHeadless = ServiceRules.isHeadless(old);
    if (!headless || !wasHeadless) {
      checkAddressChange(spec, old);
    }
    if (!headless && !wasHeadless) {
      checkFamilyChange(spec, old);
    }
  }

  private static void checkAddressChange(Field spec, Field old) {
    Field addresses = spec.at("clusterIPs");
    List<String> next = addresses.texts();
    List<String> before = old.at("clusterIPs").texts();
    if (next.isEmpty() && !before.isEmpty()) {
      at(addresses, 0).invalid(addresses.value(), "primary clusterIP can not be unset");
    }
    int common =
        next.size() == before.size()
            ? next.size()
            : Math.min(1, Math.min(next.size(), before.size()));
    for (int i = 0; i < common; i++) {
      if (!next.get(i).equals(before.get(i))) {
        at(addresses, i).invalid(addresses.value(), FIXED);
      }
    }
    if (next.size() == 1 && before.size() > 1) {
      checkRelease(spec, "clusterIP");
    }
  }

  private static void checkFamilyChange(Field spec, Field old) {
    Field families = spec.at("ipFamilies");
    List<String> next = families.texts();
    List<String> before = old.at("ipFamilies").texts();
    if (next.isEmpty() && !before.isEmpty() && spec.at("clusterIPs").isEmpty()) {
      at(families, 0).invalid(families.value(), "primary ipFamily can not be unset");
    }
    int common =
        next.size() == before.size()
            ? next.size()
            : Math.min(1, Math.min(next.size(), before.size()));
    for (int i = 0; i < common; i++) {
      if (!next.get(i).equals(before.get(i))) {
        Field shown = next.size() == before.size() ? families : spec.at("clusterIPs");
        at(families, 0).invalid(shown.value(), FIXED);
      }
    }
    if (next.size() == 1 && before.size() > 1) {
      checkRelease(spec, "ipFamily");
    }
  }

  private static Field at(Field list, int index) {
    return list.called(list.path().index(index));
  }

  private static void checkRelease(Field spec, String what) {
    Field policy = spec.at("ipFamilyPolicy");
    if (!policy.is("SingleStack")) {
      policy.invalid("must be set to 'SingleStack' when releasing the secondary " + what);
    }
  }
}
