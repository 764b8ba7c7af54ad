package io.listwatch.objects.kinds.validation;

import java.util.Map;
import java.util.stream.Stream;

/** Validates the environment variables of a container. */
final class VariableRules {
  private VariableRules() {}

  /**
   * @param volumes the valid volumes of the pod by name
   */
  static void check(Field variable, Map<String, Field> volumes) {
    variable.at("name").requireMatch(TextForm.VARIABLE_NAME);
    variable
        .at("valueFrom")
        .ifPresent(source -> checkSource(source, variable.at("value"), volumes));
  }

  private static void checkSource(Field source, Field value, Map<String, Field> volumes) {
    source.at("fieldRef").ifPresent(each -> SourceRules.podField(each, SourceRules.VARIABLES));
    source.at("resourceFieldRef").ifPresent(each -> SourceRules.checkResourceFieldRef(each, false));
    source.at("configMapKeyRef").ifPresent(SourceRules::key);
    source.at("secretKeyRef").ifPresent(SourceRules::key);
    source.at("fileKeyRef").ifPresent(file -> SourceRules.fileKey(file, volumes));
    long sources =
        count(source, "fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef")
            + count(source, "fileKeyRef");
    if (sources == 0) {
      source.invalid(
          "",
          "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef`"
              + " or `fileKeyRef`");
    } else if (!value.isEmpty()) {
      source.invalid("", "may not be specified when `value` is not empty");
    } else if (sources > 1) {
      source.invalid("", "may not have more than one field specified at a time");
    }
  }

  /**
   * Validates an {@code envFrom} list. kube-apiserver reports a wrong number of sources at the
   * list.
   */
  static void checkAll(Field list) {
    list.each(
        each -> {
          each.at("prefix").mayMatch(TextForm.VARIABLE_NAME);
          Stream.of("configMapRef", "secretRef")
              .map(each::at)
              .filter(Field::present)
              .forEach(source -> source.at("name").requireMatch(TextForm.SUBDOMAIN));
          long sources = count(each, "configMapRef", "secretRef");
          if (sources == 0) {
            list.invalid("", "must specify one of: `configMapRef` or `secretRef`");
          } else if (sources > 1) {
            list.invalid("", "may not have more than one field specified at a time");
          }
        });
  }

  private static long count(Field field, String... members) {
    return Stream.of(members).filter(member -> field.at(member).present()).count();
  }
}
