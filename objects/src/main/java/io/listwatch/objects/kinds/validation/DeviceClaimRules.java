package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Validates ResourceClaims and ResourceClaimTemplates. */
final class DeviceClaimRules implements ValidationRules {
  private static final int MAX_IDENTIFIER = 32;
  private static final String REFERENCE =
      "must be the name of a request in the claim or the name of a request and a subrequest"
          + " separated by '/'";

  @Override
  public void check(Field claim) {
    checkDevices(claim.at("spec", "devices"));
  }

  @Override
  public void checkChange(Field next, Field old) {
    next.checkImmutable(old, "spec");
  }

  @Override
  public void checkStatus(Field next, Field old) {
    new DeviceStatusRules(next, old).check();
  }

  private static void checkDevices(Field devices) {
    Map<String, Set<String>> names = names(devices);
    if (isBounded(devices.at("requests"))) {
      devices.at("requests").each(DeviceClaimRules::checkRequest);
      checkTwice(devices.at("requests"));
    }
    if (isBounded(devices.at("constraints"))) {
      devices.at("constraints").each(constraint -> checkConstraint(constraint, names));
    }
    if (isBounded(devices.at("config"))) {
      for (Field configuration : devices.at("config").items()) {
        checkReferences(configuration.at("requests"), names);
        DeviceClassRules.checkConfiguration(configuration);
      }
    }
  }

  /**
   * Checks the maximum number of items that the type table declares. Returns false after an error.
   */
  static boolean isBounded(Field list) {
    return list.passes(list::checkDeclared);
  }

  /**
   * Returns the names of the requests, each with the names of its {@code firstAvailable}
   * subrequests.
   */
  static Map<String, Set<String>> names(Field devices) {
    Map<String, Set<String>> names = new HashMap<>();
    for (Field request : devices.at("requests").items()) {
      Set<String> choices = new HashSet<>();
      request.at("firstAvailable").each(choice -> choices.add(choice.at("name").text()));
      names.put(request.at("name").text(), choices);
    }
    return names;
  }

  private static void checkTwice(Field named) {
    Set<String> names = new HashSet<>();
    for (Field each : named.items()) {
      if (!names.add(each.at("name").text())) {
        each.duplicate(each.at("name").text());
      }
    }
  }

  private static void checkRequest(Field request) {
    request.at("name").matches(TextForm.DNS_LABEL);
    Field choices = request.at("firstAvailable");
    Field exactly = request.at("exactly");
    if (choices.isEmpty() && exactly.absent()) {
      request.required("exactly one of `exactly` or `firstAvailable` is required");
    } else if (!choices.isEmpty() && exactly.present()) {
      request.invalid(
          JsonValue.NULL,
          "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set");
    } else if (exactly.present()) {
      checkWish(exactly);
    } else if (isBounded(choices)) {
      for (Field choice : choices.items()) {
        choice.at("name").matches(TextForm.DNS_LABEL);
        checkWish(choice);
      }
      checkTwice(choices);
    }
  }

  private static void checkWish(Field wish) {
    wish.at("deviceClassName").requireMatch(TextForm.SUBDOMAIN);
    DeviceClassRules.checkSelectors(wish.at("selectors"));
    Field count = wish.at("count");
    switch (wish.at("allocationMode").text()) {
      case "All" -> {
        if (count.number() != 0) {
          count.invalid("must not be specified when allocationMode is 'All'");
        }
      }
      case "ExactCount" -> count.positive();
      default -> wish.checkDeclared("allocationMode");
    }
    wish.at("tolerations").each(DeviceClaimRules::checkToleration);
  }

  private static void checkToleration(Field toleration) {
    Field value = toleration.at("value");
    toleration.at("key").mayMatch(TextForm.QUALIFIED_NAME);
    switch (toleration.at("operator").text()) {
      case "Exists" -> {
        if (!value.isEmpty()) {
          value.invalid("must be empty for operator `Exists`");
        }
      }
      case "Equal" -> value.matches(TextForm.LABEL_VALUE);
      default -> toleration.checkDeclared("operator");
    }
    toleration.checkDeclared("effect");
  }

  private static void checkConstraint(Field constraint, Map<String, Set<String>> names) {
    checkReferences(constraint.at("requests"), names);
    Field same = constraint.at("matchAttribute");
    Field different = constraint.at("distinctAttribute");
    if (same.present()) {
      checkAttribute(same);
    } else if (different.present()) {
      checkAttribute(different);
    } else {
      constraint.required(
          "exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but multiple"
              + " fields are set");
    }
  }

  /** Validates a fully qualified attribute name: {@code domain/name}. */
  private static void checkAttribute(Field attribute) {
    String[] parts = attribute.text().split("/", -1);
    if (parts.length == 2 && parts[0].isEmpty()) {
      attribute.invalid("", "the domain must not be empty");
    } else if (parts.length == 2) {
      VolumeRules.checkDriver(attribute.with(JsonValue.of(parts[0])));
    }
    String name = parts[parts.length - 1];
    if (parts.length == 2 && name.isEmpty()) {
      attribute.invalid("", "the name must not be empty");
    } else if (parts.length <= 2) {
      if (name.length() > MAX_IDENTIFIER) {
        attribute.tooLong(MAX_IDENTIFIER);
      }
      attribute.matches(TextForm.IDENTIFIER, name);
    }
    if (parts.length == 1) {
      attribute.invalid("a fully qualified name must be a domain and a name separated by a slash");
    }
  }

  static void checkReferences(Field requests, Map<String, Set<String>> names) {
    if (isBounded(requests)) {
      requests.each(request -> checkReference(request, names));
      Set<String> seen = new HashSet<>();
      requests.each(request -> request.unique(seen));
    }
  }

  static void checkReference(Field request, Map<String, Set<String>> names) {
    String[] parts = request.text().split("/", -1);
    if (parts.length > 2) {
      request.invalid(REFERENCE);
      return;
    }
    for (String part : parts) {
      request.matches(TextForm.DNS_LABEL, part);
    }
    Set<String> choices = names.get(parts[0]);
    if (choices == null || (parts.length == 2 && !choices.contains(parts[1]))) {
      request.invalid(request.text(), REFERENCE);
    }
  }

  /** Validates ResourceClaimTemplates. */
  static final class Template implements ValidationRules {
    @Override
    public void check(Field template) {
      Field metadata = template.at("spec", "metadata");
      MetadataRules.checkTemplate(metadata, metadata.path());
      checkDevices(template.at("spec", "spec", "devices"));
    }

    @Override
    public void checkChange(Field next, Field old) {
      next.checkImmutable(old, "spec");
    }
  }
}
