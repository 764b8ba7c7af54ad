package io.listwatch.objects;

import java.util.List;

/**
 * Converts paths in errors of CustomResourceDefinitions. kube-apiserver reports fields that are
 * equal in all versions at their {@code v1beta1} path, where they are declared once for all
 * versions.
 */
final class DefinitionPaths {
  private static final String FIRST = "spec.versions[0].";

  private static final List<String> SHARED =
      List.of("subresources", "additionalPrinterColumns", "selectableFields");

  private DefinitionPaths() {}

  /** Returns the path of the field in the definition. */
  static String written(String field) {
    if (field.startsWith("spec.validation")) {
      return FIRST + "schema" + field.substring("spec.validation".length());
    }
    if (field.equals("spec.version")) {
      return FIRST + "name";
    }
    return SHARED.stream().anyMatch(each -> field.startsWith("spec." + each))
        ? FIRST + field.substring("spec.".length())
        : field;
  }
}
