package io.listwatch.objects.kinds.validation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Validates StorageClasses. */
final class StorageClassRules implements ValidationRules {
  private static final int MAX_PARAMETERS = 512;
  private static final int MAX_PARAMETER_BYTES = 256 * 1024;

  @Override
  public void check(Field storageClass) {
    checkProvisioner(storageClass.at("provisioner"));
    checkParameters(storageClass.at("parameters"));
    storageClass.checkDeclared("reclaimPolicy", "volumeBindingMode");
    checkTopologies(storageClass.at("allowedTopologies"));
  }

  static void checkProvisioner(Field provisioner) {
    if (provisioner.isEmpty()) {
      provisioner.required("");
    } else {
      provisioner.matches(TextForm.QUALIFIED_NAME, provisioner.text().toLowerCase(Locale.ROOT));
    }
  }

  /** Rejects duplicate topology terms. An empty term counts as a duplicate. */
  private static void checkTopologies(Field topologies) {
    Set<Map<String, Set<String>>> terms = new HashSet<>();
    for (Field term : topologies.items()) {
      Map<String, Set<String>> places = new HashMap<>();
      for (Field each : term.at("matchLabelExpressions").items()) {
        Set<String> values = new HashSet<>();
        each.checkDeclared("values");
        each.at("values").each(value -> value.unique(values));
        each.at("key").matches(TextForm.QUALIFIED_NAME);
        if (places.put(each.at("key").text(), values) != null) {
          each.at("key").duplicate();
        }
      }
      if (places.isEmpty() || !terms.add(places)) {
        term.at("matchLabelExpressions").duplicate("");
      }
    }
  }

  static void checkParameters(Field parameters) {
    if (parameters.size() > MAX_PARAMETERS) {
      parameters.tooLong(MAX_PARAMETERS);
      return;
    }
    long size = 0;
    for (var each : parameters.entries().entrySet()) {
      if (each.getKey().isEmpty()) {
        parameters.invalid("", "field can not be empty.");
      }
      size += each.getKey().length() + each.getValue().text().length();
    }
    if (size > MAX_PARAMETER_BYTES) {
      parameters.tooLong(MAX_PARAMETER_BYTES);
    }
  }

  @Override
  public void checkChange(Field next, Field old) {
    check(next);
    next.checkImmutable(old, "parameters", "provisioner", "reclaimPolicy", "volumeBindingMode");
  }
}
