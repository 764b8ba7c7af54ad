package io.listwatch.server.kinds.validation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** How storage is made when it is claimed. */
final class StorageClassRules implements KindRules {
  private static final int MAX_PARAMETERS = 512;
  private static final int MAX_PARAMETER_BYTES = 256 * 1024;

  @Override
  public void check(Field storageClass) {
    checkProvisioner(storageClass.at("provisioner"));
    checkParameters(storageClass.at("parameters"));
    storageClass.at("reclaimPolicy").filledIn(List.of("Delete", "Retain"));
    storageClass.at("volumeBindingMode").mayBeOneOf(List.of("Immediate", "WaitForFirstConsumer"));
    checkTopologies(storageClass.at("allowedTopologies"));
  }

  static void checkProvisioner(Field provisioner) {
    if (provisioner.isEmpty()) {
      provisioner.required("");
    } else {
      provisioner.matches(TextForm.QUALIFIED_NAME, provisioner.text().toLowerCase(Locale.ROOT));
    }
  }

  /** Terms say different things, and each something. */
  private static void checkTopologies(Field terms) {
    Set<Map<String, Set<String>>> seen = new HashSet<>();
    seen.add(Map.of());
    for (Field term : terms.items()) {
      Map<String, Set<String>> wanted = new HashMap<>();
      Field expressions = term.at("matchLabelExpressions");
      boolean sound = term.unharmedBy(() -> expressions.each(each -> wants(each, wanted)));
      if (sound && !seen.add(wanted)) {
        expressions.duplicate("");
      }
    }
  }

  private static void wants(Field expression, Map<String, Set<String>> wanted) {
    Field key = expression.at("key");
    Field values = expression.at("values");
    Set<String> distinct = new HashSet<>();
    values.requireText();
    values.each(value -> value.unique(distinct));
    key.matches(TextForm.QUALIFIED_NAME);
    if (wanted.containsKey(key.text())) {
      key.duplicate();
    } else {
      wanted.put(key.text(), distinct);
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
    for (String member :
        List.of("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode")) {
      next.at(member).sameAs(old.at(member));
    }
    checkTopologies(next.at("allowedTopologies"));
  }
}
